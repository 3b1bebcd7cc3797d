import { test } from '../../support/tap.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { definitions } from '../../../src/commerce/resources/index.js';
import { errorTable } from '../../../src/base/errors/errorTable.js';
import { routes } from '../../../src/http/routes/routes.js';
import { Components, type Schema } from '../../../src/operations/schemas/Components.js';
import { describeApi } from '../../../src/http/openapi/describeApi.js';
import { pathTemplate } from '../../../src/http/openapi/naming.js';
import { matchWhole } from '../../support/matchWhole.js';

const description = describeApi();
const text = JSON.stringify(description);
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const at = (pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, step) =>
        (value as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      description,
    );

test('describes exactly the routes of the table', async t => {
  t.same(
    operations.map(({ method, path }) => `${method} ${path}`).sort(),
    routes.map(({ method, path }) => `${method.toLowerCase()} ${pathTemplate(path)}`).sort(),
  );
  t.ok(operations.length > 250);
});

test('is a valid OpenAPI 3.1 document', async t => {
  matchWhole(t, description, { openapi: '3.1.0', info: { title: String, version: String }, servers: [{ url: '/' }] });
  const refs = [...new Set([...text.matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer]) => pointer!))];
  t.ok(refs.length > 300);
  t.same(
    refs.filter(pointer => at(pointer) === undefined),
    [],
    'every reference has a target',
  );
  const ids = operations.map(({ operation }) => operation.operationId);
  t.same(
    ids.filter((id, place) => ids.indexOf(id) !== place),
    [],
    'operation ids are unique',
  );
  for (const { path, method, operation } of operations) {
    const {
      parameters = [],
      responses,
      requestBody,
    } = operation as {
      parameters?: { name: string; in: string; required?: boolean; schema: unknown }[];
      responses: Record<string, Schema>;
      requestBody?: unknown;
    };
    const named = parameters.filter(each => each.in === 'path');
    t.same(
      named.map(({ name }) => name).sort(),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)).sort(),
      `${method} ${path}: parameters of the path`,
    );
    t.ok(
      named.every(({ required }) => required === true) && parameters.every(({ schema }) => schema !== undefined),
      path,
    );
    t.ok(
      Object.keys(responses).every(status => /^[2345]\d\d$/.test(status)) &&
        Object.values(responses).every(each => each.$ref !== undefined || typeof each.description === 'string'),
      path,
    );
    t.equal(requestBody !== undefined, method === 'post', `${method} ${path}: exactly POST has a body`);
  }
  const templates = Object.keys(description.paths).map(path => path.replace(/\{\w+\}/g, '{}'));
  t.equal(new Set(templates).size, templates.length, 'paths differ by more than parameter names');
  t.ok(Object.keys(description.components.schemas).every(name => /^[A-Za-z0-9._-]+$/.test(name)));
});

test('contains only JSON Schema 2020-12, without marks of the validators', async t => {
  const ajv = new Ajv2020({ strict: false });
  for (const [name, schema] of Object.entries(description.components.schemas))
    t.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
  for (const mark of ['"reference":{"typeId":"', '"identifier":{"typeId":"', '"dateTime":true', '"undeclared":'])
    t.notOk(text.includes(mark), mark);
});

test('requires only scopes that the security scheme lists', async t => {
  const { oauth2 } = description.components.securitySchemes as {
    oauth2: { flows: { clientCredentials: { scopes: Record<string, string> } } };
  };
  const { scopes } = oauth2.flows.clientCredentials;
  for (const { path, operation } of operations)
    for (const { oauth2: needed = [] } of operation.security as { oauth2?: string[] }[])
      t.ok(
        needed.every(name => name in scopes),
        path,
      );
  matchWhole(t, description.paths['/{projectKey}/orders/{id}']!.get, {
    security: [{ oauth2: ['view_orders:{projectKey}'] }, { oauth2: ['manage_project:{projectKey}'] }, { bearer: [] }],
  });
  t.same(description.paths['/oauth/token']!.post!.security, [{ client: [] }]);
  t.same(description.paths['/healthz']!.get!.security, []);
});

interface Objects {
  readonly properties: Record<string, Schema>;
  readonly required: readonly string[];
}
const schema = (name: string): Objects => description.components.schemas[name] as unknown as Objects;

test('describes resource types by their declarations', async t => {
  for (const { typeId, routes: ownRoutes, resource, actions, path, otherAddresses } of definitions.filter(
    each => each.routes !== 'none',
  )) {
    const address = otherAddresses?.pair?.map(name => `{${name}}`).join('/') ?? '{id}';
    const ref = (
      description.paths[ownRoutes === 'project' ? '/{projectKey}' : `/{projectKey}/${path}/${address}`]!.get!
        .responses as Record<string, { content: Record<string, { schema: { $ref: string } }> }>
    )['200']!.content['application/json']!.schema.$ref;
    const name = ref.split('/').at(-1)!;
    t.equal(name.toLowerCase(), typeId.replaceAll('-', ''));
    t.ok(
      Object.keys(resource.properties).every(member => member in schema(name).properties),
      name,
    );
    if (actions === undefined) continue;
    const {
      discriminator: { mapping },
    } = schema(`${name}UpdateAction`) as unknown as { discriminator: { mapping: Record<string, string> } };
    t.same(Object.keys(mapping).sort(), Object.keys(actions).sort(), `${name}: all update actions`);
  }
  matchWhole(t, schema('OrderSetOrderNumberAction'), {
    properties: { action: { const: 'setOrderNumber' }, orderNumber: { type: 'string' } },
    required: ['action'],
  });
  matchWhole(t, schema('Order').properties, {
    lineItems: { items: { $ref: '#/components/schemas/LineItem' } },
    totalPrice: { $ref: '#/components/schemas/Money' },
    createdAt: { $ref: '#/components/schemas/DateTime' },
    state: { $ref: '#/components/schemas/StateReference' },
  });
  matchWhole(t, schema('DateTime'), { type: 'string', format: 'date-time' });
  matchWhole(t, schema('StateReference'), {
    properties: {
      typeId: { const: 'state' },
      id: { type: 'string' },
      obj: { anyOf: [{ $ref: '#/components/schemas/State' }, { $ref: '#/components/schemas/StatePart' }] },
    },
    required: ['typeId', 'id'],
  });
  t.strictSame(Object.keys(schema('PaymentPart').properties as object), [
    'id',
    'version',
    'createdAt',
    'lastModifiedAt',
    'amountPlanned',
    'paymentMethodInfo',
    'paymentStatus',
  ]);
  t.ok(Array.isArray(description.components.schemas.MyCartUpdateAction?.oneOf));
  t.ok(
    'lastMessageSequenceNumber' in schema('Order').properties &&
      !('lastMessageSequenceNumber' in schema('Zone').properties),
  );
});

test('describes errors by the error table', async t => {
  const found = new Set([...text.matchAll(/"code":\{"const":"(\w+)"\}/g)].map(([, code]) => code!));
  const statuses = new Set(
    Object.keys(description.components.responses).map(name => Number(name.replace('Error', ''))),
  );
  t.same(
    [...found].sort(),
    Object.entries(errorTable)
      .filter(([, { status }]) => statuses.has(status))
      .map(([code]) => code)
      .sort(),
  );
  matchWhole(t, schema('ConcurrentModificationError').properties, {
    code: { const: 'ConcurrentModification' },
    currentVersion: { type: 'integer' },
  });
  t.same(schema('DuplicateFieldError').required, ['code', 'message']);
});

test('returns the same description each time', async t => {
  t.equal(JSON.stringify(describeApi()), text);
});

test('refuses two components of one name', async t => {
  const components = new Components(() => undefined);
  components.component('One', 1, () => ({}));
  matchWhole(
    t,
    components.component('One', 1, () => ({})),
    { $ref: '#/components/schemas/One' },
  );
  t.throws(() => components.component('One', 2, () => ({})), {
    message: 'two components of the description are called One',
  });
});
