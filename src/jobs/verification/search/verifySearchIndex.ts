import { fail, invalidOperation } from '../../../base/errors/ApiError.js';
import { wholeList } from '../../../store/DataStore.js';
import { parseKey } from '../../../store/parseKey.js';
import { StoredKeys } from '../../../store/StoredKeys.js';
import type { Services } from '../../../services/services.js';
import { UnknownIndexError } from '../../../search/SearchIndexes.js';
import { DifferenceReport, confirmDifferences, type Finding, WaitBudget } from '../DifferenceReport.js';
import type { SearchDifference, SearchDifferenceKind } from './SearchDifference.js';
import { pagesOfDocuments, examineDocuments } from './examineDocuments.js';
import { type ExaminedIndex, examineResources, searchedOf } from './examineResources.js';
import { findIds } from './findUnfound.js';
import { leftKeysOf } from '../findLeftKeys.js';

export interface VerifySearchOptions {
  /** True to compare values of referenced resources too, which may be older (SEARCH054). */
  readonly references?: boolean;
  /** True to look for keys of the project that belong to nothing, among all keys of the server; true by default. */
  readonly leftKeys?: boolean;
  /** Total time to wait for resources with dirty marks. */
  readonly waitMs?: number;
  /** Number of differences to list; all are counted. */
  readonly listedMax?: number;
  /** Is called with the number of compared resources and documents. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface SearchVerification {
  readonly index: number;
  readonly resources: number;
  readonly documents: number;
  /** Resources that were not compared because they changed and still had a dirty mark. */
  readonly pending: number;
  readonly counts: Readonly<Partial<Record<SearchDifferenceKind, number>>>;
  /** `id` is that of the resource, or the key in Redis, where the difference concerns a single one. */
  readonly differences: readonly {
    readonly kind: SearchDifferenceKind;
    readonly id?: string;
    readonly detail: string;
  }[];
  readonly isEqual: boolean;
}

/** `search` is that of the compared type. */
export type VerifySearchServices = Pick<Services, 'engine' | 'redis' | 'search' | 'store'>;

const stepSize = 200;
const attemptsMax = 5;

interface VerificationRun extends ExaminedIndex, VerifySearchServices {
  readonly waitBudget: WaitBudget;
  readonly report: DifferenceReport<SearchDifferenceKind>;
  progress(count: number): void;
}

const walkResources = async (run: VerificationRun): Promise<void> => {
  for (let place = ''; ; ) {
    const ids = await run.states.idsAfter(run.projectKey, place, stepSize);
    const lastId = ids.at(-1);
    if (lastId === undefined) return;
    await run.report.addConfirmed(await confirmDifferences(ids, each => examineResources(run, each), run.waitBudget));
    run.progress(ids.length);
    place = lastId;
  }
};

const walkDocuments = async (run: VerificationRun): Promise<number> => {
  let documents = 0;
  for await (const { ids, ghosts } of pagesOfDocuments(searchedOf(run))) {
    if (ghosts > 0)
      run.report.add({ kind: 'ghost', subject: '', detail: `the index finds ${ghosts} without a document` }, ghosts);
    await run.report.addConfirmed(await confirmDifferences(ids, each => examineDocuments(run, each), run.waitBudget));
    run.progress(ids.length);
    documents += ids.length;
  }
  return documents;
};

const countResources = async ({ store, projectKey, type }: ExaminedIndex): Promise<number> =>
  (await store.rankRange(projectKey, type.typeId, { by: 'id' }, wholeList)).to;

interface Totals {
  readonly resources: number;
  /** Resources that a search for everything finds. */
  readonly found: number;
  /** The most resources by which commits and dirty marks can explain that the two differ. */
  readonly changes: number;
}

const readTotals = async (run: VerificationRun): Promise<Totals> => {
  const { store, states, projectKey } = run;
  const before = await store.commitCount(projectKey);
  const resources = await countResources(run);
  const marks = await states.markCount(projectKey);
  const { total: found } = await findIds(searchedOf(run), '*', 1);
  const after = await store.commitCount(projectKey);
  return { resources, found, changes: marks + Number(after) - Number(before) };
};

/**
 * Compares the number of resources with that of the index while both may change. A difference is certain when no dirty
 * mark and no commit comes between the reads that see it, or when it is larger than what still changes at the end of
 * the time.
 */
const compareTotals = async (run: VerificationRun): Promise<SearchDifference | undefined> => {
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

/** Keys of other searches are reported by their own verification. */
const isOfSearch = ({ type, projectKey }: VerificationRun, key: string): boolean => {
  const parsed = parseKey(projectKey, key);
  const isSearchKey = parsed?.kind === 'searchDocument' || parsed?.kind === 'searchIndex';
  return !isSearchKey || parsed.typeId === type.typeId;
};

const reportLeftKeys = async (run: VerificationRun): Promise<void> => {
  const { type, engine, projectKey, redis, states } = run;
  const storedKeys = new StoredKeys(redis);
  for await (const { key, reason } of leftKeysOf({
    projectKey,
    searches: new Map([[type.typeId, { states }]]),
    storedKeys,
    resourceTypes: engine.resourceTypes,
  }))
    if (isOfSearch(run, key)) run.report.add({ kind: 'left', subject: key, detail: reason });
};

const currentIndexOf = async ({ search }: VerifySearchServices, projectKey: string): Promise<number> => {
  const { plural, documentLayout, activationHint } = search.type;
  const state = await search.states.read(projectKey);
  if (state?.current === undefined)
    throw fail('ResourceNotFound', {
      message:
        `The project '${projectKey}' has no search ` +
        `index${state === undefined ? `: the search of ${plural} is not active. ${activationHint(projectKey)}` : ' yet.'}`,
    });
  if (state.layout !== documentLayout)
    throw invalidOperation(
      `The search index of the project '${projectKey}' has layout ${state.layout}, but this version compares ` +
        `layout ${documentLayout}. Index the ${plural} again.`,
    );
  return state.current;
};

const compareIndex = async (
  services: VerifySearchServices,
  projectKey: string,
  number: number,
  { references = false, leftKeys = true, waitMs = 10_000, listedMax = 100, onProgress }: VerifySearchOptions,
): Promise<SearchVerification> => {
  const { type, states, indexes } = services.search;
  const report = new DifferenceReport<SearchDifferenceKind>(listedMax);
  let done = 0;
  const run: VerificationRun = {
    ...services,
    type,
    states,
    indexes,
    projectKey,
    number,
    references,
    waitBudget: new WaitBudget(waitMs),
    report,
    progress: count => onProgress?.((done += count), Math.max(2 * resources, done)),
  };
  const resources = await countResources(run);
  await walkResources(run);
  const documents = await walkDocuments(run);
  const wrongTotal = await compareTotals(run);
  if (wrongTotal !== undefined) report.add(wrongTotal);
  if (leftKeys) await reportLeftKeys(run);
  const { counts, pending, isEmpty } = report;
  const differences = report.differences.map(({ kind, subject: id, detail }) => ({
    kind,
    ...(id !== '' && { id }),
    detail,
  }));
  return { index: number, resources, documents, pending, counts, differences, isEqual: isEmpty };
};

/**
 * Compares the resources of a type in a project with their search index in both directions, while both may change. It
 * works in steps, so that memory does not grow with their number. When a new index replaces the compared one, it starts
 * again.
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
        message:
          `The search index ${number} of the project '${projectKey}' is gone. ` +
          `Index the ${services.search.type.plural} again.`,
      });
  }
};
