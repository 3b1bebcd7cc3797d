/** A buyer who copies carts on which a merchant has worked, step by step, over HTTP, GraphQL and paths of a store. */
import type { Cart } from '@commercetools/platform-sdk';
import { required } from '../../../../src/base/errors/ApiError.js';
import { germany } from '../../../support/cartShop.js';
import { newKey, referenceTo } from '../../../support/drafts.js';
import { addCustomer, anonymousToken, customerToken } from '../../../support/oauth.js';
import type { VersionedId } from '../../../support/resourceApi.js';
import type { startCarts } from './startCarts.js';

/** The actions of the merchant on a new cart, or the draft of a cart from the merchant. */
export interface Gift {
  readonly actions?: () => readonly { readonly action?: string }[];
  readonly draft?: () => object;
}

export interface WalkSettings {
  readonly shop: Awaited<ReturnType<typeof startCarts>>;
  readonly gift: Gift;
  readonly seed: number;
  /** The members of the buyer's carts, and the SKUs of their line items. */
  readonly cart: object;
  readonly skus: readonly [string, string];
  readonly storeKey?: string;
}

/** Creates a pseudo-random choice that is the same for the same seed (mulberry32). */
const createPick = (seed: number) => {
  let state = seed;
  return <T>(items: readonly T[]): T => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return required(items[Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * items.length)], 'an item');
  };
};

/** The requests of a buyer: a visitor or a customer. */
const startBuyer = async ({ shop, storeKey }: WalkSettings) => {
  const { quayside, credentials, projectKey, http, base } = shop;
  const names = ['manage_my_orders', 'manage_my_profile', 'manage_my_quote_requests'];
  const scopes = names.map(name => `${name}:${projectKey}`);
  const scope = [...scopes, ...(storeKey === undefined ? [] : [`manage_my_orders:${projectKey}:${storeKey}`])].join(
    ' ',
  );
  const customer = await addCustomer(quayside, projectKey);
  const session: { http: typeof http; anonymousId?: string } = { http };
  const send = (path: string, body: object) => session.http.send('POST', `${base}/${path}`, { body });
  const post = async (path: string, body: object) => {
    const { status, json, text } = await send(path, body);
    if (status > 201) throw new Error(`${path}: ${text}`);
    return json as VersionedId;
  };
  const carts = async (): Promise<Cart[]> =>
    ((await session.http.send('GET', `${base}/me/carts?limit=100`)).json as { results: Cart[] }).results;
  return {
    session,
    send,
    post,
    carts,
    /** The path of carts and orders: that of the store if there is one. */
    mine: storeKey === undefined ? 'me' : `in-store/key=${storeKey}/me`,
    active: async () => (await carts()).filter(({ cartState }) => cartState === 'Active'),
    remove: ({ id, version }: VersionedId) => session.http.send('DELETE', `${base}/me/carts/${id}?version=${version}`),
    replicateByGraphql: async (variables: object) => {
      const query = `mutation ($reference: ReferenceInput!) { replicateMyCart(reference: $reference) { id } }`;
      const { json, text } = await send('graphql', { query, variables });
      return required((json as { data?: { replicateMyCart?: object } }).data?.replicateMyCart, text);
    },
    visit: async () => {
      session.anonymousId = newKey('visit').slice(0, 36);
      session.http = quayside.http.as(await anonymousToken(quayside, credentials, scope, session.anonymousId));
    },
    signIn: async (activeCartSignInMode: string) => {
      if (session.anonymousId === undefined) return;
      const { email, password } = customer;
      await post('me/login', { email, password, activeCartSignInMode });
      session.http = quayside.http.as(await customerToken(quayside, credentials, customer, { scope }));
      session.anonymousId = undefined;
    },
  };
};

type Buyer = Awaited<ReturnType<typeof startBuyer>>;

/** Tells whether a cart has the items and the shipping that the actions of the gifts name. */
const canBeGiven = ({ lineItems, shippingInfo }: Cart): boolean =>
  shippingInfo !== undefined && ['aa', 'bb', 'cc'].every(key => lineItems.some(line => line.key === key));

/** Creates the merchant, who remembers the carts that the merchant changed. */
const createMerchant = ({ shop, gift, skus: [first, second], cart, storeKey }: WalkSettings, buyer: Buyer) => {
  const worked = new Set<string>();
  const draft = {
    currency: 'EUR',
    country: 'DE',
    shippingAddress: germany,
    itemShippingAddresses: [{ ...germany, key: 'home' }],
    lineItems: [
      { sku: first, quantity: 2, key: 'aa' },
      { sku: second, quantity: 1, key: 'bb' },
      { sku: first, quantity: 1, key: 'cc' },
    ],
    ...cart,
  };
  const store = storeKey && { typeId: 'store', key: storeKey };
  const shopping = () => buyer.post(`${buyer.mine}/carts`, draft);
  const give = async (given: VersionedId) => {
    worked.add(given.id);
    const actions = (gift.actions?.() ?? []).filter(
      ({ action }) => action !== 'setCustomerGroup' || buyer.session.anonymousId !== undefined,
    );
    await shop.update(given, ...actions);
  };
  return {
    worked,
    shopping,
    give: async () => {
      const carts = (await buyer.active()).filter(each => !worked.has(each.id) && canBeGiven(each));
      if (carts[0] !== undefined) await give(carts[0]);
    },
    /** Changes a cart of the visitor. */
    attend: async () => {
      if (gift.draft === undefined) return give(await shopping());
      const { anonymousId } = buyer.session;
      worked.add((await shop.createIn('carts', { ...draft, ...gift.draft(), store, anonymousId })).id);
    },
    quote: async ({ id, version }: VersionedId) => {
      const staged = await shop.createIn('staged-quotes', {
        quoteRequest: referenceTo('quote-request', { id }),
        quoteRequestVersion: version,
      });
      return shop.createIn('quotes', {
        stagedQuote: referenceTo('staged-quote', staged),
        stagedQuoteVersion: staged.version,
      });
    },
  };
};

export const startWalk = async (settings: WalkSettings) => {
  const pick = createPick(settings.seed);
  const buyer = await startBuyer(settings);
  const merchant = createMerchant(settings, buyer);
  const checked = new Map<string, number>();
  const orders: string[] = [];
  const anyCart = async (): Promise<Cart> => {
    const carts = await buyer.active();
    return carts.length > 0 ? pick(carts) : ((await merchant.shopping()) as Cart);
  };
  const source = async () => {
    const carts = (await buyer.carts()).map(({ id }) => ({ typeId: 'cart', id }));
    const all = [...carts, ...orders.map(id => ({ typeId: 'order', id }))];
    return { reference: all.length > 0 ? pick(all) : referenceTo('cart', await merchant.shopping()) };
  };
  const steps = {
    shop: merchant.shopping,
    give: merchant.give,
    replicate: async () => buyer.post('me/carts/replicate', await source()),
    'replicate by GraphQL': async () => buyer.replicateByGraphql(await source()),
    order: async () => {
      const { id, version } = await anyCart();
      const { status, json } = await buyer.send(`${buyer.mine}/orders`, { id, version });
      // The order is refused if the cart lacks taxes.
      if (status === 201) orders.push((json as VersionedId).id);
    },
    quote: async () => {
      const { id: cartId, version: cartVersion } = await anyCart();
      const { status, json } = await buyer.send('me/quote-requests', { cartId, cartVersion });
      if (status !== 201) return;
      const { id, version } = await merchant.quote(json as VersionedId);
      orders.push((await buyer.post('me/orders/quotes', { id, version })).id);
    },
    change: async () => {
      const { id, version, lineItems } = await anyCart();
      if (lineItems.length === 0) return;
      const action = { action: 'changeLineItemQuantity', lineItemId: pick(lineItems).id, quantity: pick([1, 3, 9]) };
      await buyer.post(`me/carts/${id}`, { version, actions: [action] });
    },
    'sign in': () => buyer.signIn('MergeWithExistingCustomerCart'),
    'sign in with the new cart': () => buyer.signIn('UseAsNewActiveCustomerCart'),
    /** Starts a new session of the same person, in which the merchant changes a cart. */
    visit: async () => {
      await buyer.visit();
      orders.length = 0;
      await merchant.attend();
    },
  };
  return {
    pick,
    steps,
    /** Returns the changed carts that the merchant did not change, each with a cart that is made from its draft. */
    twins: async (draftOf: (cart: Cart) => object): Promise<(readonly [Cart, Cart])[]> => {
      const changed = (await buyer.active()).filter(
        ({ id, version }) => !merchant.worked.has(id) && checked.get(id) !== version,
      );
      return Promise.all(
        changed.map(async cart => {
          checked.set(cart.id, cart.version);
          const twin = (await buyer.post('me/carts', draftOf(cart))) as Cart;
          await buyer.remove(twin);
          return [cart, twin] as const;
        }),
      );
    },
  };
};
