import { createBullBoard } from '@bull-board/api';
import type { AppControllerRoute, IServerAdapter, UIConfig } from '@bull-board/api/typings/app';

export type QueueBoardHandler = AppControllerRoute['handler'];

interface Route {
  readonly pattern: RegExp;
  readonly parameters: readonly string[];
  readonly handler: QueueBoardHandler;
}

export interface QueueBoardMatch {
  readonly handler: QueueBoardHandler;
  readonly parameters: Readonly<Record<string, string>>;
}

const routeOf = (path: string, handler: QueueBoardHandler): Route => ({
  pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`),
  parameters: [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []),
  handler,
});

const toArray = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** Server adapter of @bull-board/api: keeps the routes that only read, and finds the handler of a path. */
export class QueueBoardAdapter implements IServerAdapter {
  uiConfig: UIConfig = {};
  #routes: readonly Route[] = [];

  constructor() {
    createBullBoard({
      queues: [],
      serverAdapter: this,
      options: { uiConfig: { hideRedisDetails: true, showWorkers: false } },
    });
  }

  match(path: string): QueueBoardMatch | undefined {
    for (const { pattern, parameters, handler } of this.#routes) {
      const values = pattern.exec(path)?.slice(1);
      if (values !== undefined)
        return { handler, parameters: Object.fromEntries(parameters.map((name, at) => [name, values[at] ?? ''])) };
    }
    return undefined;
  }

  setApiRoutes(routes: AppControllerRoute[]): this {
    this.#routes = routes
      .filter(({ method }) => toArray(method).includes('get'))
      .flatMap(route => toArray(route.route).map(path => routeOf(path, request => route.handler(request))));
    return this;
  }
  setUIConfig(config: UIConfig): this {
    this.uiConfig = config;
    return this;
  }

  // The queues depend on the request; pages and errors are served as everywhere else.
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
  setErrorHandler(): this {
    return this;
  }
}
