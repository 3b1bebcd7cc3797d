/** Reads orders and products of a project in every way, searches them, and requests tokens, beside its writers. */
import { setTimeout } from 'node:timers/promises';
import type { HttpResponse } from '../test/support/http.js';
import type { Client } from './createClient.js';
import type { Ledger } from './Ledger.js';

type Send = () => Promise<HttpResponse | undefined>;

const openOrders = { query: { exact: { field: 'orderState', value: 'Open' } }, limit: 5 };
const jackets = { query: { fullText: { field: 'name', language: 'en', value: 'jacket' } }, limit: 5 };

export interface ReaderOptions {
  readonly client: Client;
  readonly projectKey: string;
  readonly ledger: Ledger;
  /** The `Authorization` header of token requests. */
  readonly authorization: string;
  /** True if order search is on in the project. */
  readonly search: boolean;
  readonly random: () => number;
  /** The approximate pause between two requests. */
  readonly pauseMs: number;
}

export class Reader {
  isStopped = false;

  constructor(private readonly options: ReaderOptions) {}

  /** Returns the newest order of the writers that is known to exist, or any id before there is one. */
  get #orderId(): string {
    return this.options.ledger.entries.findLast(({ id, deletion }) => id && deletion === undefined)?.id ?? 'none';
  }

  #requests(): readonly Send[] {
    const { client, projectKey, authorization, search } = this.options;
    const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    return [
      () => client.send('GET', `/${projectKey}/orders/${this.#orderId}`),
      () => client.send('GET', `/${projectKey}/orders?limit=5&sort=createdAt+desc`),
      () => client.send('POST', `/${projectKey}/graphql`, { query: '{ orders(limit: 3) { results { id version } } }' }),
      () => client.send('POST', '/oauth/token', `grant_type=client_credentials&scope=view_orders:${projectKey}`, form),
      () => client.send('GET', `/${projectKey}/product-projections?limit=5&sort=lastModifiedAt+desc`),
      ...(search
        ? [
            () => client.send('POST', `/${projectKey}/orders/search`, openOrders),
            () => client.send('POST', `/${projectKey}/products/search`, jackets),
            () => client.send('GET', `/${projectKey}/product-projections/search?staged=true&limit=5`),
          ]
        : []),
    ];
  }

  async run(): Promise<void> {
    const { ledger, random, pauseMs } = this.options;
    const requests = this.#requests();
    await setTimeout(pauseMs * random());
    for (let at = Math.floor(random() * requests.length); !this.isStopped; at++) {
      const answer = await requests[at % requests.length]!();
      if (answer?.status === 200) ledger.reads++;
      else if (answer !== undefined && answer.status < 500 && answer.status !== 404)
        ledger.addFailure(`a read was refused: ${answer.status} ${answer.text.slice(0, 200)}`);
      await setTimeout(pauseMs * (0.5 + random()));
    }
  }
}
