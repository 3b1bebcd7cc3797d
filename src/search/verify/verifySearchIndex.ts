/**
 * Compares the orders of a project with its search index, both ways, while they change. In steps: it takes no more memory
 * with a million orders than with a thousand.
 */
import { fail } from '../../errors/ApiError.js';
import type { Services } from '../../services/services.js';
import { wholeList } from '../../store/Store.js';
import { UnknownIndexError } from '../../store/SearchIndexes.js';
import { documentLayout } from '../documentLayout.js';
import { searchedIndex } from '../run/runSearch.js';
import type { Difference, DifferenceKind } from './Difference.js';
import { pagesOfDocuments, examineDocuments } from './examineDocuments.js';
import { type ExaminedIndex, examineOrders } from './examineOrders.js';
import { WaitBudget, confirmDifferences, type ConfirmedDifferences } from './confirmDifferences.js';

export interface VerifySearchOptions {
  /** Compares values of other resources too, which may be older (SEARCH054). */
  readonly references?: boolean;
  /** How long to wait in all for orders that the index has yet to follow. */
  readonly waitMs?: number;
  /** Differences that are listed; all are counted. */
  readonly listedMax?: number;
  /** Orders, then documents. */
  onProgress?(done: number, total: number): void;
}

export interface SearchVerification {
  readonly index: number;
  readonly orders: number;
  readonly documents: number;
  /** Orders that changed, which the index had yet to follow: not compared. */
  readonly pending: number;
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly differences: readonly Difference[];
  readonly isEqual: boolean;
}

type VerifyServices = Pick<Services, 'engine' | 'search' | 'store'>;

const stepSize = 200;
const attemptsMax = 5;

class Report {
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

interface Run extends ExaminedIndex, VerifyServices {
  readonly patience: WaitBudget;
  readonly report: Report;
  progress(count: number): void;
}

const ordersOf = async ({ store, projectKey }: Pick<Run, 'store' | 'projectKey'>): Promise<number> =>
  (await store.rankRange(projectKey, 'order', { by: 'id' }, wholeList)).to;

const walkOrders = async (run: Run): Promise<void> => {
  for (let place = ''; ; ) {
    const ids = await run.states.idsAfter(run.projectKey, place, stepSize);
    if (ids.length === 0) return;
    run.report.take(await confirmDifferences(ids, each => examineOrders(run, each), run.patience));
    run.progress(ids.length);
    place = ids.at(-1)!;
  }
};

const walkDocuments = async (run: Run): Promise<number> => {
  let documents = 0;
  for await (const { ids, ghosts } of pagesOfDocuments(searchedIndex(run, run.projectKey, run.number))) {
    if (ghosts > 0) run.report.add({ kind: 'ghost', detail: `the module finds ${ghosts} without a document` }, ghosts);
    run.report.take(await confirmDifferences(ids, each => examineDocuments(run, run.store, each), run.patience));
    run.progress(ids.length);
    documents += ids.length;
  }
  return documents;
};

/** Orders that come or go meanwhile are marked, or change the totals from one look to the next. */
const compareTotals = async (run: Run): Promise<void> => {
  const { find } = searchedIndex(run, run.projectKey, run.number);
  for (let before = ''; ; ) {
    const orders = await ordersOf(run);
    const marks = await run.states.markCount(run.projectKey);
    const { total } = await find('*', { sortBy: 'created', descending: true, offset: 0, limit: 1, content: false });
    const seen = `${total} ${orders}`;
    if (total === orders) return;
    const isSure = marks === 0 && before === seen;
    const isLate = marks > 0 && !(await run.patience.pause());
    // Each mark may be one order more or less.
    if (isSure || (isLate && Math.abs(total - orders) > marks))
      return run.report.add({
        kind: 'total',
        detail: `a search for everything tells ${total}, there are ${orders} orders`,
      });
    if (isLate) return;
    before = seen;
  }
};

const currentOf = async ({ search }: VerifyServices, projectKey: string): Promise<number> => {
  const state = await search.states.read(projectKey);
  if (state?.current === undefined)
    throw fail('ResourceNotFound', {
      message: `The project '${projectKey}' has no search index${state === undefined ? ': order search is not active' : ' yet'}.`,
    });
  if (state.layout !== documentLayout)
    throw fail('InvalidOperation', {
      message: `The search index of the project '${projectKey}' has layout ${state.layout}, this version compares layout ${documentLayout}: index the orders anew.`,
    });
  return state.current;
};

const examine = async (
  services: VerifyServices,
  projectKey: string,
  number: number,
  { references = false, waitMs = 10_000, listedMax = 100, onProgress }: VerifySearchOptions,
): Promise<SearchVerification> => {
  const {
    engine,
    search: { states, indexes },
    store,
  } = services;
  const report = new Report(listedMax);
  const orders = await ordersOf({ store, projectKey });
  let done = 0;
  const progress = (count: number): void => onProgress?.((done += count), Math.max(2 * orders, done));
  const run: Run = {
    ...services,
    engine,
    states,
    indexes,
    store,
    projectKey,
    number,
    references,
    patience: new WaitBudget(waitMs),
    report,
    progress,
  };
  await walkOrders(run);
  const documents = await walkDocuments(run);
  await compareTotals(run);
  const { counts, differences, pending } = report;
  return { index: number, orders, documents, pending, counts, differences, isEqual: Object.keys(counts).length === 0 };
};

/** Where a new index takes the place of the one that is compared, that one is compared from the start. */
export const verifySearchIndex = async (
  services: VerifyServices,
  projectKey: string,
  options: VerifySearchOptions = {},
): Promise<SearchVerification> => {
  await services.engine.settings(projectKey);
  for (let attempt = 1; ; attempt++) {
    const number = await currentOf(services, projectKey);
    const verification = await examine(services, projectKey, number, options).catch((error: unknown) => {
      if (error instanceof UnknownIndexError) return undefined;
      throw error;
    });
    const isStill = (await services.search.states.read(projectKey))?.current === number;
    if (verification !== undefined && isStill) return verification;
    if (isStill || attempt === attemptsMax)
      throw fail('ResourceNotFound', {
        message: `The search index ${number} of the project '${projectKey}' is gone: index the orders anew.`,
      });
  }
};
