import { test } from '../../support/tap.js';
import type { RedisClient } from '../../../src/base/redis/connect.js';
import { sendToStableSlotBuffer } from '../../../src/base/redis/sendToKeyNode.js';

/** A client of a server whose clock shows these seconds and microseconds, one after the other. */
const clientAt = (...times: (readonly [seconds: string, microseconds: string])[]): RedisClient => {
  const answers: Readonly<Record<string, () => unknown>> = {
    EXISTS: () => 0,
    TIME: () => times.shift()?.map(each => Buffer.from(each)),
    GET: () => 'found',
  };
  return { sendCommand: async ({ name }: { readonly name: string }) => answers[name]!() } as unknown as RedisClient;
};

test('measures a command by the clock of the server, across the border of a second', async t => {
  for (const [start, end, ms] of [
    [['7', '250000'], ['7', '250500'], 0.5],
    [['7', '999000'], ['8', '1000'], 2],
  ] as const)
    t.same(await sendToStableSlotBuffer(clientAt(start, end), 'key', ['GET', 'key']), { answer: 'found', ms });
});
