/** Compares generated search requests with the oracle and describes the first failures. */
import { Random } from '../../../examples/sample-shop/choices.js';
import { findFaults, type SearchFixture } from './findFaults.js';
import { randomSearchRequest } from './randomSearchRequest.js';
import { searchAll } from './oracle.js';
import { rounds } from '../../support/rounds.js';
import { shrinkRequest } from './shrinkRequest.js';
import type { WireRequest } from '../../support/search/wire.js';

/** Runs of one size and seed send the same requests, except for random ids. */
export const sizes = {
  orders: Number(process.env.SEARCH_ORACLE_ORDERS ?? 200),
  queries: Number(process.env.SEARCH_ORACLE_QUERIES ?? rounds(300, 100)),
  seed: Number(process.env.SEARCH_ORACLE_SEED ?? 7),
};

const failuresMax = 5;
const queriesPerSeed = 1_000_003;

export const nthRequest = (
  seed: number,
  number: number,
  { orders, projectData }: Pick<SearchFixture, 'orders' | 'projectData'>,
): WireRequest => randomSearchRequest({ random: new Random(seed * queriesPerSeed + number), orders, projectData });

const describeFailure = async (
  number: number,
  seed: number,
  request: WireRequest,
  faults: readonly string[],
  fixture: SearchFixture,
): Promise<string> => {
  const small = await shrinkRequest(request, faults, fixture);
  return [
    `seed ${seed}, query ${number}: ${JSON.stringify(request)}`,
    `smallest failing request: ${JSON.stringify(small.request)}`,
    ...small.faults,
  ].join('\n  ');
};

export interface ComparisonResult {
  readonly failures: readonly string[];
  /** The number of requests with hits. */
  readonly some: number;
  /** The number of requests without hits. */
  readonly none: number;
}

/** Compares the results, and stops after a few failures. */
export const runComparison = async (
  fixture: SearchFixture,
  seed: number,
  from: number,
  count: number,
): Promise<ComparisonResult> => {
  const failures: string[] = [];
  const found = { some: 0, none: 0 };
  for (let number = from; number < from + count && failures.length < failuresMax; number++) {
    const request = nthRequest(seed, number, fixture);
    found[searchAll(request, fixture.orders, fixture.projectData).length > 0 ? 'some' : 'none']++;
    const faults = await findFaults(request, fixture);
    if (faults.length > 0) failures.push(await describeFailure(number, seed, request, faults, fixture));
  }
  return { failures, ...found };
};
