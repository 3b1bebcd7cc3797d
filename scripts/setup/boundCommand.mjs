import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** As in src/base/lifecycle/spawnBound.ts, which is not built when the scripts start. */
const binder = ['setpriv', '--pdeathsig', 'TERM'];

const isOnPath = command =>
  command.includes('/') || (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, command)));

let canBind;

/**
 * Returns the program and the arguments that start a process which gets SIGTERM when this one has ended, also where
 * SIGKILL ended it; without `setpriv`, as on systems other than Linux, an ordinary process.
 */
export const boundCommand = (command, args) => {
  canBind ??= spawnSync(binder[0], [...binder.slice(1), 'true'], { stdio: 'ignore' }).status === 0;
  // A program that is missing fails as with `spawn`.
  return canBind && isOnPath(command) ? [binder[0], [...binder.slice(1), command, ...args]] : [command, args];
};
