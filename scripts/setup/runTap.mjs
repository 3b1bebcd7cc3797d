import { createInterface } from 'node:readline';
import { createDigest } from './digest.mjs';
import { assertNotInterrupted, spawnChild } from './interrupts.mjs';
import { root } from './run.mjs';

/**
 * Runs node with these arguments, and digests the TAP that it prints. The code is 1 when a signal ended the process.
 */
export const runTap = async (args, env, print) => {
  const digest = createDigest(print);
  const tap = spawnChild(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise(resolve => tap.once('exit', code => resolve(code ?? 1)));
  for await (const line of createInterface({ input: tap.stdout })) digest.read(line);
  const code = await ended;
  assertNotInterrupted();
  return { ...digest, code };
};
