import { test } from '../support/tap.js';
import { limits } from '../../src/base/config/limits.js';
import { assertResponseSize, MemoryBudget, ValueBudget } from '../../src/graphql/budgets.js';
import { QueryCompiler } from '../../src/graphql/QueryCompiler.js';
import { apiSchema } from '../support/apiSchema.js';
import { startGraphql, storeMany } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';

const { quayside, credentials, ask } = await startGraphql({
  GRAPHQL_DEPTH_MAX: '16',
  GRAPHQL_COST_MAX: '55000',
  // Reading and writing many megabytes takes long on a busy machine; the limits of memory have to refuse them.
  QUERY_TIMEOUT_MS: '60000',
});
const { projectKey } = credentials;

const refusedWith = (message: RegExp) => ({
  status: 400,
  data: undefined,
  errors: [{ message, extensions: { code: 'InvalidInput' } }],
});

const nested = (levels: number): string =>
  `{ states(limit: 1) { results { ${'transitions { '.repeat(levels)}key${' }'.repeat(levels)} } } }`;

test('refuses a query that is too deep, also through fragments', async t => {
  t.equal((await ask(nested(3))).status, 200);
  matchWhole(t, await ask(nested(14)), refusedWith(/17 levels deep; at most 16/));
  const chain = Array.from(
    { length: 20 },
    (_, at) => `fragment F${at} on State { transitions { ...F${at + 1} } }`,
  ).join(' ');
  matchWhole(
    t,
    await ask(`{ states { results { ...F0 } } } ${chain} fragment F20 on State { key }`),
    refusedWith(/levels deep/),
  );
  matchWhole(
    t,
    await ask('{ states { results { ...A } } } fragment A on State { transitions { ...A } }'),
    refusedWith(/itself/),
    'a fragment that contains itself',
  );
  matchWhole(
    t,
    await ask(`{ states(sort: ${'['.repeat(3_000)}${']'.repeat(3_000)}) { count } }`),
    refusedWith(/deep|cannot represent|String/),
  );
  matchWhole(t, await ask(`{ ${'a{'.repeat(2_600)}b${'}'.repeat(2_600)} }`), refusedWith(/deep/));
});

test('reports a limited number of errors for invalid variables', async t => {
  const query = 'query Sorted($sort: [String!]) { states(sort: $sort) { total } }';
  matchWhole(
    t,
    await ask(query, { sort: ['x'.repeat(100_000), ...Array<null>(2_000).fill(null)] }),
    refusedWith(/holds null/),
  );
  matchWhole(
    t,
    await ask(query, { sort: Array<number>(limits.visitorBodyValuesMax).fill(1) }),
    refusedWith(/The request body has 10003 members and elements, expected at most 10000/),
  );
  const { errors } = await ask(query, { sort: Array<number>(5_000).fill(1) });
  t.equal(errors!.length, limits.graphqlErrorsMax);
  t.equal((await ask(query, { sort: ['key asc'] })).status, 200);
});

test('refuses a query that costs too much: fields times limits, lists of references, and mutations', async t => {
  const wide = (limit: string) =>
    `{ states(limit: ${limit}) { results { ` +
    `${Array.from({ length: 20 }, (_, at) => `f${at}: transitions { key }`).join(' ')} } } }`;
  matchWhole(t, await ask(wide('500')), refusedWith(/may cost 115000; at most 55000/));
  t.equal((await ask(wide('100'))).status, 200);
  const variable = wide('$limit').replace('{', 'query Wide($limit: Int = 499) {');
  matchWhole(t, await ask(variable), refusedWith(/may cost/), 'the default of the variable counts');
  matchWhole(t, await ask(variable, { limit: 500 }), refusedWith(/may cost/));
  t.equal((await ask(variable, { limit: 10 })).status, 200, 'the same document with another limit');
  matchWhole(t, await ask(nested(6)), refusedWith(/may cost/), 'each list of references counts ten times');
  const doubling = Array.from(
    { length: 12 },
    (_, at) => `fragment F${at} on Me { customer { ...G${at} } } fragment G${at} on Customer { customerGroup { id } }`,
  ).join(' ');
  t.equal((await ask(`{ me { ...F0 } } ${doubling}`)).status, 400, 'unused fragments are refused');
  const bomb = Array.from(
    { length: 8 },
    (_, at) =>
      `fragment B${at} on State { ` +
      `${Array.from({ length: 8 }, (__, copy) => `c${copy}: transitions { ...B${at + 1} }`).join(' ')} }`,
  ).join(' ');
  const before = process.cpuUsage();
  matchWhole(
    t,
    await ask(`{ states { results { ...B0 } } } ${bomb} fragment B8 on State { key }`),
    refusedWith(/fields with its fragments written out; at most 5000/),
  );
  const { user } = process.cpuUsage(before);
  t.ok(user < 2_000_000, `refused without expanding 8^8 fields, in ${user} microseconds of the processor`);
  const mutations = Array.from({ length: 12 }, (_, at) => `m${at}: deleteMyCustomer(version: 1) { id }`).join(' ');
  matchWhole(t, await ask(`mutation { ${mutations} }`), refusedWith(/may cost/), 'a request cannot try many passwords');
});

test('counts a base cost per query, and references: ten times in a list, three times within one (LIM006)', async t => {
  const pages = (count: number) =>
    `{ ${Array.from({ length: count }, (_, at) => `a${at}: states(limit: 1) { count }`).join(' ')} }`;
  t.equal((await ask(pages(10))).status, 200);
  matchWhole(t, await ask(pages(12)), refusedWith(/may cost 60000; at most 55000/));
  const compiler = new QueryCompiler(apiSchema(), {
    graphqlDepthMax: 20,
    graphqlCostMax: 100_000,
    graphqlIntrospection: true,
  });
  for (const [text, cost] of [
    ['{ customer(id: "x") { addresses { id city } } }', 500],
    ['{ me { customer { id } } }', 501],
    ['{ carts(limit: 2) { results { lineItems { id } } } }', 5_000],
    ['{ carts(limit: 2) { results { customer { id email } } } }', 5_006],
    ['{ cart(id: "x") { lineItems { taxedPrice { taxPortions { rate } } } } }', 500],
    ['{ cart(id: "x") { lineItems { state { state { transitions { roles } } } } } }', 860],
    ['{ product(id: "x") { masterData { current { variants { price(currency: "EUR") { id } } } } } }', 511],
    ['{ __typename __schema { types { fields { name } } } }', 113],
    ['{ __type(name: "Cart") { fields { args { name } } } }', 112],
  ] as const)
    t.equal(compiler.prepare(text, undefined).cost({}), cost, text);
});

const mebibyte = 1024 * 1024;

test('refuses a request that loads more than 64 MiB or returns more than 16 MiB in total', async t => {
  const large = 'x'.repeat(8 * mebibyte);
  const [id] = await storeMany(quayside, projectKey, 'customer', [
    {
      email: 'large@example.com',
      stores: [],
      addresses: [],
      custom: { type: { typeId: 'type', id: 'none' }, fields: { note: large } },
    },
  ]);
  const queryFields = (count: number, field: (at: number) => string) =>
    ask(`{ ${Array.from({ length: count }, (_, at) => field(at)).join(' ')} }`);
  const page = (at: number) => `a${at}: customers(where: "id = \\"${id!}\\"", limit: 1) { count }`;
  matchWhole(t, await queryFields(7, page), { status: 200, data: { a6: { count: 1 } }, errors: undefined });
  matchWhole(t, await queryFields(8, page), {
    status: 200,
    data: null,
    errors: [{ message: /loads more than 67108864 bytes/, extensions: { code: 'InvalidInput' } }],
  });
  matchWhole(
    t,
    await queryFields(20, at => `a${at}: customer(id: "${id!}") { email }`),
    { status: 200, data: { a19: { email: 'large@example.com' } }, errors: undefined },
    'the same customer is loaded once',
  );
  matchWhole(
    t,
    await ask(
      `{ customer(id: "${id!}") { ` +
        `${Array.from({ length: 20 }, (_, at) => `a${at}: customFieldsRaw { value }`).join(' ')} } }`,
    ),
    {
      status: 200,
      data: null,
      errors: [{ message: /answer would be longer than 16777216 characters/, extensions: { code: 'InvalidInput' } }],
    },
  );
});

test('refuses a response with more than 300,000 values in lists of a resource, before it collects them', async t => {
  const attributes = Array.from({ length: 100 }, (_, at) => ({ name: `a${at}`, value: at }));
  await storeMany(quayside, projectKey, 'order', [
    { lineItems: Array.from({ length: 500 }, () => ({ variant: { id: 1, attributes } })) },
  ]);
  const values = (aliases: number) => {
    const each = Array.from({ length: aliases }, (_, at) => `a${at}: attributesRaw { name value }`).join(' ');
    return ask(`{ orders(limit: 1) { results { lineItems { variant { ${each} } } } } }`);
  };
  matchWhole(t, await values(1), { status: 200, data: { orders: { results: { length: 1 } } }, errors: undefined });
  const message =
    'The answer would have more than 300000 values in the lists of a part of it. ' +
    'Ask for fewer fields, or for fewer results with limit.';
  t.strictSame(await values(2), {
    status: 200,
    data: null,
    errors: [{ message, extensions: { code: 'InvalidInput' } }],
  });
});

test('accepts a response at each budget and refuses one unit more', t => {
  const { graphqlValuesMax, graphqlTurnValuesMax } = limits;
  const loads = (bytes: number) => () => new MemoryBudget(10).take(bytes);
  const collects = (values: number, atOnce: number) => () => {
    const budget = new ValueBudget();
    const isKept = budget.take(values, atOnce);
    budget.assertKept();
    t.equal(isKept, true);
  };
  // The object counts 8 characters, its name and its text one each.
  const answers = (charactersMax: number) => () => assertResponseSize({ a: 'b' }, charactersMax);
  for (const [atBudget, beyond, message] of [
    [loads(10), loads(11), /more than 10 bytes/],
    [collects(graphqlValuesMax, 1), collects(graphqlValuesMax + 1, 1), /more than \d+ values\./],
    [collects(1, graphqlTurnValuesMax), collects(1, graphqlTurnValuesMax + 1), /values in the lists/],
    [answers(10), answers(9), /longer than 9 characters/],
  ] as const) {
    t.doesNotThrow(atBudget, String(message));
    t.throws(beyond, { message });
  }
  t.end();
});

test('refuses long documents and many aliases', async t => {
  matchWhole(t, await ask(`{ states { count } } #${'x'.repeat(65_536)}`), refusedWith(/bytes long; at most 65536/));
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, at) => `a${at}: state(id: "x") { id }`).join(' ')} }`;
  t.equal((await ask(aliases(100))).status, 200);
  matchWhole(t, await ask(aliases(101)), refusedWith(/101 aliases; at most 100/));
  matchWhole(t, await ask('{ __proto__: state(id: "x") { id } }'), refusedWith(/__proto__/));
  matchWhole(t, await ask(`{ ${'count '.repeat(9_000)} }`), {
    status: 400,
    errors: [{ message: /8000 tokens|token/i, extensions: { code: 'SyntaxError' } }],
  });
  matchWhole(t, await ask(`{ ${Array.from({ length: 100 }, (_, at) => `nothing${at}`).join(' ')} }`), {
    status: 400,
    errors: { length: 21 },
  });
});

test('refuses introspection where GRAPHQL_INTROSPECTION is false', async t => {
  const closed = await startGraphql({ GRAPHQL_INTROSPECTION: 'false' });
  const [refusal] = refusedWith(/introspection/i).errors;
  matchWhole(t, await closed.ask('{ __schema { types { name } } }'), { status: 400, errors: [refusal, refusal] });
  matchWhole(
    t,
    await closed.ask('{ stats { count } }'),
    refusedWith(/^Cannot query field "stats" on type "Query"\.$/),
    'the error suggests no names',
  );
  matchWhole(t, await closed.ask('{ __typename states { count } }'), { status: 200, data: { __typename: 'Query' } });
  await closed.quayside.stop();
});

test('compiles a document once for each operation and evicts it after many others', async t => {
  const compiler = new QueryCompiler(apiSchema(), {
    graphqlDepthMax: 20,
    graphqlCostMax: 100_000,
    graphqlIntrospection: true,
  });
  const text = 'query A { states { count } } query B { carts { count } }';
  const first = compiler.prepare(text, 'A');
  t.equal(compiler.prepare(text, 'A'), first);
  t.not(compiler.prepare(text, 'B'), first);
  for (let at = 0; at < limits.graphqlDocumentsMax; at++) compiler.prepare(`{ state(id: "s${at}") { id } }`, undefined);
  t.not(compiler.prepare(text, 'A'), first);
  const long = (at: number) =>
    `{ state(id: "${at}") { ${'...F '.repeat(1_200)}} } fragment F on State { id key type version }`;
  const large = compiler.prepare(long(0), undefined);
  t.equal(compiler.prepare(long(0), undefined), large);
  for (let at = 1; at <= 4; at++) compiler.prepare(long(at), undefined);
  t.not(compiler.prepare(long(0), undefined), large, 'few compiled queries that fragments make long are cached');
});
