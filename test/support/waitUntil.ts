import { setTimeout } from 'node:timers/promises';

/** Resolves once `holds`; throws when it still does not after `timeoutMs`. */
export const waitUntil = async (holds: () => Promise<boolean> | boolean, timeoutMs = 10_000): Promise<void> => {
  const endMs = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error(`did not come true within ${timeoutMs} ms: ${holds.toString()}`);
    await setTimeout(20);
  }
};
