import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The top folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Prints a command and runs it; throws when it fails. Its output goes to standard error. */
export const run = (command, args, options = {}) => {
  console.error(`> ${command} ${args.join(' ')}`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (error !== undefined || status !== 0)
    throw new Error(`${command} failed: ${error?.message ?? `exit code ${status}`}`);
};
