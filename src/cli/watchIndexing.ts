/** Waits for an indexing job, and shows how far it is: `search reindex --wait`, `search activate --wait`, `jobs watch`. */
import { setTimeout } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { indexingRunId } from '../jobs/indexingJob.js';
import { indexingQueueName } from '../jobs/queueNames.js';
import { requestRun } from '../jobs/requestRun.js';
import { openQueue } from '../jobs/openQueue.js';
import { type IndexingStatus, indexingStatusOf } from '../search/indexingControl.js';
import type { Services } from '../services/services.js';
import { createProgress } from './createProgress.js';
import { UsageError } from './withServices.js';

const lookMs = 200;
/** A server looks every five seconds whether another process made work for it. */
const takenMs = 10_000;

const withQueue = async <T>({ redis }: Services, work: (queue: Queue) => Promise<T>): Promise<T> => {
  // What fails is told by the call that fails.
  const queue = openQueue(indexingQueueName, redis).on('error', () => undefined);
  return work(queue).finally(() => queue.close());
};

/** Hands a job to the servers. The state of search names it already: without this they would find it within a minute. */
export const enqueue = (services: Services, projectKey: string, jobId: string): Promise<void> =>
  withQueue(services, queue => requestRun(queue, indexingRunId(projectKey, jobId), { projectKey, jobId }));

/** Behind other jobs it waits for a server that is there. */
const isIdle = (services: Services): Promise<boolean> =>
  withQueue(services, async queue => (await queue.getActiveCount()) === 0);

const gone = (projectKey: string, jobId: string): UsageError =>
  new UsageError(`The project '${projectKey}' has no indexing job '${jobId}'.`);

const untaken = (): UsageError =>
  new UsageError(
    'No running server has taken the job up. It begins as soon as one runs; quayside jobs watch shows it.',
  );

const follow = async (
  services: Services,
  projectKey: string,
  jobId: string,
  show: (status: IndexingStatus) => void,
): Promise<IndexingStatus> => {
  const startMs = performance.now();
  for (let isTaken = false; ; await setTimeout(lookMs)) {
    const status = await indexingStatusOf(services, projectKey, jobId);
    if (status === undefined) throw gone(projectKey, jobId);
    show(status);
    if (status.completed) return status;
    isTaken ||= (await services.search.states.read(projectKey))?.building !== undefined;
    if (!isTaken && performance.now() - startMs > takenMs && (await isIdle(services))) throw untaken();
  }
};

/** Says how it ended; one that was stopped is a failure of the command. */
export const watchIndexing = async (services: Services, projectKey: string, jobId: string): Promise<void> => {
  const progress = createProgress('orders indexed');
  const { nbrOfIndexedDocuments, nbrOfFailedDocuments, percentCompleted, failures } = await follow(
    services,
    projectKey,
    jobId,
    ({ nbrOfIndexedDocuments: indexed, nbrOfFailedDocuments: failed, totalNbrOfDocuments: total }) =>
      progress.update(indexed + failed, total),
  ).finally(progress.stop);
  if (percentCompleted < 100)
    throw new UsageError(`The indexing job '${jobId}' was stopped after ${nbrOfIndexedDocuments} orders.`);
  console.log(`${nbrOfIndexedDocuments} orders of ${projectKey} indexed, ${nbrOfFailedDocuments} failed`);
  for (const { id, reason } of failures) console.log(`${id}\t${reason}`);
};
