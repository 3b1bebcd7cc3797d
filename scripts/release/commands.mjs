import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { assertNotInterrupted, spawnChild } from '../setup/interrupts.mjs';

const lastLinesMax = 20;

/** The variables of the caller without settings of a server, which would reach the servers of the checklist. */
export const environment = more => {
  const { PATH, HOME, LANG, TMPDIR, CI } = process.env;
  return { PATH, HOME, LANG, TMPDIR, CI, ...more };
};

const lastLines = path => readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lastLinesMax).join('\n');

/**
 * Runs a command and writes its output to a file of the folder `logs`. Fails with the name of that file after it has
 * printed the last lines.
 */
export const runLogged = async (command, args, { cwd, logs, name, env = process.env }) => {
  assertNotInterrupted();
  const log = join(logs, `${name}.log`);
  mkdirSync(dirname(log), { recursive: true });
  const file = openSync(log, 'a');
  try {
    const child = spawnChild(command, args, { cwd, env, stdio: ['ignore', file, file] });
    const [status, signal] = await once(child, 'close');
    assertNotInterrupted();
    if (status === 0) return log;
    console.error(lastLines(log));
    throw new Error(`${[command, ...args].join(' ')} ended with ${status ?? signal}; see ${log}`);
  } finally {
    closeSync(file);
  }
};

/** Runs a command and returns its standard output; fails with its standard error. */
export const readCommand = async (command, args, options = {}) => {
  assertNotInterrupted();
  const child = spawnChild(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  assertNotInterrupted();
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${status}: ${errors.trim()}`);
  return output.trim();
};

/** Makes a clone of a commit, with nothing that the commit does not have. */
export const cloneCommit = async (source, commit, folder) => {
  await readCommand('git', ['clone', '--quiet', '--no-hardlinks', source, folder]);
  await readCommand('git', ['-C', folder, 'checkout', '--quiet', '--detach', commit]);
};

/** Returns the tag of the newest release that a commit contains, apart from the tag of the version itself. */
export const lastRelease = (folder, version) => {
  const { status, stdout } = spawnSync(
    'git',
    ['-C', folder, 'describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', '--exclude', `v${version}`],
    { encoding: 'utf8' },
  );
  return status === 0 ? stdout.trim() : undefined;
};
