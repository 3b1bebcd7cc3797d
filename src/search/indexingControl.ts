/** Operations on indexing for clients: start, watch and stop (INDEX002 to INDEX009). */
import { randomUUID } from 'node:crypto';
import { invalidOperation } from '../base/errors/ApiError.js';
import type { IndexingStatus } from './SearchStatus.js';
import type { TypeSearch } from './TypeSearch.js';

export interface IndexingControlServices {
  readonly search: TypeSearch;
}

/** The started job or the running one: a project has one job at a time for each search (INDEX003). */
export interface ReindexingStart {
  readonly indexingJobId?: string;
  readonly existingIndexingJobId?: string;
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
  if (job === undefined) {
    const { plural, activationHint } = search.type;
    throw invalidOperation(
      `The search of ${plural} is not active in the project '${projectKey}', so there is no index to fill. ` +
        activationHint(projectKey),
    );
  }
  search.notifyIndexer(projectKey);
  return job === id ? { indexingJobId: id } : { existingIndexingJobId: job };
};

const percent = (done: number, total: number): number => (total === 0 ? 100 : Math.floor((100 * done) / total));

/** Returns undefined for an unknown job, or one that ended more than thirty days ago. */
export const indexingStatusOf = async (
  { search: { states } }: IndexingControlServices,
  projectKey: string,
  jobId: string,
): Promise<IndexingStatus | undefined> => {
  // The state is read first, so that the record of a job that ends in between contains its end.
  const state = await states.read(projectKey);
  const record = await states.jobRecord(projectKey, jobId);
  if (record === undefined) return undefined;
  const { indexed, failed, failures, completedAtMs } = record;
  const done = indexed + failed;
  const isDone = completedAtMs !== undefined;
  // Resources that are created or deleted during the build change the total.
  const total = isDone ? done : Math.max(record.total, done);
  return {
    nbrOfIndexedDocuments: indexed,
    nbrOfFailedDocuments: failed,
    totalNbrOfDocuments: total,
    failures,
    percentCompleted: isDone ? 100 : Math.min(99, percent(done, total)),
    completed: isDone || state?.jobId !== jobId,
    ...(isDone && { completedAt: new Date(completedAtMs).toISOString() }),
  };
};

/** Stops the job in progress. The searched index stays and is still updated (INDEX007). */
export const stopIndexing = async ({ search }: IndexingControlServices, projectKey: string): Promise<string> => {
  const id = await search.states.stopJob(projectKey, search.type.documentLayout);
  if (id === undefined) return 'No indexing job is running.';
  search.notifyIndexer(projectKey);
  return `The indexing job '${id}' was stopped.`;
};

/** Tells whether the project has a searchable index, and whether a new one is being built (INDEX009). */
export const searchIndexPresence = async (
  { search: { states } }: IndexingControlServices,
  projectKey: string,
): Promise<SearchIndexPresence> => {
  const state = await states.read(projectKey);
  return { searchableIndexExists: state?.current !== undefined, newInProgress: state?.jobId !== undefined };
};
