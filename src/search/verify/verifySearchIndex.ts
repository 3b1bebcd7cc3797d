import { fail } from '../../errors/ApiError.js';
import type { Engine } from '../../engine/Engine.js';
import type { RedisClient } from '../../redis/connect.js';
import type { Store } from '../../store/Store.js';
import { StoredKeys } from '../../store/StoredKeys.js';
import { UnknownIndexError } from '../../store/SearchIndexes.js';
import { activationHint } from '../activationHint.js';
import { documentLayout } from '../documentLayout.js';
import type { OrderSearch } from '../OrderSearch.js';
import { searchedIndex } from '../run/SearchedIndex.js';
import type { Difference, DifferenceKind } from './Difference.js';
import { pagesOfDocuments, examineDocuments } from './examineDocuments.js';
import { type ExaminedIndex, examineOrders } from './examineOrders.js';
import { leftKeysOf } from './findLeftKeys.js';
import { WaitBudget, confirmDifferences, type ConfirmedDifferences } from './confirmDifferences.js';
import { compareTotals, countOrders } from './compareTotals.js';

export interface VerifySearchOptions {
  /** Whether to compare values of referenced resources too, which may be older (SEARCH054). */
  readonly references?: boolean;
  /** Whether to look for keys of the project that belong to nothing, among all keys of the server; true by default. */
  readonly leftKeys?: boolean;
  /** Total time to wait for orders with dirty marks. */
  readonly waitMs?: number;
  /** Number of differences to list; all are counted. */
  readonly listedMax?: number;
  /** Is called with the number of compared orders and documents. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface SearchVerification {
  readonly index: number;
  readonly orders: number;
  readonly documents: number;
  /** Orders that were not compared because they changed and still had a dirty mark. */
  readonly pending: number;
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly differences: readonly Difference[];
  readonly isEqual: boolean;
}

export interface VerifySearchServices {
  readonly engine: Engine;
  readonly search: OrderSearch;
  readonly store: Store;
  readonly redis: RedisClient;
}

const stepSize = 200;
const attemptsMax = 5;

class DifferenceReport {
  readonly counts: Partial<Record<DifferenceKind, number>> = {};
  readonly differences: Difference[] = [];
  pending = 0;

  constructor(private readonly listedMax: number) {}

  add({ kind, id, detail }: Difference, count = 1): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + count;
    if (this.differences.length < this.listedMax)
      this.differences.push({ kind, ...(id !== undefined && { id }), detail });
  }

  take({ differences, pending }: ConfirmedDifferences): void {
    for (const difference of differences) this.add(difference);
    this.pending += pending.length;
  }
}

interface VerificationRun extends ExaminedIndex, VerifySearchServices {
  readonly waitBudget: WaitBudget;
  readonly report: DifferenceReport;
  progress(count: number): void;
}

const walkOrders = async (run: VerificationRun): Promise<void> => {
  for (let place = ''; ; ) {
    const ids = await run.states.idsAfter(run.projectKey, place, stepSize);
    const lastId = ids.at(-1);
    if (lastId === undefined) return;
    run.report.take(await confirmDifferences(ids, each => examineOrders(run, each), run.waitBudget));
    run.progress(ids.length);
    place = lastId;
  }
};

const walkDocuments = async (run: VerificationRun): Promise<number> => {
  let documents = 0;
  for await (const { ids, ghosts } of pagesOfDocuments(searchedIndex(run, run.projectKey, run.number))) {
    if (ghosts > 0) run.report.add({ kind: 'ghost', detail: `the index finds ${ghosts} without a document` }, ghosts);
    run.report.take(await confirmDifferences(ids, each => examineDocuments(run, run.store, each), run.waitBudget));
    run.progress(ids.length);
    documents += ids.length;
  }
  return documents;
};

const reportLeftKeys = async (run: VerificationRun): Promise<void> => {
  const { engine, projectKey, redis, states } = run;
  const storedKeys = new StoredKeys(redis);
  for await (const { key, reason } of leftKeysOf({
    projectKey,
    states,
    storedKeys,
    resourceTypes: engine.resourceTypes,
  }))
    run.report.add({ kind: 'left', id: key, detail: reason });
};

const currentIndexOf = async ({ search }: VerifySearchServices, projectKey: string): Promise<number> => {
  const state = await search.states.read(projectKey);
  if (state?.current === undefined)
    throw fail('ResourceNotFound', {
      message: `The project '${projectKey}' has no search index${state === undefined ? `: order search is not active. ${activationHint(projectKey)}` : ' yet.'}`,
    });
  if (state.layout !== documentLayout)
    throw fail('InvalidOperation', {
      message: `The search index of the project '${projectKey}' has layout ${state.layout}, but this version compares layout ${documentLayout}. Index the orders again.`,
    });
  return state.current;
};

const compareIndex = async (
  services: VerifySearchServices,
  projectKey: string,
  number: number,
  { references = false, leftKeys = true, waitMs = 10_000, listedMax = 100, onProgress }: VerifySearchOptions,
): Promise<SearchVerification> => {
  const {
    engine,
    search: { states, indexes },
    store,
  } = services;
  const report = new DifferenceReport(listedMax);
  const orders = await countOrders({ store, projectKey });
  let done = 0;
  const progress = (count: number): void => onProgress?.((done += count), Math.max(2 * orders, done));
  const run: VerificationRun = {
    ...services,
    engine,
    states,
    indexes,
    store,
    projectKey,
    number,
    references,
    waitBudget: new WaitBudget(waitMs),
    report,
    progress,
  };
  await walkOrders(run);
  const documents = await walkDocuments(run);
  const wrongTotal = await compareTotals(run);
  if (wrongTotal !== undefined) report.add(wrongTotal);
  if (leftKeys) await reportLeftKeys(run);
  const { counts, differences, pending } = report;
  return { index: number, orders, documents, pending, counts, differences, isEqual: Object.keys(counts).length === 0 };
};

/**
 * Compares the orders of a project with its search index in both directions, while both may change. It works in steps,
 * so that memory does not grow with the number of orders. When a new index replaces the compared one, it starts again.
 */
export const verifySearchIndex = async (
  services: VerifySearchServices,
  projectKey: string,
  options: VerifySearchOptions = {},
): Promise<SearchVerification> => {
  await services.engine.settings(projectKey);
  for (let attempt = 1; ; attempt++) {
    const number = await currentIndexOf(services, projectKey);
    const verification = await compareIndex(services, projectKey, number, options).catch((error: unknown) => {
      if (error instanceof UnknownIndexError) return undefined;
      throw error;
    });
    const isStillCurrent = (await services.search.states.read(projectKey))?.current === number;
    if (verification !== undefined && isStillCurrent) return verification;
    if (isStillCurrent || attempt === attemptsMax)
      throw fail('ResourceNotFound', {
        message: `The search index ${number} of the project '${projectKey}' is gone. Index the orders again.`,
      });
  }
};
