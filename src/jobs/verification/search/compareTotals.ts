import { searchedIndex } from '../../../search/run/findCandidates.js';
import { type DataStore, wholeList } from '../../../store/DataStore.js';
import { confirmDifferences, type WaitBudget, type Finding } from '../DifferenceReport.js';
import type { ExaminedIndex } from './examineResources.js';
import type { SearchDifference } from './SearchDifference.js';

interface TotalsRun extends ExaminedIndex {
  readonly store: DataStore;
  readonly waitBudget: WaitBudget;
}

export const countResources = async ({
  type,
  store,
  projectKey,
}: Pick<TotalsRun, 'type' | 'store' | 'projectKey'>): Promise<number> =>
  (await store.rankRange(projectKey, type.typeId, { by: 'id' }, wholeList)).to;

interface Totals {
  readonly resources: number;
  /** Resources that a search for everything finds. */
  readonly found: number;
  /** The most resources by which commits and dirty marks can explain that the two differ. */
  readonly changes: number;
}

const readTotals = async (run: TotalsRun): Promise<Totals> => {
  const { store, states, projectKey, number } = run;
  const before = await store.commitCount(projectKey);
  const resources = await countResources(run);
  const marks = await states.markCount(projectKey);
  const { find } = searchedIndex(run, run.type.typeId, projectKey, number);
  const { total: found } = await find('*', {
    sortBy: 'created',
    descending: true,
    offset: 0,
    limit: 1,
    content: false,
  });
  const after = await store.commitCount(projectKey);
  return { resources, found, changes: marks + Number(after) - Number(before) };
};

/**
 * Compares the number of resources with that of the index while both may change. A difference is certain when no dirty
 * mark and no commit comes between the reads that see it, or when it is larger than what still changes at the end of
 * the time.
 */
export const compareTotals = async (run: TotalsRun): Promise<SearchDifference | undefined> => {
  let totals: Totals = { resources: 0, found: 0, changes: 0 };
  const examine = async (): Promise<Finding<string, 'total'>[]> => {
    totals = await readTotals(run);
    const { resources, found, changes } = totals;
    if (found === resources) return [];
    const detail = `a search for everything finds ${found} ${run.type.plural}, but there are ${resources}`;
    return [{ kind: 'total', subject: '', detail, source: run.projectKey, isPending: changes > 0 }];
  };
  const { differences, pending } = await confirmDifferences([run.projectKey], examine, run.waitBudget);
  const isLarger = Math.abs(totals.found - totals.resources) > totals.changes;
  return differences[0] ?? (isLarger ? pending[0] : undefined);
};
