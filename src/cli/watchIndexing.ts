/**
 * Waits for indexing jobs and shows their progress: `search reindex --wait`, `search activate --wait`, `jobs watch`.
 */
import { setTimeout } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { indexingRunId } from '../jobs/indexingJob.js';
import { indexingQueueName } from '../jobs/queueNames.js';
import { requestRun, withQueue } from '../jobs/openQueue.js';
import { indexingStatusOf } from '../search/indexingControl.js';
import type { IndexingStatus } from '../search/SearchStatus.js';
import type { Services } from '../services/services.js';
import { createProgress, tabLine } from './output.js';
import { UsageError } from './options.js';

const pollMs = 200;
/** A server checks every five seconds for work of other processes, and may have to start a thread for it. */
const startTimeoutMsDefault = 30_000;

const withIndexingQueue = <T>({ redis }: Services, work: (queue: Queue) => Promise<T>): Promise<T> =>
  withQueue(indexingQueueName, redis, work);

/** Adds a job to the queue of the servers. Without this they would find the job in the search state within a minute. */
export const enqueue = (services: Services, projectKey: string, jobId: string, typeId = 'order'): Promise<void> =>
  withIndexingQueue(services, queue =>
    requestRun(queue, indexingRunId(projectKey, jobId), { projectKey, typeId, jobId }),
  );

/** Tells whether no server runs an indexing job; otherwise the job waits for its turn. */
const isQueueIdle = (services: Services): Promise<boolean> =>
  withIndexingQueue(services, async queue => (await queue.getActiveCount()) === 0);

class JobNotStartedError extends UsageError {}

/** Follows a job to its end, and shows how many resources are indexed. */
const follow = async (
  services: Services,
  projectKey: string,
  jobId: string,
  startTimeoutMs = startTimeoutMsDefault,
): Promise<IndexingStatus> => {
  const progress = createProgress(`${services.search.type.plural} indexed`);
  const startMs = performance.now();
  try {
    for (let isStarted = false; ; await setTimeout(pollMs)) {
      const status = await indexingStatusOf(services, projectKey, jobId);
      if (status === undefined) throw new UsageError(`The project '${projectKey}' has no indexing job '${jobId}'.`);
      progress.update(status.nbrOfIndexedDocuments + status.nbrOfFailedDocuments, status.totalNbrOfDocuments);
      if (status.completed) return status;
      isStarted ||= (await services.search.states.read(projectKey))?.building !== undefined;
      if (!isStarted && performance.now() - startMs > startTimeoutMs && (await isQueueIdle(services)))
        throw new JobNotStartedError(
          'No running server has started the job. It starts as soon as a server runs; ' +
            'quayside jobs watch shows its progress.',
        );
    }
  } finally {
    progress.stop();
  }
};

/** Shows the progress and the result of a job; throws when the job was stopped, or when no server starts it in time. */
export const watchIndexing = async (
  services: Services,
  projectKey: string,
  jobId: string,
  startTimeoutMs?: number,
): Promise<void> => {
  const { plural } = services.search.type;
  const { nbrOfIndexedDocuments, nbrOfFailedDocuments, percentCompleted, failures } = await follow(
    services,
    projectKey,
    jobId,
    startTimeoutMs,
  );
  if (percentCompleted < 100)
    throw new UsageError(`The indexing job '${jobId}' was stopped after ${nbrOfIndexedDocuments} ${plural}.`);
  console.log(`${nbrOfIndexedDocuments} ${plural} of ${projectKey} indexed, ${nbrOfFailedDocuments} failed`);
  for (const { id, reason } of failures) console.log(tabLine(id, reason));
};

/** Tells whether a server carries out a job to its end; shows only the progress. */
export const isIndexedBy = async (services: Services, projectKey: string, jobId: string): Promise<boolean> => {
  try {
    return (await follow(services, projectKey, jobId)).percentCompleted === 100;
  } catch (error) {
    if (error instanceof JobNotStartedError) return false;
    throw error;
  }
};
