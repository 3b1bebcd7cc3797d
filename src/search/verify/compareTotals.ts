import { type Store, wholeList } from '../../store/Store.js';
import { searchedIndex } from '../run/SearchedIndex.js';
import type { WaitBudget } from './confirmDifferences.js';
import type { Difference } from './Difference.js';
import type { ExaminedIndex } from './examineOrders.js';

interface TotalsRun extends ExaminedIndex {
  readonly store: Store;
  readonly waitBudget: WaitBudget;
}

export const countOrders = async ({ store, projectKey }: Pick<TotalsRun, 'store' | 'projectKey'>): Promise<number> =>
  (await store.rankRange(projectKey, 'order', { by: 'id' }, wholeList)).to;

interface Totals {
  readonly orders: number;
  /** Orders that a search for everything finds. */
  readonly found: number;
  /** The most orders by which commits and dirty marks may have made the two differ. */
  readonly changes: number;
  /** Identifies the totals and the commits that led to them. */
  readonly signature: string;
}

const readTotals = async (run: TotalsRun): Promise<Totals> => {
  const { store, states, projectKey, number } = run;
  const before = await store.commitCount(projectKey);
  const orders = await countOrders(run);
  const marks = await states.markCount(projectKey);
  const { find } = searchedIndex(run, projectKey, number);
  const { total: found } = await find('*', {
    sortBy: 'created',
    descending: true,
    offset: 0,
    limit: 1,
    content: false,
  });
  const after = await store.commitCount(projectKey);
  const changes = marks + Number(after) - Number(before);
  return { orders, found, changes, signature: `${before} ${orders} ${found}` };
};

/**
 * Compares the number of orders with that of the index while both may change. A difference is certain when two reads see
 * it without a dirty mark and without a commit in between, or when it is larger than what still changes at the end of
 * the time.
 */
export const compareTotals = async (run: TotalsRun): Promise<Difference | undefined> => {
  for (let quiet: string | undefined; ; ) {
    const { orders, found, changes, signature } = await readTotals(run);
    if (found === orders) return undefined;
    const difference: Difference = {
      kind: 'total',
      detail: `a search for everything finds ${found} orders, but there are ${orders}`,
    };
    if (changes === 0 && quiet === signature) return difference;
    const isFirstOfTwo = changes === 0 && quiet === undefined;
    if (!isFirstOfTwo && !(await run.waitBudget.pause()))
      return Math.abs(found - orders) > changes ? difference : undefined;
    quiet = changes === 0 ? signature : undefined;
  }
};
