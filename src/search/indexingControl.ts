/** What clients may do with the indexing of orders (INDEX002 to INDEX009). */
import { randomUUID } from 'node:crypto';
import type { IndexingFailure } from '../store/SearchStates.js';
import { documentLayout } from './documentLayout.js';
import type { OrderSearch } from './OrderSearch.js';

export interface IndexingControlServices {
  readonly search: OrderSearch;
}

/** INDEX003: one job at a time. Both are absent where search is deactivated: there is nothing to index into. */
export interface ReindexingStart {
  readonly indexingJobId?: string;
  readonly existingIndexingJobId?: string;
}

export interface IndexingStatus {
  readonly nbrOfIndexedDocuments: number;
  readonly nbrOfFailedDocuments: number;
  readonly totalNbrOfDocuments: number;
  /** 0 to 100, whole. */
  readonly percentCompleted: number;
  /** The job is over: done, stopped, or its index is gone. */
  readonly completed: boolean;
  /** Orders that could not be indexed, a thousand at most. */
  readonly failures: readonly IndexingFailure[];
}

export interface SearchIndexPresence {
  readonly searchableIndexExists: boolean;
  readonly newInProgress: boolean;
}

export const startReindexing = async (
  { search }: IndexingControlServices,
  projectKey: string,
): Promise<ReindexingStart> => {
  const id = randomUUID();
  const job = await search.states.requestJob(projectKey, id);
  if (job === undefined) return {};
  search.notifyIndexer(projectKey);
  return job === id ? { indexingJobId: id } : { existingIndexingJobId: job };
};

const percent = (done: number, total: number): number => (total === 0 ? 100 : Math.floor((100 * done) / total));

/** Undefined for an id that is none of the project's jobs, or of one that ended thirty days ago. */
export const indexingStatusOf = async (
  { search: { states } }: IndexingControlServices,
  projectKey: string,
  jobId: string,
): Promise<IndexingStatus | undefined> => {
  // In this turn: a job that ends between the two has its end in the record.
  const state = await states.read(projectKey);
  const record = await states.jobRecord(projectKey, jobId);
  if (record === undefined) return undefined;
  const { indexed, failed, failures, completedAtMs } = record;
  const done = indexed + failed;
  const isDone = completedAtMs !== undefined;
  // Orders that came or went during the walk move the total.
  const total = isDone ? done : Math.max(record.total, done);
  return {
    nbrOfIndexedDocuments: indexed,
    nbrOfFailedDocuments: failed,
    totalNbrOfDocuments: total,
    failures,
    percentCompleted: isDone ? 100 : Math.min(99, percent(done, total)),
    completed: isDone || state?.jobId !== jobId,
  };
};

/** Ends the job under way; the index that is searched stays as it is, and goes on following the orders (INDEX007). */
export const stopIndexing = async ({ search }: IndexingControlServices, projectKey: string): Promise<string> => {
  const id = await search.states.stopJob(projectKey, documentLayout);
  if (id === undefined) return 'No indexing job is running.';
  search.notifyIndexer(projectKey);
  return `The indexing job '${id}' was stopped.`;
};

/** INDEX009 */
export const searchIndexPresence = async (
  { search: { states } }: IndexingControlServices,
  projectKey: string,
): Promise<SearchIndexPresence> => {
  const state = await states.read(projectKey);
  return { searchableIndexExists: state?.current !== undefined, newInProgress: state?.jobId !== undefined };
};
