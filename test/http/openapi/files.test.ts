import { isDeepStrictEqual } from 'node:util';
import { test } from '../../support/tap.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schema } from '../../../src/operations/schemas/Components.js';
import { describeApi, type ApiDescription } from '../../../src/http/openapi/describeApi.js';
import { describeFiles } from '../../../src/http/openapi/describeFiles.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';

const { http } = await startQuayside();
const description = JSON.parse(JSON.stringify(describeApi())) as ApiDescription;
const files = new Map(
  Object.entries(JSON.parse(JSON.stringify(Object.fromEntries(describeFiles(description)))) as object),
);
const tags = description.tags.map(({ name }) => ({
  name,
  described: files.get(`tags/${name}.json`) as ApiDescription,
}));

interface Listed {
  readonly name: string;
  readonly operations: readonly {
    readonly operationId: string;
    readonly method: string;
    readonly path: string;
    readonly scopes: readonly string[];
  }[];
}
const listed = files.get('parts/operations.json') as readonly Listed[];

const operationsOf = ({ paths }: ApiDescription): readonly string[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`))
    .sort();

test('lists every operation once, by its tag, with the scopes of which it needs one', async t => {
  t.same(
    listed.map(({ name }) => name),
    description.tags.map(({ name }) => name),
  );
  const operations = listed.flatMap(each => each.operations);
  t.same(operations.map(({ method, path }) => `${method} ${path}`).sort(), operationsOf(description));
  const scopesOf = (id: string) => operations.find(({ operationId }) => operationId === id)?.scopes;
  t.same(scopesOf('getOrders'), ['view_orders', 'manage_project']);
  t.same(scopesOf('postShippingMethods'), ['manage_shipping_methods', 'manage_project']);
  t.same(scopesOf('postGraphql'), [], 'each field needs its own');
});

test('describes each tag in a document of its own, whose references have a target', async t => {
  t.same(tags.flatMap(({ described }) => operationsOf(described)).sort(), operationsOf(description));
  for (const { name, described } of tags) {
    const text = JSON.stringify(described);
    const refs = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    t.same(
      refs.filter(([, kind, target]) => described.components[kind as 'schemas'][target!] === undefined),
      [],
      name,
    );
    t.ok(text.length < 200_000, `${name}: ${text.length} bytes`);
    const schemas = Object.keys(described.components.schemas);
    t.same(schemas, schemas.toSorted(), `${name}: in alphabetical order`);
  }
  const order = tags.find(({ name }) => name === 'Order')!.described.components.schemas;
  matchWhole(t, order.StateReference, { properties: { obj: { description: 'The State, where `expand` names it.' } } });
  matchWhole(t, order.Error409, {
    properties: {
      errors: {
        items: {
          properties: { code: { enum: ['ConcurrentModification', 'SearchNotReady'] }, message: { type: 'string' } },
        },
      },
    },
  });
});

/** The schemas are used once each, and test/http/openapi/description.test.ts checks them. */
const sparing = { code: { optimize: false }, inlineRefs: false, meta: false, validateSchema: false };

test('has an example of each body that its schema accepts', async t => {
  for (const { name, described } of tags) {
    const ajv = new Ajv2020({ ...sparing, strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'tag', components: described.components });
    for (const methods of Object.values(described.paths))
      for (const { operationId, requestBody } of Object.values(methods)) {
        const { content = {} } = (requestBody ?? {}) as {
          content?: Record<string, { schema: Schema; example: unknown }>;
        };
        for (const [type, { schema, example }] of Object.entries(content)) {
          const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"tag#/')) as Schema;
          t.ok(ajv.validate(rooted, example), `${name} ${String(operationId)} ${type}: ${ajv.errorsText()}`);
        }
      }
  }
});

test('serves each file without a token, and 304 for a current ETag', async t => {
  const paths = new Map([
    ['/openapi.json', 'openapi.json'],
    ['/openapi/tags/Order', 'tags/Order.json'],
    ['/openapi/parts/operations', 'parts/operations.json'],
    ['/openapi/parts/operations/getOrders', 'parts/operations/getOrders.json'],
    ['/openapi/parts/schemas/Order', 'parts/schemas/Order.json'],
  ]);
  for (const [path, file] of paths) {
    const { status, headers, json, text } = await http.send('GET', path);
    t.equal(status, 200, path);
    // tap needs seconds to compare a body of 1 MB; meanwhile the server would close the idle connection.
    t.ok(isDeepStrictEqual(json, files.get(file)), path);
    matchWhole(
      t,
      headers,
      {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        etag: /^"[0-9a-f]{32}"$/,
      },
      path,
    );
    const etag = headers.etag!;
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await http.send('GET', path, { headers: { 'if-none-match': held } });
      matchWhole(t, [again.status, again.text, again.headers.etag], [304, '', etag], held);
    }
    t.equal((await http.send('GET', path, { headers: { 'if-none-match': '"other"' } })).text, text);
    const head = await http.send('HEAD', path);
    matchWhole(
      t,
      [head.status, head.text, head.headers['content-length'], head.headers.etag],
      [200, '', String(Buffer.byteLength(text)), etag],
    );
  }
  matchWhole(t, files.get('parts/operations/getOrders.json'), {
    responses: { 404: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error404' } } } } },
  });
  t.equal((await http.send('POST', '/openapi.json')).status, 405);
  for (const path of ['tags/Nothing', 'parts/other', 'parts/schemas/constructor', '..%2fpackage.json', '%2e%2e'])
    matchWhole(
      t,
      await http.send('GET', `/openapi/${path}`),
      { status: 404, json: { errors: [{ code: 'ResourceNotFound' }] } },
      path,
    );
});
