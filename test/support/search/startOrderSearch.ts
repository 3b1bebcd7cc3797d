/** Starts a project with order search, and sends searches over HTTP. */
import { storeMany } from '../graphql.js';
import { errorOf, type WireError } from '../refusal.js';
import { type Resource, startResourceApi } from '../resourceApi.js';
import { searchOf } from '../search.js';
import type { WireAnswer } from './wire.js';

/** An order with only the required members. */
const bareOrder = (members: object = {}): Record<string, unknown> => ({
  createdAt: '2020-01-01T00:00:00.000Z',
  lastModifiedAt: '2020-01-01T00:00:00.000Z',
  orderState: 'Open',
  origin: 'Customer',
  lineItems: [],
  customLineItems: [],
  taxMode: 'Platform',
  taxRoundingMode: 'HalfEven',
  taxCalculationMode: 'LineItemLevel',
  inventoryMode: 'None',
  shippingMode: 'Single',
  shipping: [],
  itemShippingAddresses: [],
  refusedGifts: [],
  syncInfo: [],
  returnInfo: [],
  totalPrice: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 100, fractionDigits: 2 },
  ...members,
});

export const startOrderSearch = async () => {
  const api = await startResourceApi('orders');
  const { quayside, credentials, http, base } = api;
  const ofProject = searchOf(quayside, credentials);
  const send = (body: object) => http.send('POST', `${base}/orders/search`, { body });
  const search = async (body: object): Promise<WireAnswer> => {
    const { status, json, text } = await send(body);
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 1_000)}`);
    return json as WireAnswer;
  };
  return {
    ...api,
    ofProject,
    send,
    search,
    imported: (draft: object): Promise<Resource> =>
      api.createIn('orders/import', {
        totalPrice: { currencyCode: 'EUR', centAmount: 100 },
        customLineItems: [{ name: {}, slug: 'none', quantity: 1, money: { currencyCode: 'EUR', centAmount: 100 } }],
        ...draft,
      }),
    /** Stores orders directly, without validation, and returns their ids. */
    stored: (...members: readonly object[]): Promise<string[]> =>
      storeMany(quayside, credentials.projectKey, 'order', members.map(bareOrder)),
    /** Activates the search and resolves when all existing orders can be found. */
    activate: async (): Promise<void> => {
      await ofProject.activate();
      await ofProject.settled();
    },
    /** Returns the ids of the hits in order. */
    found: async (query: object, rest: object = {}): Promise<string[]> =>
      (await search({ query, limit: 100, ...rest })).hits.map(({ id }) => id),
    total: async (query: object): Promise<number> => (await search({ query, limit: 0 })).total,
    /** Returns the error of a refused search; throws if the search succeeds. */
    refusal: async (body: object): Promise<WireError> => {
      const answer = await send(body);
      if (answer.status !== 400) throw new Error(`expected a refusal: ${answer.status} ${answer.text.slice(0, 500)}`);
      return errorOf(answer);
    },
  };
};

export type OrderSearchApi = Awaited<ReturnType<typeof startOrderSearch>>;
