/** Starts a shop with anonymous carts and customers, and offers sign-ins over HTTP and through the engine. */
import { retryOnStaleRead } from '../../../../../src/engine/commit/commit.js';
import { ReferenceCollector, resolveReferences } from '../../../../../src/engine/references/resolveReferences.js';
import { ApiError } from '../../../../../src/base/errors/ApiError.js';
import {
  assignCarts,
  type CartAssignment,
  commitCarts,
} from '../../../../../src/commerce/resources/customer/carts/assignCarts.js';
import type { CustomLineItem, LineItem } from '../../../../../src/commerce/resources/shared/cartAndOrder/items.js';
import { newKey } from '../../../../support/drafts.js';
import { type Resource, startResourceApi } from '../../../../support/resourceApi.js';
import { openShop } from '../../../../support/shop.js';

export interface Cart extends Resource {
  readonly lineItems: LineItem[];
  readonly customLineItems: CustomLineItem[];
  readonly lastModifiedAt: string;
}

type Api = Awaited<ReturnType<typeof startResourceApi>>;
type Shop = Awaited<ReturnType<typeof openShop>>;
type SkuQuantities = Parameters<Shop['cart']>[0];
const client = { clientId: 'c' };

export const customerDraft = (changes: object = {}) => ({
  email: `${newKey('jo')}@example.com`,
  password: 'a password 1',
  ...changes,
});

/** Returns the members of a customer that an assignment needs; the customer is not stored. */
export const newCustomer = (customerGroup?: Resource) => ({
  id: newKey('customer'),
  ...(customerGroup && { customerGroup: { typeId: 'customer-group' as const, id: customerGroup.id } }),
});

export const quantitiesBySku = ({ lineItems }: Cart) =>
  Object.fromEntries(lineItems.map(({ variant, quantity }) => [variant.sku, quantity]));

/** Returns the body of the API error that `attempt` rejects with. */
export const apiErrorOf = async (attempt: () => Promise<unknown>) => {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof ApiError) return error.toBody();
    throw error;
  }
  throw new Error('expected an ApiError');
};

/** Signs in through the engine, as the commands do after the check of the password. */
const createSignIn = (api: Api, get: (path: string, id: string) => Promise<Cart>) => {
  const { engine } = api.quayside.services;
  const { projectKey } = api.credentials;
  const newContext = async () => resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
  return (assignment: CartAssignment): Promise<Cart | undefined> =>
    retryOnStaleRead(async () => {
      const context = await newContext();
      const { updates, cart } = await assignCarts(engine, projectKey, context, assignment);
      await commitCarts(engine, projectKey, client, context, updates);
      return cart && get('carts', cart.id);
    });
};

const createHttpCalls = ({ http, base }: Api) => ({
  get: async (path: string, id: string) => (await http.send('GET', `${base}/${path}/${id}`)).json as Cart,
  getActiveCart: async (customerId: string) =>
    (await http.send('GET', `${base}/carts/customer-id=${customerId}`)).json as Cart,
  postCustomer: async (
    path: 'customers' | 'login',
    body: object,
    status = 200,
  ): Promise<{ customer: Resource; cart?: Cart }> => {
    const answer = await http.send('POST', `${base}/${path}`, { body });
    if (answer.status !== status) throw new Error(answer.text);
    return answer.json as { customer: Resource; cart?: Cart };
  },
});

export const startSignIns = async () => {
  const api = await startResourceApi('carts');
  const { engine } = api.quayside.services;
  const shop = await openShop(api);
  for (const [sku, price] of [
    ['JACKET', 10_000],
    ['SCARF', 2_000],
    ['HAT', 3_000],
  ] as const)
    await shop.product(sku, price);
  const calls = createHttpCalls(api);
  const signIn = createSignIn(api, calls.get);
  const createCart = shop.cart as (...given: Parameters<typeof shop.cart>) => Promise<Cart>;
  return {
    api,
    base: api.base,
    client,
    engine,
    http: api.http,
    projectKey: api.credentials.projectKey,
    shop,
    signIn,
    ...calls,
    createCart,
    createAnonymousCart: (anonymousId: string, skus: SkuQuantities, changes: object = {}) =>
      createCart(skus, { anonymousId, ...changes }),
    /** Creates a cart of a customer that is not stored: a draft cannot name that customer. */
    createOwnCart: async ({ id }: { id: string }, skus: SkuQuantities, changes: object = {}) =>
      (await signIn({
        customer: { id },
        anonymousCartId: (await createCart(skus, changes)).id,
        mode: 'UseAsNewActiveCustomerCart',
      }))!,
    refusedSignIn: (assignment: CartAssignment) => apiErrorOf(() => signIn(assignment)),
    /** Returns the services with an action that runs just before their first commit. */
    servicesWithAction: (action: () => Promise<void>) => {
      let commits = 0;
      const commit: typeof engine.store.commit = async changeSet => {
        if (commits++ === 0) await action();
        return engine.store.commit(changeSet);
      };
      return { ...api.quayside.services, engine: { ...engine, store: { ...engine.store, commit } } };
    },
  };
};
