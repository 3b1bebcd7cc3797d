/** Writes the results of a run, and names the build that it measured. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The newest commit of the measured program; undefined outside of a checkout. */
export const commitOf = (root: string): string | undefined => {
  try {
    return execFileSync('git', ['log', '-1', '--format=%h', '--', 'src', 'lua'], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  } catch {
    return undefined;
  }
};

/** Writes JSON with the figures of a round in one line. */
export const saveRun = (file: string, run: object): void => {
  const text = JSON.stringify(run, null, 2).replace(/\{[^{}[\]]*\}/g, each => each.replace(/\n\s*/g, ' '));
  mkdirSync(dirname(file), { recursive: true });
  // A run that is interrupted while it writes leaves the earlier file.
  writeFileSync(`${file}.new`, `${text}\n`);
  renameSync(`${file}.new`, file);
  console.log(`\n${file}`);
};
