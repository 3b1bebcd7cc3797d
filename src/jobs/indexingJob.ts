import type { Logger } from 'pino';
import { required } from '../base/errors/ApiError.js';
import { batchesOf } from '../base/lists.js';
import { bisectFailures } from '../search/bisectFailures.js';
import type { TypeSearch } from '../search/TypeSearch.js';
import type { IndexEntry } from '../search/SearchIndexes.js';
import type { IndexingFailure } from '../search/SearchStatus.js';
import { indexingQueueName } from './queueNames.js';
import { type Job, type JobRun, pauseJob } from './Job.js';

interface BuildOptions {
  readonly search: TypeSearch;
  readonly documentsOf: (projectKey: string, ids: readonly string[]) => Promise<readonly IndexEntry[]>;
  readonly log: Logger;
}

export interface IndexingJobOptions {
  readonly searches: ReadonlyMap<string, TypeSearch>;
  readonly documentsOf: (
    search: TypeSearch,
    projectKey: string,
    ids: readonly string[],
  ) => Promise<readonly IndexEntry[]>;
  readonly log: Logger;
  readonly lockMs?: number;
}

interface Build {
  readonly projectKey: string;
  readonly jobId: string;
  readonly number: number;
}

/** BullMQ does not allow colons in ids of runs. */
export const indexingRunId = (projectKey: string, jobId: string): string => `${projectKey}-${jobId}`;

const stepSize = 200;
/** A step is written in parts, so that the next part is built while Redis writes the current one. */
const partSize = 50;
/** Pause between two steps, for requests. */
const pauseMs = 5;
/** The old index is kept for this time, because searches may use a cached state for a second. */
const oldIndexKeptMs = 5_000;
const concurrency = 2;

/** Creates the index; undefined when the job has ended. */
const startBuild = async (
  { search: { type, states, indexes } }: BuildOptions,
  projectKey: string,
  jobId: string,
): Promise<Build | undefined> => {
  const number = await states.assignIndexNumber(projectKey, jobId);
  if (number === undefined) return undefined;
  await indexes.create(projectKey, type.typeId, number);
  if (await states.startBuild(projectKey, jobId, number)) return { projectKey, jobId, number };
  await states.abandonIndex(projectKey, number);
  return undefined;
};

interface StepResult {
  readonly indexed: number;
  readonly failures: readonly IndexingFailure[];
}

/**
 * Indexes resources into the new index. Those that were deleted meanwhile are not counted. Undefined when the job has
 * ended.
 */
const indexSome = async (
  { search: { type, states, indexes }, documentsOf, log }: BuildOptions,
  { projectKey, jobId, number }: Build,
  ids: readonly string[],
): Promise<StepResult | undefined> => {
  const state = await states.read(projectKey);
  if (state?.jobId !== jobId) return undefined;
  let indexed = 0;
  const write = async (part: readonly string[]): Promise<boolean> => {
    const entries = await documentsOf(projectKey, part);
    const numbers = { current: state.current, building: number };
    if (!(await indexes.fill(projectKey, type.typeId, numbers, entries))) return false;
    indexed += entries.filter(({ document }) => document !== undefined).length;
    return true;
  };
  const parts = await Promise.all(batchesOf(ids, partSize).map(part => bisectFailures(part, write)));
  if (parts.includes(undefined)) return undefined;
  const failed = parts.flatMap(part => part ?? []);
  for (const { id, error } of failed)
    log.error({ err: error, projectKey, typeId: type.typeId, resourceId: id }, 'indexing of a resource failed');
  return {
    indexed,
    failures: failed.map(({ id, error }) => ({ id, reason: error instanceof Error ? error.message : String(error) })),
  };
};

/** Indexes all resources, continuing after the last recorded step; false when the job has ended. */
const indexAll = async (options: BuildOptions, build: Build, signal: AbortSignal, jobRun: JobRun): Promise<boolean> => {
  const { states } = options.search;
  const { projectKey, jobId } = build;
  const record = await states.jobRecord(projectKey, jobId);
  let lastId = record?.lastId ?? '';
  let done = (record?.indexed ?? 0) + (record?.failed ?? 0);
  /** Indexes a step, and records it after those before it. */
  const indexStep = async (fromId: string, ids: readonly string[], before: Promise<boolean>): Promise<boolean> => {
    const indexing = indexSome(options, build, ids);
    const [isContinued, result] = await Promise.all([before, indexing]);
    if (!isContinued || result === undefined) return false;
    const step = { fromId, toId: ids.at(-1)!, ...result, failed: result.failures.length };
    if (!(await states.recordProgress(projectKey, jobId, step))) return false;
    done += ids.length;
    await jobRun.progress(Math.min(99, Math.floor((100 * done) / Math.max(1, record?.total ?? 0))));
    return true;
  };
  // One step is built while Redis writes the one before it.
  let last = Promise.resolve(true);
  try {
    for (;;) {
      await pauseJob(signal, pauseMs);
      const ids = await states.idsAfter(projectKey, lastId, stepSize);
      const toId = ids.at(-1);
      if (toId === undefined) return await last;
      const before = last;
      last = indexStep(lastId, ids, before);
      // It may fail before it is awaited.
      last.catch(() => undefined);
      if (!(await before)) return false;
      lastId = toId;
    }
  } finally {
    // A step that began is recorded, however the job ends.
    await last.catch(() => undefined);
  }
};

const run = async (options: IndexingJobOptions, signal: AbortSignal, jobRun: JobRun): Promise<string> => {
  const { searches, documentsOf, log } = options;
  // A run that an older version requested is for orders, and names no type.
  const { projectKey, jobId, typeId = 'order' } = jobRun.data as { projectKey: string; jobId: string; typeId?: string };
  const search = required(searches.get(typeId), `the search of the type '${typeId}'`);
  const building = { search, documentsOf: documentsOf.bind(undefined, search), log };
  const build = await startBuild(building, projectKey, jobId);
  if (build === undefined || !(await indexAll(building, build, signal, jobRun))) return 'over';
  const { documentLayout } = search.type;
  if (!(await search.states.activateIndex(projectKey, jobId, build.number, documentLayout, oldIndexKeptMs)))
    return 'over';
  await jobRun.progress(100);
  log.info({ projectKey, typeId, indexingJobId: jobId }, 'indexing of all resources completed');
  search.notifyIndexer(projectKey);
  return 'indexed';
};

/**
 * Builds a search index of all resources of a type beside the one that is searched, then replaces that one in a single
 * step. The search state names the job in progress (lua/include/searchState.lua); a run continues where the previous
 * run stopped.
 */
export const indexingJob = (options: IndexingJobOptions): Job => ({
  name: indexingQueueName,
  concurrency,
  lockMs: options.lockMs,
  run: (signal, jobRun) => run(options, signal, jobRun),
});
