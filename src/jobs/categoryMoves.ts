/** Requests runs of the job `category-moves`. */
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { updateResource } from '../engine/commit/pipeline.js';
import type { DataStore } from '../store/DataStore.js';
import type { Services } from '../services/services.js';
import { categoryMovesQueueName } from './queueNames.js';

/** Moves of a project that are requested at once; the next request finds the others. */
const movesMax = 100;

/** The ids of the moves whose run is not over. */
export const listMoves = (store: Pick<DataStore, 'idsInRange'>, projectKey: string): Promise<string[]> =>
  store.idsInRange(projectKey, 'category-move', { by: 'id' }, { from: 0, to: movesMax });

/** BullMQ takes no number as an id, and no colons. */
export const moveRunId = (projectKey: string, moveId: string): string => `${projectKey}-${moveId}`;

export const requestMoves = async ({ redis, store, search }: Services, projectKey: string): Promise<void> => {
  const moveIds = await listMoves(store, projectKey);
  if (moveIds.length === 0) return;
  // BullMQ is loaded when it is needed, since threads start faster without it.
  const [{ withQueue }, { requestRun }] = await Promise.all([import('./openQueue.js'), import('./requestRun.js')]);
  await withQueue(categoryMovesQueueName, redis, async queue => {
    for (const moveId of moveIds) await requestRun(queue, moveRunId(projectKey, moveId), { projectKey, moveId });
  });
  // Starts the background thread where it is not running.
  search.notifyIndexer(projectKey);
};

/** Updates a category, and requests the job that follows a move; the periodic task finds a move without a request. */
export const updateCategory = async (services: Services, request: ResourceRequest): Promise<Response> => {
  const response = await updateResource(services.engine, request);
  if (Buffer.from(request.body).includes('changeParent'))
    requestMoves(services, request.projectKey).catch((error: unknown) =>
      services.log.debug({ err: error, projectKey: request.projectKey }, 'requesting the job of a move failed'),
    );
  return response;
};
