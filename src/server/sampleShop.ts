/**
 * Creates sample data by the program in examples/sample-shop. This process answers its requests by the routes and
 * operations of the API, each at the time that the request has in the history of the shop. A client of a server cannot
 * choose the time.
 */
import { createHash } from 'node:crypto';
import type { Api, Moment } from '../../examples/sample-shop/Api.js';
import { startOfToday } from '../../examples/sample-shop/choices.js';
import { readContent } from '../../examples/sample-shop/content.js';
import { createShop, importOrders } from '../../examples/sample-shop/fillProject.js';
import type { Shop } from '../../examples/sample-shop/Shop.js';
import { packageFile } from '../base/config/packageFile.js';
import { dayMs } from '../base/durations.js';
import { valueOfField } from '../engine/define/addressPair.js';
import { type Engine, withClock } from '../engine/Engine.js';
import { routes } from '../http/routes/routes.js';
import { Router } from '../http/routing/Router.js';
import { assertNoShop, type SampleShopOptions } from '../jobs/sampleShopJob.js';
import type { Verb } from '../operations/verbs/Verb.js';
import type { Services } from '../services/services.js';

const content = (untilMs: number) => readContent(packageFile('examples/sample-shop/content/'), untilMs);

/** A UUID of version 4 that a text determines; it is a digest, since the short cycle of `Random` would repeat some. */
const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Answers requests at their moments, with ids that depend on the part of the shop alone. API extensions are not called.
 */
class HistoryApi implements Api {
  readonly #router = new Router(routes);
  readonly #ids = new WeakMap<Moment, number>();

  constructor(
    private readonly services: Services,
    private readonly projectKey: string,
    private readonly untilMs: number,
  ) {}

  readProject(): ReturnType<Api['readProject']> {
    return this.#send('GET', '', new Uint8Array(), this.services.engine);
  }

  post<T>(path: string, body: object, moment: Moment): Promise<T> {
    return this.#send('POST', path, Buffer.from(JSON.stringify(body)), this.#engineAt(moment));
  }

  async #send<T>(method: string, path: string, body: Uint8Array, engine: Engine): Promise<T> {
    const { projectKey } = this;
    const { route, parameters } = this.#router.match(method, `/${projectKey}${path === '' ? '' : `/${path}`}`);
    const { run, name } = route.verb as Verb;
    const response = await run(
      { ...this.services, engine },
      {
        id: 0,
        verb: name,
        projectKey,
        typeId: route.typeId ?? '',
        creation: route.creation,
        field: route.field,
        value: route.field && valueOfField(parameters, route.parameter ?? route.field),
        publishedOnly: false,
        query: '',
        body,
        client: { clientId: 'seed' },
        correlationId: 'seed',
      },
    );
    return JSON.parse(Buffer.from(response.body as Uint8Array).toString()) as T;
  }

  #engineAt(moment: Moment): Engine {
    const { engine } = this.services;
    return {
      ...withClock(engine, () => new Date(moment.timeMs)),
      extensionCaller: undefined,
      newId: () => this.#newId(moment),
      settings: async projectKey => this.#settingsAt(moment, await engine.settings(projectKey)),
    };
  }

  #newId(moment: Moment): string {
    const number = (this.#ids.get(moment) ?? 0) + 1;
    this.#ids.set(moment, number);
    return uuidOf(`${moment.name} ${number}`);
  }

  /** Disables the messages that the retention of messages would have deleted by the end of the history. */
  #settingsAt({ timeMs }: Moment, project: Awaited<ReturnType<Engine['settings']>>): typeof project {
    const { enabled, deleteDaysAfterCreation } = project.messages;
    const isKept = this.untilMs - timeMs < deleteDaysAfterCreation * dayMs;
    return { ...project, messages: { ...project.messages, enabled: enabled && isKept } };
  }
}

/**
 * Creates a whole shop. Two runs with the same seed, end and number of orders create the same resources with the same
 * ids; only messages have other ids.
 */
export const createSampleShop = async (services: Services, options: SampleShopOptions): Promise<Shop> => {
  const { projectKey, untilMs = startOfToday() } = options;
  await services.settings.get(projectKey);
  await assertNoShop(services, projectKey);
  const api = new HistoryApi(services, projectKey, untilMs);
  return createShop({ ...options, api, untilMs, content: content(untilMs) });
};

/** Imports orders that refer to nothing, dated over the last two years. */
export const importSampleOrders = async (
  services: Services,
  options: Omit<SampleShopOptions, 'untilMs'>,
): Promise<void> => {
  const { projectKey } = options;
  const untilMs = Date.now();
  const prefix = `${projectKey.toUpperCase()}-${untilMs.toString(36).toUpperCase()}`;
  const api = new HistoryApi(services, projectKey, untilMs);
  await importOrders({ ...options, api, content: content(untilMs), untilMs, prefix });
};
