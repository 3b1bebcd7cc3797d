/**
 * The sets of scopes that the console offers for new API clients: each scope opens some request, and a storefront with
 * exactly its set can do everything from the first page to the order (AUTH050).
 */
import { readFile } from 'node:fs/promises';
import type { ApiClient } from '@commercetools/platform-sdk';
import { scopePresets } from '../../../src/base/credentials/scopeTable.js';
import type { Route } from '../../../src/http/routing/Route.js';
import { routes } from '../../../src/http/routes/routes.js';
import { money, newKey } from '../../support/drafts.js';
import { startShop, germany } from '../../support/cartShop.js';
import { createGraphqlClient } from '../../support/graphql.js';
import { anonymousToken, basic, customerToken, post } from '../../support/oauth.js';
import { bodyOf, rejectionOf, sdkAs } from '../../support/sdk.js';
import { test } from '../../support/tap.js';

const shop = await startShop();
const { quayside, credentials, projectKey, createIn } = shop;

/** Returns the scopes of a preset in wire form. */
const scopeOf = (preset: string): string => scopePresets[preset]!.map(name => `${name}:${projectKey}`).join(' ');

/** Creates an API client as the console does. */
const clientOf = async (preset: string) => {
  const { id, secret, scope } = await createIn<ApiClient>('api-clients', { name: preset, scope: scopeOf(preset) });
  return { projectKey, clientId: id, clientSecret: secret!, scope };
};

const requires =
  (name: string) =>
  ({ scopes }: Route) =>
    Array.isArray(scopes) && scopes.includes(name);
const opened = (name: string): Route[] =>
  routes.filter(name === 'manage_project' ? ({ scopes }) => Array.isArray(scopes) : requires(name));

test('each scope of each preset opens a request, which no other token may send', async t => {
  const names = new Set(Object.values(scopePresets).flat());
  for (const name of names) {
    const route = opened(name).find(({ path }) => !path.includes('/in-store/'));
    if (route === undefined) {
      t.fail(`${name} opens nothing`);
      continue;
    }
    const path = route.path.replace('{projectKey}', projectKey).replaceAll(/\{\w+\}/g, 'none');
    const statusWith = async (scope: string): Promise<number> => {
      const token = await anonymousToken(quayside, credentials, `${scope}:${projectKey}`);
      const body = route.body === 'json' ? { body: {} } : {};
      return (await quayside.http.as(token).send(route.method, path, body)).status;
    };
    t.not(await statusWith(name), 403, `${name}: ${route.method} ${path}`);
    t.equal(await statusWith('introspect_oauth_tokens'), 403, `${route.method} ${path}`);
  }
});

test('the preset for reading has each scope that opens a read, without what another one includes', t => {
  const views = routes
    .flatMap(({ scopes = [] }) => (scopes === 'any' ? [] : scopes))
    .filter(name => name.startsWith('view_'));
  const expected = new Set(views.filter(name => name !== 'view_published_products'));
  t.strictSame([...scopePresets.reading!].sort(), [...expected].sort());
  t.end();
});

test('the migration page gives a storefront the scopes of the preset', async t => {
  const page = await readFile('docs/migrating.md', 'utf8');
  const [, scopes = ''] = /--name storefront --scope "([^"]*)"/.exec(page) ?? [];
  t.equal(scopes.replaceAll('my-shop', projectKey), scopeOf('storefront'));
});

const jacket = await shop.product([{ value: money(2_000) }]);
await shop.product([{ value: money(2_000) }], { publish: false });
const parcel = await shop.method();
const published = [jacket.id];
const newEmail = (): string => `${newKey('jo').toLowerCase()}@example.com`;
const password = 'correct horse 1';

test('a visitor of a storefront buys, signs up and finds the order again', async t => {
  const client = await clientOf('storefront');
  const token = await anonymousToken(quayside, client, client.scope);
  const visitor = sdkAs(quayside, projectKey, token);
  const { results } = await bodyOf(visitor.products().get());
  t.same(
    results.map(({ id }) => id),
    published,
  );
  const { sku } = results[0]!.masterData.current.masterVariant;
  const { id, version } = await bodyOf(
    visitor
      .me()
      .carts()
      .post({ body: { currency: 'EUR', country: 'DE' } }),
  );
  const update = (cart: { readonly version: number }, ...actions: readonly object[]) =>
    visitor
      .me()
      .carts()
      .withId({ ID: id })
      .post({ body: { version: cart.version, actions: [...actions] as never } })
      .execute();
  const filled = await update(
    { version },
    { action: 'addLineItem', sku, quantity: 2 },
    { action: 'setShippingAddress', address: germany },
  );
  const methods = await visitor
    .shippingMethods()
    .matchingCart()
    .get({ queryArgs: { cartId: id } })
    .execute();
  t.same(
    methods.body.results.map(each => each.id),
    [parcel.id],
  );
  const shipped = await update(filled.body, {
    action: 'setShippingMethod',
    shippingMethod: { typeId: 'shipping-method', id: methods.body.results[0]!.id },
  });
  t.same((await bodyOf(visitor.me().activeCart().get())).id, id);
  const order = await bodyOf(
    visitor
      .me()
      .orders()
      .post({ body: { id, version: shipped.body.version } }),
  );
  t.equal(order.totalPrice.centAmount, 4_500);
  t.same(
    (await bodyOf(visitor.me().orders().get())).results.map(each => each.id),
    [order.id],
  );

  const email = newEmail();
  await visitor.me().signup().post({ body: { email, password } }).execute();
  const customer = sdkAs(quayside, projectKey, await customerToken(quayside, client, { email, password }));
  t.equal((await bodyOf(customer.me().get())).email, email);
  const own = await customer.me().orders().get().execute();
  t.same(
    own.body.results.map(each => each.id),
    [order.id],
    'the order of the visitor belongs to the new customer',
  );
  t.same(
    (await bodyOf(customer.products().get())).results.map(each => each.id),
    published,
  );
  const { body: signedIn } = await visitor.me().login().post({ body: { email, password } }).execute();
  t.equal(signedIn.customer.email, email);
});

test('a visitor of a storefront does the same over GraphQL', async t => {
  const client = await clientOf('storefront');
  const ask = createGraphqlClient(quayside, client, await anonymousToken(quayside, client, client.scope));
  const data = async (query: string, variables?: object) => {
    const answer = await ask(query, variables);
    t.same(answer.errors, undefined, query);
    return answer.data;
  };
  const { products } = await data(
    '{ products { results { id masterData { current { masterVariant { sku price(currency: "EUR") { id } } } } } } }',
  );
  t.same(
    products.results.map(({ id }: { id: string }) => id),
    published,
  );
  const { masterVariant } = products.results[0].masterData.current;
  t.ok(masterVariant.price);
  const { createMyCart: cart } = await data(
    'mutation ($draft: MyCartDraft!) { createMyCart(draft: $draft) { id version } }',
    { draft: { currency: 'EUR', country: 'DE' } },
  );
  const updated = `mutation ($id: String!, $version: Long!, $actions: [MyCartUpdateAction!]!) {
    updateMyCart(id: $id, version: $version, actions: $actions) { id version }
  }`;
  const { updateMyCart: filled } = await data(updated, {
    ...cart,
    actions: [{ addLineItem: { sku: masterVariant.sku, quantity: 2 } }, { setShippingAddress: { address: germany } }],
  });
  const { shippingMethodsByCart: methods } = await data(
    'query ($id: String!) { shippingMethodsByCart(id: $id) { id } }',
    cart,
  );
  t.same(methods, [{ id: parcel.id }]);
  const { updateMyCart: shipped } = await data(updated, {
    ...filled,
    actions: [{ setShippingMethod: { shippingMethod: { typeId: 'shipping-method', id: methods[0].id } } }],
  });
  const { createMyOrderFromCart: order } = await data(
    'mutation ($draft: OrderMyCartCommand!) { createMyOrderFromCart(draft: $draft) { id totalPrice { centAmount } } }',
    { draft: { id: cart.id, version: shipped.version } },
  );
  t.equal(order.totalPrice.centAmount, 4_500);
  const email = newEmail();
  await data('mutation ($draft: CustomerSignMeUpDraft!) { customerSignMeUp(draft: $draft) { customer { id } } }', {
    draft: { email, password },
  });
  const own = createGraphqlClient(quayside, client, await customerToken(quayside, client, { email, password }));
  t.same(await own('{ me { customer { email } orders { results { id } } } }'), {
    status: 200,
    data: { me: { customer: { email }, orders: { results: [{ id: order.id }] } } },
  });
});

test('a storefront reads nothing of other visitors, and no staged data', async t => {
  const client = await clientOf('storefront');
  const visitor = sdkAs(quayside, projectKey, await anonymousToken(quayside, client, client.scope));
  for (const call of [
    () => visitor.orders().get().execute(),
    () => visitor.customers().get().execute(),
    () => visitor.standalonePrices().get().execute(),
    () => visitor.carts().get().execute(),
  ])
    t.equal((await rejectionOf(call())).statusCode, 403);
  const answer = await post(quayside, `${projectKey}/anonymous/token`, basic(client), {
    grant_type: 'client_credentials',
    scope: `view_products:${projectKey}`,
  });
  t.equal(answer.status, 400, 'the client cannot get a scope beyond its set');
});
