/**
 * Jobs that follow a commit and that no crash may lose: the commit leaves a note, a resource that no client sees, and a
 * run for the note deletes it at its end.
 */
import type { TypeId } from '../engine/schema/TypeId.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { updateResource } from '../engine/commit/pipeline.js';
import type { DataStore } from '../store/DataStore.js';
import type { Services } from '../services/services.js';
import { categoryMovesQueueName, definitionChangesQueueName } from './queueNames.js';

export interface NotedJob {
  readonly queueName: string;
  readonly noteTypeId: TypeId;
  /** The updates that may leave a note: the types that they are about, and a word that must be in their body. */
  readonly follows: readonly TypeId[];
  readonly word: string;
}

export const categoryMoves: NotedJob = {
  queueName: categoryMovesQueueName,
  noteTypeId: 'category-move',
  follows: ['category'],
  word: 'changeParent',
};
export const definitionChanges: NotedJob = {
  queueName: definitionChangesQueueName,
  noteTypeId: 'definition-change',
  follows: ['product-type', 'type'],
  word: 'action',
};
export const notedJobs: readonly NotedJob[] = [categoryMoves, definitionChanges];

/** Notes of a project that runs are requested for at once; the next request finds the others. */
const notesMax = 100;

/** The ids of the notes whose run is not over. */
export const listNotes = (
  store: Pick<DataStore, 'idsInRange'>,
  projectKey: string,
  { noteTypeId }: NotedJob,
): Promise<string[]> => store.idsInRange(projectKey, noteTypeId, { by: 'id' }, { from: 0, to: notesMax });

export interface NotedRun {
  readonly projectKey: string;
  readonly noteId: string;
}

/** BullMQ takes no number as an id, and no colons. */
export const noteRunId = ({ projectKey, noteId }: NotedRun): string => `${projectKey}-${noteId}`;

/** Requests a run for each note of a project. */
export const requestNotedRuns = async (
  { redis, store, search }: Services,
  projectKey: string,
  job: NotedJob,
): Promise<void> => {
  const noteIds = await listNotes(store, projectKey, job);
  if (noteIds.length === 0) return;
  // BullMQ is loaded when it is needed, since threads start faster without it.
  const [{ withQueue }, { requestRun }] = await Promise.all([import('./openQueue.js'), import('./requestRun.js')]);
  await withQueue(job.queueName, redis, async queue => {
    for (const noteId of noteIds) await requestRun(queue, noteRunId({ projectKey, noteId }), { projectKey, noteId });
  });
  // Starts the background thread where it is not running.
  search.notifyIndexer(projectKey);
};

/** Updates a resource, and requests the job that follows; the periodic task finds a note without a request. */
export const updateWithJob = async (services: Services, request: ResourceRequest): Promise<Response> => {
  const response = await updateResource(services.engine, request);
  const { projectKey, resourceType } = request;
  const body = Buffer.from(request.body);
  for (const job of notedJobs)
    if (job.follows.includes(resourceType.typeId as TypeId) && body.includes(job.word))
      requestNotedRuns(services, projectKey, job).catch((error: unknown) =>
        services.log.debug({ err: error, projectKey, queue: job.queueName }, 'requesting a job failed'),
      );
  return response;
};
