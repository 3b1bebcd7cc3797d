/**
 * Builds a search index of all orders beside the one that is searched, and swaps them in one step. The state of search
 * says which job is under way (lua/searchState.lua); this is who does it, from where the last one left off.
 */
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { bisectFailures } from '../search/bisectFailures.js';
import { documentLayout } from '../search/documentLayout.js';
import type { OrderSearch } from '../search/OrderSearch.js';
import type { IndexEntry } from '../store/searchIndexes.js';
import type { IndexingFailure } from '../store/searchStates.js';
import { indexingQueueName } from './queueNames.js';
import { JobInterruptedError, type JobRun, type Job } from './JobQueues.js';

export interface IndexingJobOptions {
  readonly search: OrderSearch;
  readonly documentsOf: (projectKey: string, ids: readonly string[]) => Promise<readonly IndexEntry[]>;
  readonly log: Logger;
}

interface Build {
  readonly projectKey: string;
  readonly jobId: string;
  readonly number: number;
}

/** Colons are not for job ids. */
export const runIdOf = (projectKey: string, jobId: string): string => `${projectKey}-${jobId}`;

const stepSize = 200;
/** Made in parts: while Redis writes one, the next is made. */
const partSize = 50;
/** Leaves room for requests between two steps. */
const pauseMs = 5;
/** A search goes by the old index for a second at most, then it ends. */
const restMs = 5_000;
const concurrency = 2;
const lockMs = 10_000;

/** Sets up the index; undefined when the job is over. */
const begin = async (
  { search: { states, indexes } }: IndexingJobOptions,
  projectKey: string,
  jobId: string,
): Promise<Build | undefined> => {
  const number = await states.assignIndexNumber(projectKey, jobId);
  if (number === undefined) return undefined;
  await indexes.create(projectKey, 'order', number);
  if (await states.startBuild(projectKey, jobId, number)) return { projectKey, jobId, number };
  await states.abandonIndex(projectKey, number);
  return undefined;
};

const partsOf = (ids: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / partSize) }, (_, at) => ids.slice(at * partSize, (at + 1) * partSize));

interface Filled {
  readonly indexed: number;
  readonly failures: readonly IndexingFailure[];
}

/** Orders that went in the meantime count as neither. Undefined when the job is over. */
const fill = async (
  { search: { states, indexes }, documentsOf, log }: IndexingJobOptions,
  { projectKey, jobId, number }: Build,
  ids: readonly string[],
): Promise<Filled | undefined> => {
  const state = await states.read(projectKey);
  if (state?.jobId !== jobId) return undefined;
  let indexed = 0;
  const write = async (part: readonly string[]): Promise<boolean> => {
    const entries = await documentsOf(projectKey, part);
    if (!(await indexes.fill(projectKey, 'order', { current: state.current, building: number }, entries))) return false;
    indexed += entries.filter(({ document }) => document !== undefined).length;
    return true;
  };
  const parts = await Promise.all(partsOf(ids).map(part => bisectFailures(part, write)));
  if (parts.includes(undefined)) return undefined;
  const broken = parts.flatMap(part => part ?? []);
  for (const { id, error } of broken)
    log.error({ err: error, projectKey, orderId: id }, 'an order could not be indexed');
  return {
    indexed,
    failures: broken.map(({ id, error }) => ({ id, reason: error instanceof Error ? error.message : String(error) })),
  };
};

/** Walks all orders from where the job is; false when the job is over. */
const walk = async (
  options: IndexingJobOptions,
  build: Build,
  signal: AbortSignal,
  { progress }: JobRun,
): Promise<boolean> => {
  const { states } = options.search;
  const { projectKey, jobId } = build;
  const record = await states.jobRecord(projectKey, jobId);
  let from = record?.lastId ?? '';
  let done = (record?.indexed ?? 0) + (record?.failed ?? 0);
  for (;;) {
    if (signal.aborted) throw new JobInterruptedError();
    const ids = await states.idsAfter(projectKey, from, stepSize);
    if (ids.length === 0) return true;
    const filled = await fill(options, build, ids);
    const to = ids.at(-1)!;
    if (
      filled === undefined ||
      !(await states.recordProgress(projectKey, jobId, {
        fromId: from,
        toId: to,
        ...filled,
        failed: filled.failures.length,
      }))
    )
      return false;
    from = to;
    done += ids.length;
    await progress(Math.min(99, Math.floor((100 * done) / Math.max(1, record?.total ?? 0))));
    await setTimeout(pauseMs);
  }
};

const run = async (options: IndexingJobOptions, signal: AbortSignal, asked: JobRun): Promise<string> => {
  const { search, log } = options;
  const { projectKey, jobId } = asked.data as { projectKey: string; jobId: string };
  const build = await begin(options, projectKey, jobId);
  if (build === undefined || !(await walk(options, build, signal, asked))) return 'over';
  if (!(await search.states.activateIndex(projectKey, jobId, build.number, documentLayout, restMs))) return 'over';
  await asked.progress(100);
  log.info({ projectKey, indexingJobId: jobId }, 'the orders were indexed');
  search.notifyIndexer(projectKey);
  return 'indexed';
};

export const indexingJob = (options: IndexingJobOptions): Job => ({
  name: indexingQueueName,
  concurrency,
  lockMs,
  run: (signal, asked) => run(options, signal, asked),
});
