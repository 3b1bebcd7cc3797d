/** The files that differ from a commit, with those that are not committed. */
import { execFileSync } from 'node:child_process';
import { root } from '../setup/run.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** The commit up to which the branch has been delivered; HEAD where no branch of another repository is followed. */
const deliveredCommit = () => {
  try {
    return git('merge-base', 'HEAD', '@{upstream}');
  } catch {
    return 'HEAD';
  }
};

const lines = text => text.split('\n').filter(Boolean);

/** Returns the commit of a revision, or of the last delivery, and the names of the files that differ from it. */
export const readChanges = revision => {
  const commit = git('rev-parse', '--verify', '--short', `${revision ?? deliveredCommit()}^{commit}`);
  const changed = lines(git('diff', '--name-only', '--no-renames', commit));
  const added = lines(git('ls-files', '--others', '--exclude-standard'));
  return { commit, files: [...new Set([...changed, ...added])] };
};
