import { type OperationDefinitionNode, parse } from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import { test } from '../support/tap.js';
import { coerceVariables } from '../../src/graphql/coerceVariables.js';
import { createGraphqlContext } from '../../src/graphql/createGraphqlEndpoint.js';
import { apiSchema } from '../support/apiSchema.js';
import { QueryCompiler } from '../../src/graphql/QueryCompiler.js';
import { startGraphql } from '../support/graphql.js';

const schema = apiSchema();
const { quayside, credentials, ask, data } = await startGraphql();

const operationOf = (text: string): OperationDefinitionNode => parse(text).definitions[0] as OperationDefinitionNode;

test('converts variables as the specification of GraphQL defines', async t => {
  for (const [declarations, given] of [
    ['$id: String!', { id: 'a' }],
    ['$id: String', {}],
    ['$id: String', { id: null }],
    ['$id: String = "b"', {}],
    ['$id: String = "b"', { id: null }],
    ['$id: String! = "b"', {}],
    ['$id: String!', { id: 'a', other: 1 }],
    ['$ids: [String!]', { ids: 'a' }],
    ['$ids: [[Int]]', { ids: [1, [2, null], null] }],
    ['$long: Long!, $float: Float', { long: 1, float: 2 }],
    ['$type: StateType', { type: 'OrderState' }],
    ['$draft: CartDraft!', { draft: { currency: 'EUR', lineItems: { sku: 'a' } } }],
    ['$draft: CartDraft = { currency: "EUR" }', {}],
    ['$__proto__: Json', JSON.parse('{"__proto__": {"a": 1}}')],
  ] as const) {
    const operation = operationOf(`query (${declarations}) { __typename }`);
    const expected = getVariableValues(schema, operation.variableDefinitions!, given).coerced;
    t.ok(expected, declarations);
    t.same(Object.entries(coerceVariables(schema, operation, given)), Object.entries(expected!), declarations);
  }
  t.end();
});

test('a variable that is left out has no value, whatever its name', async t => {
  // The name __proto__ is refused in every document.
  const names = Object.getOwnPropertyNames(Object.prototype).filter(name => name !== '__proto__');
  t.ok(names.includes('constructor'), names.join());
  for (const name of names) {
    const text = `query ($${name}: Int) { orders(limit: $${name}) { count total } }`;
    t.same(await data(text, {}), { orders: { count: 0, total: 0 } }, name);
    t.same(await data(text, JSON.parse(`{"${name}": 1}`)), { orders: { count: 0, total: 0 } }, name);
    const shown = `query ($${name}: Boolean = false) { __typename @include(if: $${name}) ...${name} }
      fragment ${name} on Query { ${name}: __typename }`;
    t.same(await data(shown, {}), JSON.parse(`{"${name}": "Query"}`), name);
  }
});

test('includes fields by variables, also by their defaults', async t => {
  const text = `query ($yes: Boolean!, $no: Boolean = false) {
    __typename a: __typename @include(if: $yes) b: __typename @include(if: $no)
  }`;
  t.same(await data(text, { yes: true }), { __typename: 'Query', a: 'Query' });
  t.same(await data(text, { yes: false, no: true }), { __typename: 'Query', b: 'Query' });
  t.same((await ask(text, { yes: 'true' })).status, 400);
});

test('keeps nothing of the variables with a compiled document', async t => {
  const compiler = new QueryCompiler(schema, quayside.services.graphqlOptions);
  const { projectKey } = credentials;
  const request = { projectKey, client: {}, scope: `manage_project:${projectKey}`, correlationId: 'counted' };
  const run = async (variables: Readonly<Record<string, unknown>>) => {
    const prepared = compiler.prepare('query ($show: Boolean = true) { a: __typename @include(if: $show) }', undefined);
    const context = createGraphqlContext(quayside.services, request);
    return (await prepared.execute(undefined, context, variables)).data;
  };
  t.same([await run({}), await run({ show: false }), await run({})], [{ a: 'Query' }, {}, { a: 'Query' }]);
});
