/** Tests on every route and resource type that a project cannot read, list, change or guess data of another project. */
import { test } from '../support/tap.js';
import type { Route } from '../../src/http/routing/Route.js';
import { routes } from '../../src/http/routes/routes.js';
import { definitions } from '../../src/commerce/resources/index.js';
import { basic, post } from '../support/oauth.js';
import type { HttpResponse, HttpRequestOptions } from '../support/http.js';
import { startQuayside } from '../support/quayside.js';
import { createSample, hasSample } from '../support/createSample.js';
import type { Resource } from '../support/resourceApi.js';
import { type Sample, samples } from '../support/samples.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const [mine, theirs] = await Promise.all([quayside.project(), quayside.project()]);
const http = quayside.http.as(await quayside.token(mine));
const theirHttp = quayside.http.as(await quayside.token(theirs));
const resourceTypes = definitions.filter(({ typeId }) => hasSample(typeId));
const theirsByType = new Map<string, Resource>();
for (const { typeId } of resourceTypes)
  theirsByType.set(typeId, await createSample({ quayside, http: theirHttp, projectKey: theirs.projectKey }, typeId));

/** Values that identify resources of the other project: ids, keys, numbers and addresses. */
const identifyingValues = [...theirsByType.values()]
  .flatMap(({ id, key, orderNumber, email, sku, code }) => [id, key, orderNumber, email, sku, code])
  .filter((each): each is string => typeof each === 'string');

/** Returns the values of the other project in a response, except those of the request itself. */
const leakedValues = ({ text, headers }: HttpResponse, requestText: string): string[] =>
  identifyingValues.filter(
    secret => !requestText.includes(secret) && `${text}${JSON.stringify(headers)}`.includes(secret),
  );

const valueFor = ({ typeId }: Route, name: string): string => {
  if (name === 'storeKey') return String(theirsByType.get('store')!.key);
  const one = theirsByType.get(typeId ?? 'order') ?? theirsByType.get('order')!;
  return typeof one[name] === 'string' ? one[name] : one.id;
};
const pathIn = (projectKey: string, route: Route): string =>
  route.path
    .replace('{projectKey}', projectKey)
    .replace(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(valueFor(route, name)));

const bodyFor = ({ body }: Route): object | string | undefined =>
  body === 'none'
    ? undefined
    : body === 'form'
      ? 'grant_type=client_credentials'
      : { version: 1, actions: [], query: '{ customers { results { id } } }' };
const requestOptionsFor = (route: Route): HttpRequestOptions => ({
  body: bodyFor(route),
  headers:
    route.body === 'form'
      ? { 'content-type': 'application/x-www-form-urlencoded' }
      : route.body === 'json' || route.body === 'graphql'
        ? { 'content-type': 'application/json' }
        : {},
});

const projectRoutes = routes.filter(({ path, service }) => path.includes('{projectKey}') && service === 'api');

test('refuses a token of another project on every route without revealing anything (AUTH003)', async t => {
  t.ok(projectRoutes.length > 100);
  t.ok(
    leakedValues(await theirHttp.send('GET', `/${theirs.projectKey}/states?limit=500`), '').length > 0,
    'the other project sees its own values',
  );
  for (const route of projectRoutes) {
    const path = pathIn(theirs.projectKey, route);
    const answer = await http.send(route.method, path, requestOptionsFor(route));
    const name = `${route.method} ${route.path}`;
    if (route.scopes !== undefined) t.ok([401, 403, 404].includes(answer.status), `${name}: ${answer.status}`);
    t.same(leakedValues(answer, path), [], name);
  }
});

test('finds no id or key of another project on any route (GEN002)', async t => {
  for (const route of projectRoutes) {
    if (!/\{(?!projectKey)/.test(route.path) || route.scopes === undefined) continue;
    const path = pathIn(mine.projectKey, route);
    const answer = await http.send(
      route.method,
      route.method === 'DELETE' ? `${path}?version=1` : path,
      requestOptionsFor(route),
    );
    const name = `${route.method} ${route.path}`;
    t.same(leakedValues(answer, path), [], name);
    const namesResource = route.field !== undefined && route.verb.name !== 'query';
    if (namesResource && route.body !== 'json' && route.body !== 'graphql')
      t.ok([400, 403, 404].includes(answer.status), `${name}: ${answer.status}`);
  }
  for (const [typeId, resource] of theirsByType) {
    const { path } = definitions.find(each => each.typeId === typeId)!;
    matchWhole(
      t,
      (await theirHttp.send('GET', `/${theirs.projectKey}/${path}/${resource.id}`)).json,
      { id: resource.id, version: resource.version },
      `${typeId} is unchanged`,
    );
  }
});

for (const { typeId, path } of resourceTypes)
  test(`finds no ${typeId} of another project by predicates, sorting, paging and expansion (GEN002)`, async t => {
    const { id } = theirsByType.get(typeId)!;
    const base = `/${mine.projectKey}/${path}`;
    const wheres = [
      `id="${id}"`,
      `id in ("${id}")`,
      `not(id="x")`,
      `id > ""`,
      `version > 0`,
      `createdAt > "1970-01-01T00:00:00.000Z"`,
    ];
    for (const where of wheres) {
      const query = new URLSearchParams({ where, limit: '500', expand: '*' });
      const answer = await http.send('GET', `${base}?${query.toString()}`);
      t.same(leakedValues(answer, where), [], where);
    }
    t.same(leakedValues(await http.send('GET', `${base}?limit=500&sort=id desc`.replace(' ', '%20')), ''), []);
    matchWhole(t, (await http.send('GET', `${base}?${new URLSearchParams({ where: `id="${id}"` }).toString()}`)).json, {
      count: 0,
      total: 0,
      results: [],
    });
  });

/** Drafts of this project that refer to resources of the other project. */
const referringDrafts: readonly (readonly [path: string, draft: (id: string) => object, typeId: string])[] = [
  ['states', id => ({ key: 'mine-state', type: 'OrderState', transitions: [{ typeId: 'state', id }] }), 'state'],
  [
    'products',
    id => ({ productType: { typeId: 'product-type', id }, name: { en: 'x' }, slug: { en: 'x-y' } }),
    'product-type',
  ],
  ['discount-codes', id => ({ code: 'MINE', cartDiscounts: [{ typeId: 'cart-discount', id }] }), 'cart-discount'],
  [
    'shipping-methods',
    id => ({ name: 'Mine', taxCategory: { typeId: 'tax-category', id }, zoneRates: [], isDefault: false }),
    'tax-category',
  ],
  ['carts', id => ({ currency: 'EUR', customerId: id }), 'customer'],
  ['carts', id => ({ currency: 'EUR', lineItems: [{ productId: id, variantId: 1 }] }), 'product'],
  ['orders', id => ({ cart: { typeId: 'cart', id }, version: 1 }), 'cart'],
  [
    'customers',
    id => ({ email: 'me@example.com', password: 'secret-123', customerGroup: { typeId: 'customer-group', id } }),
    'customer-group',
  ],
  [
    'payments',
    id => ({ amountPlanned: { currencyCode: 'EUR', centAmount: 1 }, customer: { typeId: 'customer', id } }),
    'customer',
  ],
  ['inventory', id => ({ sku: 'mine', quantityOnStock: 1, supplyChannel: { typeId: 'channel', id } }), 'channel'],
];

test('refuses references to resources of another project (GEN037)', async t => {
  for (const [path, draft, typeId] of referringDrafts) {
    const { id, key } = theirsByType.get(typeId)!;
    const body = draft(id);
    const answer = await http.send('POST', `/${mine.projectKey}/${path}`, { body });
    t.ok([400, 404].includes(answer.status), `${path}: ${answer.status} ${answer.text}`);
    t.same(leakedValues(answer, JSON.stringify(body)), [], path);
    if (typeof key !== 'string') continue;
    const byKey = JSON.parse(JSON.stringify(body).replaceAll(`"id":"${id}"`, `"key":"${key}"`)) as object;
    const refused = await http.send('POST', `/${mine.projectKey}/${path}`, { body: byKey });
    t.ok([400, 404].includes(refused.status), `${path} by key: ${refused.status} ${refused.text}`);
  }
});

test('checks uniqueness within a project only', async t => {
  for (const typeId of ['state', 'store', 'channel', 'zone', 'type']) {
    const { path } = definitions.find(each => each.typeId === typeId)!;
    const { duplicateOf } = samples[typeId] as Sample;
    const answer = await http.send('POST', `/${mine.projectKey}/${path}`, {
      body: duplicateOf(theirsByType.get(typeId)!),
    });
    t.equal(answer.status, 201, `${typeId}: ${answer.text}`);
  }
});

test('refuses clients and tokens of another project at the authorization endpoints (AUTH043)', async t => {
  const answer = await post(quayside, 'token', basic(mine), {
    grant_type: 'client_credentials',
    scope: `manage_project:${theirs.projectKey}`,
  });
  matchWhole(t, answer, { status: 400, json: { error: 'invalid_scope' } });
  const visitor = await post(quayside, `${theirs.projectKey}/anonymous/token`, basic(mine), {
    grant_type: 'client_credentials',
  });
  t.ok([400, 401].includes(visitor.status), visitor.text);
  const { id, email } = theirsByType.get('customer')!;
  const signIn = await post(quayside, `${theirs.projectKey}/customers/token`, basic(mine), {
    grant_type: 'password',
    username: String(email),
    password: 'secret-123',
  });
  t.ok([400, 401].includes(signIn.status), signIn.text);
  t.notOk(signIn.text.includes(id));
  const token = await quayside.token(theirs);
  matchWhole(t, (await post(quayside, 'introspect', basic(mine), { token })).json, { active: false });
  await post(quayside, 'token/revoke', basic(mine), { token });
  t.equal(
    (await quayside.http.as(token).send('GET', `/${theirs.projectKey}/states`)).status,
    200,
    'the token of the other project still works',
  );
});

test('finds no id or key of another project by GraphQL', async t => {
  const customer = theirsByType.get('customer')!;
  const query = `{
    customer(id: "${customer.id}") { id email }
    customers(where: "id=\\"${customer.id}\\"") { total results { id email } }
  }`;
  const answer = await http.send('POST', `/${mine.projectKey}/graphql`, { body: { query } });
  matchWhole(t, answer.json, { data: { customer: null, customers: { total: 0, results: [] } } });
  t.same(leakedValues(answer, query), []);
  const elsewhere = await http.send('POST', `/${theirs.projectKey}/graphql`, { body: { query } });
  t.equal(elsewhere.status, 401);
});
