/**
 * Documents give the same data and errors as graphql-js gives: examples, and generated ones over the whole schema; more
 * of them with `npm run test:long`, and any number with `npm run test:fuzz -- --graphql 50000`.
 */
import { execute, type ExecutionResult, parse } from 'graphql';
import { test } from '../support/tap.js';
import { createGraphqlContext } from '../../src/graphql/createGraphqlEndpoint.js';
import { apiSchema } from '../support/apiSchema.js';
import { DocumentError } from '../../src/graphql/graphqlErrors.js';
import { QueryCompiler } from '../../src/graphql/QueryCompiler.js';
import { type GraphqlFuzzRequest, GraphqlDocuments } from '../fuzz/graphqlDocuments.js';
import { rounds } from '../support/rounds.js';
import { startCustomerShop, storeSampleCustomer } from './customerShop.js';

const shop = await startCustomerShop();
const { quayside, projectKey } = shop;
const { id } = await storeSampleCustomer(shop);
const schema = apiSchema();
const compiler = new QueryCompiler(schema, {
  graphqlDepthMax: 20,
  graphqlCostMax: 1_000_000_000,
  graphqlIntrospection: true,
});

const createContext = () =>
  createGraphqlContext(quayside.services, {
    projectKey,
    client: { clientId: 'x' },
    scope: `manage_project:${projectKey}`,
    correlationId: 'differential',
  });

/** Returns the data, and the errors in the order of their paths. */
const contentOf = ({ data, errors = [] }: ExecutionResult): unknown =>
  JSON.parse(
    JSON.stringify({
      data,
      errors: errors
        .map(({ message, path }) => ({ message, path }))
        .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
    }),
  );

/** Returns the result here and that of graphql-js; undefined for a document that is refused before it runs. */
const runBoth = async ({ query, variables }: GraphqlFuzzRequest): Promise<[unknown, unknown] | undefined> => {
  try {
    const own = (await compiler
      .prepare(query, undefined)
      .execute(undefined, createContext(), variables)) as ExecutionResult;
    const reference = await execute({
      schema,
      document: parse(query),
      contextValue: createContext(),
      variableValues: variables,
    });
    return [contentOf(own), contentOf(reference)];
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
};

const addresses = 'defaultShippingAddress { country';
const examples: readonly (readonly [title: string, query: string, ...variables: object[]])[] = [
  [
    'a fragment under two conditions',
    `query ($brief: Boolean!) { customer(id: "${id}") {
      a: ${addresses} ...f @skip(if: $brief) } b: ${addresses} ...f @include(if: $brief) }
    } } fragment f on Address { city }`,
    { brief: true },
    { brief: false },
  ],
  [
    'one field under two conditions',
    `query ($a: Boolean!, $b: Boolean!) { customer(id: "${id}") {
      email @skip(if: $a) email @include(if: $b)
      ${addresses} @skip(if: $a) } ${addresses} city @include(if: $b) }
    } }`,
    { a: true, b: false },
    { a: false, b: false },
    { a: true, b: true },
    { a: false, b: true },
  ],
  [
    'a condition with a default, and without any selection left',
    `query ($a: Boolean! = false) { customer(id: "${id}") { email @include(if: $a) } x: __typename @skip(if: $a) }`,
    {},
    { a: true },
  ],
  ['conditions without variables', `{ customer(id: "${id}") { email @skip(if: true) id @include(if: true) } }`, {}],
  [
    'null in a condition',
    `query ($a: Boolean = true) { customer(id: "${id}") { email @include(if: $a) id } }`,
    {},
    { a: null },
  ],
  ['null in a condition at the root', 'query ($a: Boolean = true) { __typename @skip(if: $a) }', { a: null }],
  [
    'null where it is not allowed',
    `query ($id: String = "${id}") { customer(id: $id) { id } customers { total } }`,
    {},
    { id: null },
  ],
  [
    'null in a required argument',
    'query ($key: String = "a") { channel(key: $key) { id } key: store(key: $key) { id } }',
    { key: null },
  ],
  [
    'null in a list',
    'query ($a: String = "email asc", $b: Int = 2) { customers(sort: ["id asc", $a], limit: $b) { total } }',
    { a: 'email desc' },
    { a: null },
    {},
    { b: null },
  ],
];

for (const [title, query, ...variables] of examples)
  test(`gives the data and errors of graphql-js: ${title}`, async t => {
    for (const each of variables) {
      const [own, reference] = (await runBoth({ query, variables: each as Record<string, unknown> })) ?? [];
      t.ok(reference, JSON.stringify(each));
      t.same(own, reference, JSON.stringify(each));
    }
  });

const documents = Number(process.env.FUZZ_GRAPHQL ?? rounds(4_000, 60));
const seed = Number(process.env.FUZZ_SEED ?? 1);

test(`gives the data and errors of graphql-js for ${documents} generated documents`, { timeout: 0 }, async t => {
  const names = { ids: [id], keys: ['a'] };
  const generator = new GraphqlDocuments(schema, names, seed, { conditions: 0.25, correct: true });
  let compared = 0;
  const differences: unknown[] = [];
  for (let left = documents; left > 0 && differences.length < 3; left--) {
    const request = generator.next();
    const found = await runBoth(request);
    if (found === undefined) continue;
    compared++;
    const [own, reference] = found;
    if (JSON.stringify(own) !== JSON.stringify(reference)) differences.push({ request, own, reference });
  }
  t.same(differences, []);
  t.ok(compared > documents / 3, `${compared} of ${documents} documents were run`);
  t.comment(`seed ${seed}: ${compared} of ${documents} documents were run`);
});
