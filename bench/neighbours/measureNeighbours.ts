/** Sends heavy requests in one project, and measures how long another project waits meanwhile. */
import type { LoadRequest, Phase } from '../load/plan.js';
import { runOpenLoad } from '../load/runLoad.js';
import { orderUpdate } from '../cases/orderUpdate.js';
import { queryByOrderNumber } from '../cases/queries.js';
import { headersOf } from '../measure/measureSubject.js';
import type { BenchEnvironment, BenchWorld } from '../world/BenchWorld.js';
import { type HeavyAnswer, type HeavyRequest, heavyRequests } from './heavyRequests.js';

export interface NeighbourResult {
  readonly name: string;
  /** The heavy requests, one after the other; none in the first result. */
  readonly heavy: readonly HeavyAnswer[];
  /** The requests of the other project, which go through the workers: updates and queries in turn. */
  readonly beside: Phase;
}

/** Few enough that the generator and the server never lack processor time on two cores. */
const perSecond = 100;
const connections = 32;

const measureBeside = async (world: BenchWorld, seconds: number): Promise<Phase> => {
  const [updates, queries] = await Promise.all([orderUpdate.requests(world), queryByOrderNumber.requests(world)]);
  const requests = updates.flatMap((update, at): LoadRequest[] => [update, queries[at] ?? update]);
  const { overload } = await runOpenLoad({
    address: world.server.address,
    headers: headersOf(world, undefined),
    connections,
    seconds,
    perSecond,
    calmSeconds: 0,
    calmPerSecond: 0,
    requests,
  });
  return overload;
};

const measureHeavy = async (
  environment: BenchEnvironment,
  { name, prepare }: HeavyRequest,
  seconds: number,
): Promise<NeighbourResult> => {
  const send = await prepare(await environment.openWorld({ orders: 0 }));
  // An order is updated by one case only.
  const quiet = await environment.openWorld({ orders: 2_000 });
  const heavy: HeavyAnswer[] = [];
  const measuring = { isOver: false };
  const sending = (async () => {
    while (!measuring.isOver) {
      const { status, ms } = await send();
      heavy.push({ status, ms });
    }
  })();
  const beside = await measureBeside(quiet, seconds);
  measuring.isOver = true;
  await sending;
  return { name, heavy, beside };
};

/** The first result is of the other project alone. */
export const measureNeighbours = async (environment: BenchEnvironment, seconds: number): Promise<NeighbourResult[]> => {
  const alone = await measureBeside(await environment.openWorld({ orders: 2_000 }), seconds);
  const results: NeighbourResult[] = [{ name: 'nothing', heavy: [], beside: alone }];
  for (const one of heavyRequests) {
    console.error(`measuring beside ${one.name}`);
    results.push(await measureHeavy(environment, one, seconds));
  }
  return results;
};

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

const heavyText = (heavy: readonly HeavyAnswer[]): string => {
  const times = heavy.map(each => each.ms).sort((a, b) => a - b);
  const statuses = [...new Set(heavy.map(({ status }) => status))].join(', ');
  return `${heavy.length} with status ${statuses} in ${ms(times[0] ?? 0)} to ${ms(times.at(-1) ?? 0)}`;
};

const lineOf = ({ name, heavy, beside }: NeighbourResult): string => {
  const { accepted, sent, acceptedTimes: times } = beside;
  return [
    `beside ${name}${heavy.length === 0 ? '' : `: ${heavyText(heavy)}`}`,
    `  ${accepted} of ${sent} served, p50 ${ms(times.p50Ms)}, p99 ${ms(times.p99Ms)}, longest ${ms(times.maxMs)}; the generator was late by p99 ${ms(beside.ownLag.p99Ms)}, at most ${ms(beside.ownLag.maxMs)}`,
  ].join('\n');
};

export const formatNeighbours = (results: readonly NeighbourResult[]): string => results.map(lineOf).join('\n');
