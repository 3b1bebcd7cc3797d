import { fail, invalidOperation } from '../../../base/errors/ApiError.js';
import type { Engine } from '../../../engine/Engine.js';
import type { RedisClient } from '../../../base/redis/connect.js';
import type { DataStore } from '../../../store/DataStore.js';
import { parseKey } from '../../../store/parseKey.js';
import { StoredKeys } from '../../../store/StoredKeys.js';
import { UnknownIndexError } from '../../../search/SearchIndexes.js';
import type { TypeSearch } from '../../../search/TypeSearch.js';
import { searchedIndex } from '../../../search/run/findCandidates.js';
import { DifferenceReport, confirmDifferences, WaitBudget } from '../DifferenceReport.js';
import type { SearchDifferenceKind } from './SearchDifference.js';
import { pagesOfDocuments, examineDocuments } from './examineDocuments.js';
import { type ExaminedIndex, examineResources } from './examineResources.js';
import { leftKeysOf } from '../findLeftKeys.js';
import { compareTotals, countResources } from './compareTotals.js';

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

export interface VerifySearchServices {
  readonly engine: Engine;
  readonly search: TypeSearch;
  readonly store: DataStore;
  readonly redis: RedisClient;
}

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
  for await (const { ids, ghosts } of pagesOfDocuments(
    searchedIndex(run, run.type.typeId, run.projectKey, run.number),
  )) {
    if (ghosts > 0)
      run.report.add({ kind: 'ghost', subject: '', detail: `the index finds ${ghosts} without a document` }, ghosts);
    await run.report.addConfirmed(
      await confirmDifferences(ids, each => examineDocuments(run, run.store, each), run.waitBudget),
    );
    run.progress(ids.length);
    documents += ids.length;
  }
  return documents;
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
  const {
    engine,
    search: { type, states, indexes },
    store,
  } = services;
  const report = new DifferenceReport<SearchDifferenceKind>(listedMax);
  const resources = await countResources({ type, store, projectKey });
  let done = 0;
  const progress = (count: number): void => onProgress?.((done += count), Math.max(2 * resources, done));
  const run: VerificationRun = {
    ...services,
    type,
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
