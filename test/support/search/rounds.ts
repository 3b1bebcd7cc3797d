/** Many generated requests against one ground, and what is told of the first ones that fail. */
import { Random } from '../../../src/seed/Random.js';
import { faultsOf, type Ground } from './agree.js';
import { requestOf } from './generate.js';
import { searchAll } from './oracle.js';
import { shrunk } from './shrink.js';
import type { WireRequest } from './wire.js';

/** A run of the same size with the same seed asks the same, but for ids, which are new in each. */
export const sizes = {
  orders: Number(process.env.SEARCH_ORACLE_ORDERS ?? 200),
  queries: Number(process.env.SEARCH_ORACLE_QUERIES ?? 300),
  seed: Number(process.env.SEARCH_ORACLE_SEED ?? 7),
};

const failuresMax = 5;
const queriesPerSeed = 1_000_003;

export const nthRequest = (
  seed: number,
  number: number,
  { orders, world }: Pick<Ground, 'orders' | 'world'>,
): WireRequest => requestOf({ random: new Random(seed * queriesPerSeed + number), orders, world });

const tell = async (
  number: number,
  seed: number,
  request: WireRequest,
  faults: readonly string[],
  ground: Ground,
): Promise<string> => {
  const small = await shrunk(request, faults, ground);
  return [
    `seed ${seed}, query ${number}: ${JSON.stringify(request)}`,
    `at its smallest: ${JSON.stringify(small.request)}`,
    ...small.faults,
  ].join('\n  ');
};

export interface Rounds {
  readonly failures: readonly string[] /** How many requests had hits, and how many had none. */;
  readonly some: number;
  readonly none: number;
}

/** Ends early when enough has failed. */
export const runRounds = async (ground: Ground, seed: number, from: number, count: number): Promise<Rounds> => {
  const failures: string[] = [];
  const found = { some: 0, none: 0 };
  for (let number = from; number < from + count && failures.length < failuresMax; number++) {
    const request = nthRequest(seed, number, ground);
    found[searchAll(request, ground.orders, ground.world).length > 0 ? 'some' : 'none']++;
    const faults = await faultsOf(request, ground);
    if (faults.length > 0) failures.push(await tell(number, seed, request, faults, ground));
  }
  return { failures, ...found };
};
