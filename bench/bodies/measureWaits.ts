/** Measures how long the writes of another project wait while forty of the worst bodies run at once. */
import { truncateSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { setEmail, updatesOf } from '../cases/orders.js';
import { type LoadResult, runLoad } from '../load/runLoad.js';
import type { HostileBody } from './HostileBody.js';
import { type Measured, readHolds } from './measureBody.js';
import { sendBody } from './sendBody.js';

const atOnce = 40;
const seconds = 15;
const bursts = 3;
/** Time for which writes run alone before the first burst. */
const beforeMs = 1_000;

export interface Waits {
  /** Results of the writes alone, and beside the bodies. */
  readonly alone: LoadResult;
  readonly beside: LoadResult;
  /** Counts the responses to bodies by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly burstMs: readonly number[];
  /** The longest turn of the event loop in each kind of thread meanwhile. */
  readonly holds: Readonly<Record<string, number>>;
}

const runWrites = async ({ neighbour }: Measured): Promise<LoadResult> =>
  runLoad({
    address: neighbour.server.address,
    headers: { authorization: `Bearer ${neighbour.token}`, 'content-type': 'application/json' },
    connections: 32,
    seconds,
    perSecond: 50,
    requests: await updatesOf(
      neighbour,
      neighbour.orders.map(({ id }) => id),
      [setEmail],
    ),
  });

export const measureWaits = async (measured: Measured, worst: readonly HostileBody[]): Promise<Waits> => {
  const { world, holdsFile } = measured;
  const makers = await Promise.all(worst.map(({ make }) => make(world)));
  const alone = await runWrites(measured);
  truncateSync(holdsFile);
  const writes = runWrites(measured);
  await setTimeout(beforeMs);
  const statuses = new Map<number, number>();
  const burstMs: number[] = [];
  for (let burst = 0; burst < bursts; burst++) {
    const requests = await Promise.all(Array.from({ length: atOnce }, async (_, at) => makers[at % makers.length]!()));
    const startMs = performance.now();
    const answers = await Promise.all(requests.map(request => sendBody(world, request)));
    burstMs.push(performance.now() - startMs);
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const beside = await writes;
  return { alone, beside, statuses, burstMs, holds: readHolds(holdsFile) };
};
