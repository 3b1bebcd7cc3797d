import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { assertNotInterrupted, spawnChild } from './interrupts.mjs';

/** The top folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Prints a command and runs it; throws when it fails or is interrupted. Its output goes to standard error through this
 * process, so that a closed standard error does not end it. `options` are those of spawn.
 */
export const run = async (command, args, options = {}) => {
  assertNotInterrupted();
  console.error(`> ${command} ${args.join(' ')}`);
  const child = spawnChild(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  for (const output of [child.stdout, child.stderr]) output.on('data', chunk => process.stderr.write(chunk));
  const [status, signal] = await once(child, 'close').catch(error => {
    throw new Error(`${command} failed: ${error.message}`);
  });
  assertNotInterrupted();
  if (status !== 0) throw new Error(`${command} failed: ${status === null ? signal : `exit code ${status}`}`);
};
