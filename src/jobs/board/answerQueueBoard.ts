import type { BullBoardRequest } from '@bull-board/api/typings/app';
import type { Queue } from 'bullmq';
import type { Response } from '../../engine/ResourceRequest.js';
import { fail } from '../../errors/ApiError.js';
import type { Services } from '../../services/services.js';
import { openQueue, untilQueueReady } from '../openQueue.js';
import { projectQueueNames, scheduledQueueNames } from '../queueNames.js';
import { ProjectQueue } from './ProjectQueue.js';
import { QueueBoardAdapter } from './QueueBoardAdapter.js';

/** Scheduled jobs are shared: a run covers all projects. */
const queues = [
  ...projectQueueNames.map(name => ({ name, isShared: false })),
  ...Object.values(scheduledQueueNames).map(name => ({ name, isShared: true })),
];

type QueueBoardServices = Pick<Services, 'redis'>;

interface QueueBoard {
  readonly adapter: QueueBoardAdapter;
  readonly queues: readonly { readonly queue: Queue; readonly isShared: boolean }[];
}

const boards = new WeakMap<QueueBoardServices, QueueBoard>();

/** Errors of the connection are ignored here: a request that needs Redis while it is unavailable is refused. */
const openBoardQueue = (name: string, { redis }: QueueBoardServices): Queue =>
  openQueue(name, redis).on('error', () => undefined);

const boardOf = (services: QueueBoardServices): QueueBoard => {
  const board = boards.get(services) ?? {
    adapter: new QueueBoardAdapter(),
    queues: queues.map(({ name, isShared }) => ({ queue: openBoardQueue(name, services), isShared })),
  };
  boards.set(services, board);
  return board;
};

export interface QueueBoardRequest {
  readonly projectKey: string;
  /** The part after `/jobs/api/`. */
  readonly path: string;
  readonly query: string;
}

const unknownPath = (path: string) =>
  fail('ResourceNotFound', { message: `The page has no part 'api/${path.slice(0, 100)}'.` });

/** The answers change all the time and are only for the signed-in user. */
const headers = [['Cache-Control', 'no-store']] as const;

/** Answers a request of the queue page with the queues as one project may see them. */
export const answerQueueBoard = async (
  services: QueueBoardServices,
  { projectKey, path, query }: QueueBoardRequest,
): Promise<Response & { readonly headers: typeof headers }> => {
  const { adapter, queues: all } = boardOf(services);
  const match = adapter.match(`/api/${path}`);
  if (match === undefined) throw unknownPath(path);
  await Promise.all(all.map(({ queue }) => untilQueueReady(queue))).catch((error: unknown) => {
    // A queue whose first connection failed stays unusable: the next request opens others.
    boards.delete(services);
    throw error;
  });
  const projectQueues = all.map(({ queue, isShared }) => new ProjectQueue(queue, projectKey, isShared));
  const request: BullBoardRequest = {
    queues: new Map(projectQueues.map(queue => [queue.getName(), queue])),
    uiConfig: adapter.uiConfig,
    query: Object.fromEntries(new URLSearchParams(query)),
    params: match.parameters,
    body: {},
    headers: {},
  };
  const { status = 200, body } = await match.handler(request);
  return { status, body: JSON.stringify(body), headers };
};
