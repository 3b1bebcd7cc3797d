import { spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const findProgram = (name: string): string | undefined =>
  name.includes('/')
    ? name
    : (process.env.PATH ?? '')
        .split(delimiter)
        .map(folder => join(folder, name))
        .find(path => existsSync(path));

/** `setpriv` of util-linux sets the signal that Linux sends to a process when its parent has ended. */
const binderOptions = ['--pdeathsig', 'TERM'];

/** The path of `setpriv`; an empty text where it is missing or lacks the option. */
let binder: string | undefined;

const findBinder = (): string => {
  const path = findProgram('setpriv');
  const isUsable = path !== undefined && spawnSync(path, [...binderOptions, 'true'], { stdio: 'ignore' }).status === 0;
  return isUsable ? path : '';
};

/**
 * Returns the program and the arguments that start a process which gets SIGTERM when the thread that started it has
 * ended, also where SIGKILL ended it. On systems other than Linux it is an ordinary child process. A program that is
 * not there fails as with `spawn`.
 */
export const boundCommand = (program: string, args: readonly string[]): [program: string, args: readonly string[]] => {
  const path = findProgram(program);
  binder ??= findBinder();
  return path === undefined || binder === '' ? [program, args] : [binder, [...binderOptions, path, ...args]];
};

/** `spawn` for a process that ends with the thread that started it. */
export const spawnBound = ((program: string, args: readonly string[], options: SpawnOptions) =>
  spawn(...boundCommand(program, args), options)) as typeof spawn;
