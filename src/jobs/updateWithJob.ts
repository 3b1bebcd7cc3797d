/** Updates of resources that a job follows (notedJobs.ts). */
import { updateResource } from '../engine/commit/pipeline.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import type { Services } from '../services/services.js';
import type { ChangeSet } from '../store/ChangeSet.js';
import { listNotes, type NotedJob, notedJobs, noteRunId } from './notedJobs.js';

/** Requests a run for each note of a project. */
export const requestNotedRuns = async (
  { redis, store, search }: Services,
  projectKey: string,
  job: NotedJob,
): Promise<void> => {
  const noteIds = await listNotes(store, projectKey, job);
  if (noteIds.length === 0) return;
  // BullMQ is loaded when it is needed, since threads start faster without it.
  const [{ withQueue }, { requestRun }] = await Promise.all([import('./openQueue.js'), import('./openQueue.js')]);
  await withQueue(job.queueName, redis, async queue => {
    for (const noteId of noteIds) await requestRun(queue, noteRunId({ projectKey, noteId }), { projectKey, noteId });
  });
  // Starts the background thread where it is not running.
  search.notifyIndexer(projectKey);
};

/**
 * Updates a resource: commit → requestNotedRuns for each job of which the commit leaves a note. The periodic task finds
 * a note without a request.
 */
export const updateWithJob = async (services: Services, request: ResourceRequest): Promise<Response> => {
  const { engine, log } = services;
  const { store } = engine;
  const noted = new Set<NotedJob>();
  const commit = async (changeSet: ChangeSet): Promise<void> => {
    await store.commit(changeSet);
    for (const { typeId } of changeSet.writes)
      for (const job of notedJobs) if (job.noteTypeId === typeId) noted.add(job);
  };
  const response = await updateResource({ ...engine, store: { ...store, commit } }, request);
  const { projectKey } = request;
  for (const job of noted)
    requestNotedRuns(services, projectKey, job).catch((error: unknown) =>
      log.debug({ err: error, projectKey, queue: job.queueName }, 'requesting a job failed'),
    );
  return response;
};
