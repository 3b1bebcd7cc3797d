import { test } from '../support/tap.js';
import { describeApi } from '../../src/openapi/describeApi.js';
import { describeParts } from '../../src/openapi/describeParts.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';

const { http } = await startQuayside();
const description = JSON.parse(JSON.stringify(describeApi())) as ReturnType<typeof describeApi>;
const parts = new Map(describeParts(description));

interface Listed {
  readonly name: string;
  readonly operations: readonly {
    readonly operationId: string;
    readonly method: string;
    readonly path: string;
    readonly scopes: readonly string[];
  }[];
}

test('lists every operation of the description once, by its resource type', async t => {
  const listed = parts.get('operations') as readonly Listed[];
  t.same(
    listed.map(({ name }) => name),
    (description.tags as readonly Listed[]).map(({ name }) => name),
  );
  t.same(
    listed.flatMap(({ operations }) => operations.map(({ method, path }) => `${method} ${path}`)).sort(),
    Object.entries(description.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`))
      .sort(),
  );
});

test('lists the scopes of which an operation needs one', async t => {
  const listed = (parts.get('operations') as readonly Listed[]).flatMap(({ operations }) => operations);
  const scopesOf = (id: string) => listed.find(({ operationId }) => operationId === id)?.scopes;
  t.same(scopesOf('getOrders'), ['view_orders', 'manage_project']);
  t.same(scopesOf('postShippingMethods'), ['manage_products', 'manage_shipping_methods', 'manage_project']);
  t.same(scopesOf('postGraphql'), [], 'each field needs its own');
});

test('has a part for each operation with its responses, and for each schema', async t => {
  const names = (parts.get('operations') as readonly Listed[]).flatMap(({ operations }) =>
    operations.map(({ operationId }) => `operations/${operationId}`),
  );
  const schemaNames = Object.keys(description.components.schemas).map(name => `schemas/${name}`);
  t.same([...parts.keys()].sort(), ['operations', 'simpleSchemas', ...names, ...schemaNames].sort());
  t.same(parts.get('schemas/Order'), description.components.schemas.Order);
  t.same(Object.keys(parts.get('simpleSchemas') as object).includes('DateTime'), true);
  t.notOk('Order' in (parts.get('simpleSchemas') as object));
  matchWhole(t, parts.get('operations/getOrders'), {
    method: 'GET',
    path: '/{projectKey}/orders',
    summary: 'Queries orders.',
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/OrderPagedQueryResponse' } } } },
      404: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error404' } } } },
    },
  });
  t.notMatch(JSON.stringify([...parts.values()]), '#/components/responses/');
});

test('serves each part without a token, and 304 for a current ETag', async t => {
  for (const name of ['operations', 'operations/getOrders', 'schemas/Order']) {
    const { status, headers, json } = await http.send('GET', `/openapi/parts/${name}`);
    t.equal(status, 200, name);
    t.same(json, parts.get(name), name);
    matchWhole(t, headers, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' });
    const again = await http.send('GET', `/openapi/parts/${name}`, { headers: { 'if-none-match': headers.etag! } });
    matchWhole(t, [again.status, again.text], [304, '']);
  }
  for (const name of ['other', 'operations/getNothing', 'schemas/constructor', 'schemas/Order/x'])
    matchWhole(
      t,
      await http.send('GET', `/openapi/parts/${name}`),
      { status: 404, json: { errors: [{ code: 'ResourceNotFound' }] } },
      name,
    );
});
