/** The shipping methods that are available for a cart or a place, over HTTP and GraphQL. */
import type { ShippingMethod } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { germany, startShop } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { addClient, anonymousToken } from '../../../support/oauth.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError, assertRefusal, literally } from '../../../support/refusal.js';
import { bodyOf, rejectionOf } from '../../../support/sdk.js';
import { customItem } from '../cart/cartItems.js';

const shop = await startShop();
const { sdk, http, base, quayside, credentials, createIn, create, zone } = shop;
const { projectKey } = credentials;
const tiers = [
  { type: 'CartValue', minimumCentAmount: 1_000, price: money(400) },
  { type: 'CartValue', minimumCentAmount: 5_000, price: money(300) },
];
const bavaria = await createIn('zones', { name: 'Bavaria', locations: [{ country: 'DE', state: 'Bavaria' }] });
const rateIn = (place: { readonly id: string }, ...shippingRates: object[]) => ({
  zone: referenceTo('zone', place),
  shippingRates,
});

const parcel = await shop.method({
  zoneRates: [
    rateIn(zone, { price: money(500), tiers }, { price: money(700, 'USD') }),
    rateIn(bavaria, { price: money(900) }),
  ],
});
const pricey = await shop.method({ predicate: 'totalPrice > "50.00 EUR"' });
await shop.method({ active: false });
const dollars = await shop.method({ zoneRates: [rateIn(zone, { price: money(700, 'USD') })] });
await shop.method({ zoneRates: [rateIn(bavaria, { price: money(1) })] });

const cartWorth = (centAmount: number, draft: object = {}) =>
  create({
    shippingAddress: germany,
    customLineItems: [customItem({ money: money(centAmount) })],
    ...draft,
  });

/** Returns the `isMatching` flags of rates and tiers, in their order. */
const marksOf = ({ zoneRates }: ShippingMethod) =>
  zoneRates.map(({ shippingRates }) =>
    shippingRates.map(({ isMatching, tiers: marked }) => [isMatching, ...marked.map(tier => tier.isMatching)]),
  );
const idsOf = (results: readonly { readonly id: string }[]): string[] => results.map(({ id }) => id);

const byCart = async (cartId: string): Promise<readonly ShippingMethod[]> => {
  const body = await bodyOf(sdk.shippingMethods().matchingCart().get({ queryArgs: { cartId } }));
  const { results, ...page } = body;
  if (page.count !== results.length || page.total !== results.length) throw new Error(JSON.stringify(page));
  return results;
};

test('returns the active methods with a rate for the address of a cart, and whose predicate matches it', async t => {
  const small = await byCart((await cartWorth(1_200)).id);
  t.same(idsOf(small), [parcel.id]);
  t.same(marksOf(small[0]!), [[[true, true, false], [false]], [[false]]]);
  const large = await byCart((await cartWorth(6_000)).id);
  t.same(idsOf(large), [parcel.id, pricey.id]);
  t.same(marksOf(large[0]!), [[[true, false, true], [false]], [[false]]]);
});

test('prefers the rate of the zone with the state of the address', async t => {
  const cart = await cartWorth(1_200, { shippingAddress: { country: 'DE', state: 'Bavaria' } });
  const [first, ...others] = await byCart(cart.id);
  t.equal(first?.id, parcel.id);
  t.equal(others.length, 1);
  t.same(marksOf(first!), [[[false, false, false], [false]], [[true]]]);
});

test('returns the methods for a place, in one currency or in all', async t => {
  const at = async (queryArgs: { country: string; state?: string; currency?: string; sort?: string[] }) =>
    (await bodyOf(sdk.shippingMethods().matchingLocation().get({ queryArgs }))).results;
  const all = await at({ country: 'DE' });
  t.same(idsOf(all), [parcel.id, pricey.id, dollars.id]);
  t.same(marksOf(all[0]!), [[[true, undefined, undefined], [true]], [[false]]]);
  t.same(idsOf(await at({ country: 'US', currency: 'USD' })), [parcel.id, pricey.id, dollars.id]);
  t.same(idsOf(await at({ country: 'FR' })), []);
  t.same(idsOf(await at({ country: 'DE', sort: ['createdAt desc'] })), [dollars.id, pricey.id, parcel.id]);
  const ids = [parcel.id, pricey.id, dollars.id].sort();
  t.same(idsOf(await at({ country: 'DE', sort: ['isDefault', 'id asc'] })), ids);
});

test('returns the methods of a cart as if it were shipped elsewhere', async t => {
  const { id: cartId } = await cartWorth(1_200, { shippingAddress: undefined });
  const query = { queryArgs: { cartId, country: 'DE', expand: 'zoneRates[*].zone' } };
  const { results } = await bodyOf(sdk.shippingMethods().matchingCartLocation().get(query));
  t.same(idsOf(results), [parcel.id]);
  t.match(results[0]?.zoneRates[0]?.zone, { obj: { id: zone.id } });
  t.same((await rejectionOf(byCart(cartId))).body.errors, [
    { code: 'InvalidOperation', message: 'The cart has no shippingAddress, which decides about its shipping methods.' },
  ]);
});

test('refuses a missing cart, parameters that are absent or malformed, and other scopes', async t => {
  const get = (query: string, as = http) => as.send('GET', `${base}/shipping-methods/${query}`);
  assertRefusal(t, await get('matching-cart?cartId=missing'), 404, [
    { code: 'ResourceNotFound', message: literally("The cart with id 'missing' was not found.") },
  ]);
  for (const [query, field] of [
    ['matching-cart', 'cartId'],
    ['matching-location', 'country'],
  ] as const)
    assertRefusal(t, await get(query), 400, [{ code: 'RequiredField', field, message: new RegExp(field) }]);
  for (const [query, message] of [
    ['country=DE&sort=id%20up', "Malformed parameter: sort: Invalid input 'up', expected 'asc' or 'desc'."],
    [
      'country=Germany',
      "Malformed parameter: country: expected a country by ISO 3166-1 alpha-2, such as DE, got 'Germany'.",
    ],
    [
      'country=DE&currency=euro',
      "Malformed parameter: currency: expected a currency by ISO 4217, such as EUR, got 'euro'.",
    ],
  ] as const)
    assertRefusal(t, await get(`matching-location?${query}`), 400, [
      { code: 'InvalidInput', message: literally(message) },
    ]);
  const stranger = quayside.http.as(await quayside.token(credentials, `view_payments:${projectKey}`));
  t.equal((await get('matching-location?country=DE', stranger)).status, 403);
});

test('a store shows the methods of its own carts, also to a token of the store', async t => {
  const [here, there] = [newKey('here'), newKey('there')];
  for (const key of [here, there]) await createIn('stores', { key });
  const cart = await cartWorth(1_200, { store: { typeId: 'store', key: here } });
  const ofStore = await quayside.token(credentials, `view_orders:${projectKey}:${here}`);
  const at = (key: string, token: string) =>
    quayside.http.as(token).send('GET', `${base}/in-store/key=${key}/shipping-methods/matching-cart?cartId=${cart.id}`);
  const { status, json } = await at(here, ofStore);
  t.same([status, idsOf((json as { results: ShippingMethod[] }).results)], [200, [parcel.id]]);
  t.equal((await at(there, ofStore)).status, 403);
  t.equal((await at(there, await quayside.token(credentials))).status, 404);

  const ask = createGraphqlClient(quayside, credentials, ofStore);
  const query = (key: string) => `{ inStore(key: "${key}") { shippingMethodsByCart(id: "${cart.id}") { id } } }`;
  t.same((await ask(query(here))).data, { inStore: { shippingMethodsByCart: [{ id: parcel.id }] } });
  t.equal((await ask(query(there))).errors?.[0]?.extensions.code, 'insufficient_scope');
  t.equal(
    (await ask('{ shippingMethodsByLocation(country: "DE") { id } }')).errors?.[0]?.extensions.code,
    'insufficient_scope',
  );
});

test('GraphQL returns the same methods', async t => {
  const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
  const rates = 'id zoneRates { shippingRates { isMatching tiers { isMatching } } }';
  const { id } = await cartWorth(1_200);
  const { data, errors } = await ask(
    `query ($id: String!) {
      byCart: shippingMethodsByCart(id: $id) { ${rates} }
      byPlace: shippingMethodsByLocation(country: "DE", currency: "USD") { id }
    }`,
    { id },
  );
  t.equal(errors, undefined);
  t.same(
    data.byCart.map((each: ShippingMethod) => [each.id, marksOf(each)]),
    [[parcel.id, [[[true, true, false], [false]], [[false]]]]],
  );
  t.same(idsOf(data.byPlace), [parcel.id, pricey.id, dollars.id]);
});

test('a method with stores is for carts of these stores only, also when its stores change', async t => {
  const [here, there] = await Promise.all([newKey('here'), newKey('there')].map(key => createIn('stores', { key })));
  const [own, other] = [here!, there!].map(({ id }) => ({ typeId: 'store', id }));
  const keyed = (store: Record<string, unknown>) => ({ typeId: 'store', key: store.key as string });
  let method = await shop.method({ stores: [own] });
  const cart = await cartWorth(1_200, { store: keyed(here!) });
  const [without, elsewhere] = [await cartWorth(1_200), await cartWorth(1_200, { store: keyed(there!) })];
  const finds = async ({ id }: { readonly id: string }) => idsOf(await byCart(id)).includes(method.id);
  t.same([await finds(cart), await finds(without), await finds(elsewhere)], [true, false, false]);
  const choose = { action: 'setShippingMethod', shippingMethod: referenceTo('shipping-method', method) };
  matchWhole(t, await shop.update(cart, choose), { shippingInfo: { shippingMethodState: 'MatchesCart' } });
  assertError(t, await shop.refuse(elsewhere, choose), 'InvalidOperation', {
    message: /not for the store of the cart/,
  });

  const methods = shop.resourcesAt('shipping-methods');
  for (const [action, stores] of [
    [{ action: 'addStore', store: other }, [here, there]],
    [{ action: 'removeStore', store: own }, [there]],
    [{ action: 'setStores', stores: [] }, []],
    [{ action: 'setStores', stores: [own, own] }, [here]],
  ] as const) {
    method = await methods.update(method, action);
    t.same(
      method.stores,
      stores.map(store => keyed(store!)),
    );
  }
  t.equal((await methods.update(method, { action: 'removeStore', store: other })).version, method.version);
  await methods.remove(method);
});

test("a buyer's token reads the methods of the own carts alone, one that reads carts those of all", async t => {
  const scope = `manage_my_orders:${projectKey}`;
  const [mine, theirs] = await Promise.all(
    ['own-cart', 'other-cart'].map(async anonymousId => {
      const token = await anonymousToken(quayside, credentials, scope, anonymousId);
      return { token, cart: await cartWorth(1_200, { anonymousId }) };
    }),
  );
  const service = await quayside.token(await addClient(quayside, projectKey, `view_orders:${projectKey}`));
  const document = `query ($id: String!) { shippingMethodsByCart(id: $id) { id } }`;
  const answers = async (token: string, { id }: { readonly id: string }) => {
    const authorized = quayside.http.as(token);
    const paths = [`matching-cart?cartId=${id}`, `matching-cart-location?cartId=${id}&country=DE`];
    const rest = paths.map(path => authorized.send('GET', `${base}/shipping-methods/${path}`));
    const asked = { body: { query: document, variables: { id } } };
    const { json } = await authorized.send('POST', `${base}/graphql`, asked);
    const { data } = json as { readonly data: { readonly shippingMethodsByCart: readonly object[] } | null };
    return [...(await Promise.all(rest)).map(({ status }) => status), data?.shippingMethodsByCart.length ?? 'refused'];
  };
  t.same(await answers(mine!.token, mine!.cart), [200, 200, 1]);
  t.same(await answers(mine!.token, theirs!.cart), [404, 404, 'refused']);
  t.same(await answers(service, theirs!.cart), [200, 200, 1]);
});
