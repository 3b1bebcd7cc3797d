import { setTimeout } from 'node:timers/promises';

/**
 * Resolves when `holds` is true; throws if it is not within `timeoutMs`. The time is long, since only a defect uses it
 * up: a busy machine must not. A check that takes much processor time needs a longer `pollMs`.
 */
export const waitUntil = async (
  holds: () => Promise<boolean> | boolean,
  timeoutMs = 120_000,
  pollMs = 20,
): Promise<void> => {
  const endMs = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error(`did not come true within ${timeoutMs} ms: ${holds.toString()}`);
    await setTimeout(pollMs);
  }
};
