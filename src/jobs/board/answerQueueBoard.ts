/** What the queue page asks for, answered by the package @bull-board/api: a server adapter that is called with a path. */
import { createBullBoard } from '@bull-board/api';
import type { AppControllerRoute, BullBoardRequest, IServerAdapter, UIConfig } from '@bull-board/api/typings/app';
import type { Queue } from 'bullmq';
import type { Response } from '../../engine/ResourceRequest.js';
import { fail } from '../../errors/ApiError.js';
import type { Services } from '../../services/services.js';
import { indexingQueueName, scheduledQueueNames } from '../queueNames.js';
import { ProjectQueue } from './ProjectQueue.js';
import { openQueue } from '../JobQueues.js';

/** Those on a schedule run for all projects at once. */
const queueNames = [
  { name: indexingQueueName, isShared: false },
  ...Object.values(scheduledQueueNames).map(name => ({ name, isShared: true })),
];

type Handler = AppControllerRoute['handler'];
interface Path {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly handler: Handler;
}

const pathOf = (route: string, handler: Handler): Path => ({
  pattern: new RegExp(`^${route.replace(/:\w+/g, '([^/]+)')}$`),
  names: [...route.matchAll(/:(\w+)/g)].map(([, name]) => name!),
  handler,
});

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** Takes what the board has to say, and serves of it what only reads. */
class QueueBoardAdapter implements IServerAdapter {
  paths: readonly Path[] = [];
  uiConfig: UIConfig = {};

  setQueues(): this {
    return this;
  }
  setViewsPath(): this {
    return this;
  }
  setStaticPath(): this {
    return this;
  }
  setEntryRoute(): this {
    return this;
  }
  /** What goes wrong is told as everywhere else. */
  setErrorHandler(): this {
    return this;
  }
  setUIConfig(config: UIConfig): this {
    this.uiConfig = config;
    return this;
  }
  setApiRoutes(routes: AppControllerRoute[]): this {
    this.paths = routes
      .filter(({ method }) => list(method).includes('get'))
      .flatMap(({ route, handler }) => list(route).map(each => pathOf(each, handler)));
    return this;
  }
}

const createAdapter = (): QueueBoardAdapter => {
  const serverAdapter = new QueueBoardAdapter();
  createBullBoard({ queues: [], serverAdapter, options: { uiConfig: { hideRedisDetails: true, showWorkers: false } } });
  return serverAdapter;
};

interface Board {
  readonly adapter: QueueBoardAdapter;
  readonly queues: readonly { readonly queue: Queue; readonly isShared: boolean }[];
}

const boards = new WeakMap<Services, Board>();

/** Who asks while Redis is away is told; nobody else needs to know. */
const opened = (name: string, { redis }: Services): Queue => openQueue(name, redis).on('error', () => undefined);

const boardOf = (services: Services): Board => {
  const known = boards.get(services) ?? {
    adapter: createAdapter(),
    queues: queueNames.map(({ name, isShared }) => ({ queue: opened(name, services), isShared })),
  };
  boards.set(services, known);
  return known;
};

export interface QueueBoardRequest {
  readonly projectKey: string;
  /** Behind `/jobs/api/`. */
  readonly path: string;
  readonly query: string;
}

const noPath = (path: string) =>
  fail('ResourceNotFound', { message: `The page has no part 'api/${path.slice(0, 100)}'.` });

/** Uncached: what it shows changes all the time, and is for who is signed in. */
const headers = [['Cache-Control', 'no-store']] as const;

export const answerQueueBoard = async (
  services: Services,
  { projectKey, path, query }: QueueBoardRequest,
): Promise<Response & { readonly headers: typeof headers }> => {
  const { adapter, queues } = boardOf(services);
  const found = adapter.paths
    .map(each => ({ ...each, match: each.pattern.exec(`/api/${path}`) }))
    .find(({ match }) => match !== null);
  if (found === undefined) throw noPath(path);
  const params = Object.fromEntries(found.names.map((name, at) => [name, found.match![at + 1]!]));
  const own = queues.map(({ queue, isShared }) => new ProjectQueue(queue, projectKey, isShared));
  const request: BullBoardRequest = {
    queues: new Map(own.map(queue => [queue.getName(), queue])),
    uiConfig: adapter.uiConfig,
    query: Object.fromEntries(new URLSearchParams(query)),
    params,
    body: {},
    headers: {},
  };
  const { status = 200, body } = await found.handler(request);
  return { status, body: JSON.stringify(body), headers };
};
