import fc from 'fast-check';
import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import { assertError } from '../support/refusal.js';
import type { HttpResponse } from '../support/http.js';
import { stateDraft } from '../support/drafts.js';
import { matchWhole, valuesOf } from '../support/matchWhole.js';
import { importSampleOrders } from '../../src/server/sampleShop.js';
import { rounds } from '../support/rounds.js';

const { http, projectKey, quayside } = await startProject();

interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly count: number;
  readonly total?: number;
  readonly results: readonly { id: string; key: string; createdAt: string; type: string }[];
}

const queryStates = (parameters: readonly (readonly [string, string])[]): Promise<HttpResponse> =>
  http.send(
    'GET',
    `/${projectKey}/states?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString()}`,
  );
const pageOf = async (...parameters: (readonly [string, string])[]): Promise<Page> => {
  const answer = await queryStates(parameters);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as Page;
};

// The project has 26 states with the built-in one.
for (let number = 0; number < 25; number++)
  await http.send('POST', `/${projectKey}/states`, {
    body: stateDraft({
      key: `page-${String(number).padStart(2, '0')}`,
      type: number % 2 === 0 ? 'OrderState' : 'PaymentState',
    }),
  });

test('answers a page with offset, limit, count, total and results, 20 by default (GEN041, GEN048, LIM006)', async t => {
  const page = await pageOf();
  t.same(Object.keys(page).sort(), ['count', 'limit', 'offset', 'results', 'total']);
  matchWhole(t, page, { limit: 20, offset: 0, count: 20, total: 26 });
  t.equal(page.results.length, 20);
});

test('accepts limits from 1 to 500 (GEN047, LIM006)', async t => {
  t.equal((await pageOf(['limit', '1'])).results.length, 1);
  t.equal((await pageOf(['limit', '500'])).results.length, 26);
  for (const limit of ['0', '501', '-1', '1.5', 'ten', '1e2']) {
    const { status, json } = await queryStates([['limit', limit]]);
    t.equal(status, 400, limit);
    assertError(t, json, 'InvalidInput', {
      message: `Malformed parameter: limit: expected an integer from 1 to 500, got '${limit}'.`,
    });
  }
});

test('accepts offsets from 0 to 10000 (GEN049, LIM007)', async t => {
  const all = await pageOf(['limit', '500']);
  t.same((await pageOf(['offset', '24'])).results, all.results.slice(24));
  matchWhole(t, await pageOf(['offset', '10000']), { offset: 10_000, count: 0, total: 26, results: [] });
  for (const offset of ['10001', '-1', 'x'])
    assertError(t, await queryStates([['offset', offset]]), 'InvalidInput', {
      message: /offset: expected an integer from 0 to 10000/,
    });
});

test('omits the total with withTotal=false (GEN050, LIM008)', async t => {
  const page = await pageOf(['withTotal', 'false']);
  t.notOk('total' in page);
  t.equal(page.count, 20);
  t.equal((await pageOf(['withTotal', 'true'])).total, 26);
  assertError(t, await queryStates([['withTotal', 'maybe']]), 'InvalidInput', {
    message: "Malformed parameter: withTotal: expected true or false, got 'maybe'.",
  });
});

test('combines several predicates with and (GEN052)', async t => {
  t.equal((await pageOf(['where', 'type = "OrderState"'])).total, 13);
  t.equal((await pageOf(['where', 'type = "OrderState"'], ['where', 'key in ("page-00", "page-01")'])).total, 1);
});

test('fills predicates with variables (GEN053)', async t => {
  const page = await pageOf(
    ['where', 'key = :wanted or key in :more'],
    ['var.wanted', 'page-03'],
    ['var.more', 'page-04'],
    ['var.more', 'page-05'],
    ['sort', 'key asc'],
  );
  t.same(valuesOf(page.results, 'key'), ['page-03', 'page-04', 'page-05']);
  const injected = await pageOf(['where', 'key = :k'], ['var.k', 'x" or key is defined or key = "x']);
  t.equal(injected.total, 0, 'the text of a variable is not parsed');
  assertError(t, await queryStates([['where', 'key = :missing']]), 'InvalidInput', {
    message: "The predicate variable ':missing' has no value: pass it as 'var.missing'.",
  });
  matchWhole(
    t,
    (
      await queryStates([
        ['where', 'key = :a'],
        ['var.a-b', 'x'],
      ])
    ).json,
    {
      statusCode: 400,
      errors: [
        {
          code: 'InvalidInput',
          message: "Malformed parameter: var.a-b: expected a variable name of letters and digits behind 'var.'.",
        },
        { code: 'InvalidInput', message: "The predicate variable ':a' has no value: pass it as 'var.a'." },
      ],
    },
  );
});

test('refuses a wrong predicate with a SyntaxError that names the position (GEN054)', async t => {
  for (const where of ['key = ', 'key == "a"', '(key = "a"', 'key', 'and', 'key = "a" or', 'key in ()', '"']) {
    const { status, json } = await queryStates([['where', where]]);
    t.equal(status, 400, where);
    matchWhole(t, json, { errors: [{ code: 'SyntaxError', message: /line \d+, column \d+/ }] }, where);
  }
});

test('sorts by field and direction, ascending by default (GEN055, GEN056)', async t => {
  const keys = async (...sort: string[]) =>
    (
      await pageOf(['where', 'builtIn = false'], ['limit', '500'], ...sort.map(each => ['sort', each] as const))
    ).results.map(({ key }) => key);
  const ascending = await keys('key asc');
  t.same(ascending, [...ascending].sort());
  t.same(await keys('key'), ascending);
  t.same(await keys('key desc'), [...ascending].reverse());
  for (const sort of ['key up', 'key asc desc', 'key;asc'])
    t.equal((await queryStates([['sort', sort]])).status, 400, sort);
});

test('sorts by the first of several sort parameters first (GEN058)', async t => {
  const { results } = await pageOf(
    ['where', 'builtIn = false'],
    ['sort', 'type desc'],
    ['sort', 'key asc'],
    ['limit', '500'],
  );
  t.same(
    valuesOf(results, 'key'),
    valuesOf(
      [...results].sort((a, b) => b.type.localeCompare(a.type) || a.key.localeCompare(b.key)),
      'key',
    ),
  );
});

test('accepts times in predicates and sorts (GEN032)', async t => {
  const { results } = await pageOf(['sort', 'createdAt desc'], ['limit', '500']);
  t.same(
    valuesOf(results, 'createdAt'),
    results
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );
  const { createdAt } = results[10]!;
  for (const [input, expected] of [
    [['where', `createdAt > "${createdAt}"`], results.filter(each => each.createdAt > createdAt).length],
    [['where', `lastModifiedAt <= "${createdAt}"`], results.filter(each => each.createdAt <= createdAt).length],
  ] as const)
    t.equal((await pageOf(input)).total, expected);
});

test('iterates over all resources by id (GEN063)', async t => {
  const seen: string[] = [];
  for (let last = ''; ; ) {
    const { results } = await pageOf(
      ['sort', 'id asc'],
      ['limit', '7'],
      ['withTotal', 'false'],
      ...(last === '' ? [] : [['where', `id > "${last}"`] as const]),
    );
    seen.push(...results.map(({ id }) => id));
    if (results.length < 7) break;
    last = seen.at(-1)!;
  }
  t.equal(new Set(seen).size, 26);
  t.same(seen, [...seen].sort());
});

test('reads malformed query strings as far as possible, without a crash', async t => {
  for (const text of [
    '?where=%',
    '?where=%FF%FE',
    '?%=%',
    '?limit=5&limit=7',
    '?&&&==',
    `?where=${encodeURIComponent('('.repeat(3_000))}`,
  ]) {
    const { status } = await http.send('GET', `/${projectKey}/states${text}`);
    t.ok(status === 200 || status === 400, `${text.slice(0, 30)}: ${status}`);
  }
});

test('reports all malformed parameters of a query together (ERR004)', async t => {
  const { status, json } = await queryStates([
    ['limit', '0'],
    ['where', 'key = '],
    ['where', 'colour = "red"'],
    ['where', 'type = "OrderState"'],
    ['var.a-b', '1'],
    ['sort', 'size asc'],
    ['withTotal', 'maybe'],
    ['offset', '-1'],
  ]);
  t.equal(status, 400);
  const invalid = (message: string) => ({ code: 'InvalidInput', message: `Malformed parameter: ${message}` });
  const errors = [
    invalid("var.a-b: expected a variable name of letters and digits behind 'var.'."),
    {
      code: 'SyntaxError',
      message:
        "Malformed parameter: where: Syntax error while parsing 'where'. " +
        'Unexpected end of input, expected a string, a number, true, false or a variable (line 1, column 7)',
    },
    invalid("where: The field 'colour' does not exist. (line 1, column 1)"),
    invalid("limit: expected an integer from 1 to 500, got '0'."),
    invalid("offset: expected an integer from 0 to 10000, got '-1'."),
    invalid("withTotal: expected true or false, got 'maybe'."),
    invalid("sort: The field 'size' does not exist. (line 1, column 1)"),
  ];
  t.strictSame(json, { statusCode: 400, message: errors[0]!.message, errors });
});

// Queries that the main thread answers get the answers of a worker, which reads the same query with `expand`.
interface Order {
  readonly id: string;
  readonly version: number;
  readonly orderNumber: string;
  readonly customerId: string;
  readonly orderState: string;
}
const orders = `/${projectKey}/orders`;
await importSampleOrders(quayside.services, { projectKey, orders: 120, seed: 7 });
const list = async (query: string): Promise<{ count: number; total: number; results: Order[] }> =>
  (await http.send('GET', `${orders}?${query}`)).json as { count: number; total: number; results: Order[] };
const all = (await list('limit=500')).results;
const some = (of: (order: Order) => string) => fc.constantFrom(...all.slice(0, 20).map(of), 'none', '', 'a"b\\c', 'ü');
const literal = (of: (order: Order) => string) => some(of).map(text => JSON.stringify(text));
const condition = fc.oneof(
  literal(({ id }) => id).map(text => `id = ${text}`),
  literal(({ id }) => id).map(text => `id > ${text}`),
  literal(({ orderNumber }) => orderNumber).map(text => `orderNumber=${text}`),
  fc
    .array(
      literal(({ orderNumber }) => orderNumber),
      { minLength: 1, maxLength: 3 },
    )
    .map(texts => `orderNumber in (${texts.join()})`),
  literal(({ customerId }) => customerId).map(text => `customerId = ${text}`),
  fc.constantFrom(
    'orderState = "Open"',
    'orderState = "Open" and country = "DE"',
    'orderState = 7',
    'orderNumber = :number',
    'createdAt < "2100-01-01T00:00:00Z"',
    'customerEmail is defined',
    'orderState != "Open"',
    'orderState = ',
    'orderNumber = "2024-01-01T00:00:00.000Z"',
  ),
);
const parameter = (name: string, values: fc.Arbitrary<string | number>) =>
  values.map(value => [name, String(value)] as const);
type Parameters = readonly (readonly (readonly [string, string])[])[];
const toQuery = (lists: Parameters): URLSearchParams =>
  new URLSearchParams(lists.flat().map(([name, value]): [string, string] => [name, value]));
const parameters = fc
  .tuple(
    fc.array(parameter('where', condition), { maxLength: 2 }),
    fc.array(
      parameter(
        'sort',
        fc.constantFrom('createdAt', 'createdAt desc', 'id', 'id desc', 'lastModifiedAt', 'country', '1 2 3'),
      ),
      { maxLength: 2 },
    ),
    fc.array(parameter('limit', fc.constantFrom(0, 1, 3, 20, 100, 101, 500, 'x')), { maxLength: 1 }),
    fc.array(parameter('offset', fc.constantFrom(0, 1, 5, 119, 120, 121, -1)), { maxLength: 1 }),
    fc.array(parameter('withTotal', fc.constantFrom('true', 'false', 'maybe')), { maxLength: 1 }),
    fc.array(parameter('var.number', fc.constantFrom(all[0]?.orderNumber ?? '', '"x"', '7')), { maxLength: 1 }),
  )
  .map(toQuery);

/** Parameters of which each query is valid. */
const valid = [
  fc.array(parameter('sort', fc.constantFrom('createdAt', 'createdAt desc', 'id', 'id desc', 'country')), {
    maxLength: 2,
  }),
  fc.array(parameter('limit', fc.constantFrom(1, 3, 20, 100, 101, 500)), { maxLength: 1 }),
  fc.array(parameter('withTotal', fc.constantFrom('true', 'false')), { maxLength: 1 }),
] as const;
/** A condition that one order meets. */
const met = fc
  .constantFrom(...all.slice(0, 20))
  .chain(({ id, orderNumber, customerId, orderState }) =>
    fc.constantFrom(
      `id = "${id}"`,
      `id >= "${id}"`,
      `orderNumber="${orderNumber}"`,
      `orderNumber in ("none","${orderNumber}")`,
      `customerId = "${customerId}"`,
      `orderState = "${orderState}"`,
      `orderState = "${orderState}" and id = "${id}"`,
    ),
  );
const where = (conditions: fc.Arbitrary<string>) => parameter('where', conditions).map(each => [each]);
/** Queries of each kind, so that none is missing by chance. */
const kinds = {
  found: fc.tuple(where(met), ...valid),
  empty: fc.oneof(
    fc.tuple(
      where(fc.constantFrom('id = "none"', 'orderNumber in ("a","b")', 'customerId = "none"', 'orderState = 7')),
      ...valid,
    ),
    fc.tuple(
      where(met),
      parameter('offset', fc.constantFrom(120, 121, 10_000)).map(each => [each]),
      ...valid,
    ),
  ),
  // Of a parameter that is given twice the first value counts.
  refused: fc.tuple(
    fc
      .constantFrom(
        ...([
          ['limit', '0'],
          ['offset', '-1'],
          ['withTotal', 'maybe'],
          ['sort', '1 2 3'],
          ['where', 'orderState = '],
          ['where', 'orderNumber = :number'],
        ] as const),
      )
      .map(each => [each]),
    where(met),
    ...valid,
  ),
};

test('answers as a worker does (GEN041, GEN042, GEN047 to GEN058)', async () => {
  /** Returns the kind of the answer; undefined if a worker answers otherwise. */
  const kindOfAnswer = async (query: URLSearchParams, path: string): Promise<string | undefined> => {
    const answer = await http.send('GET', `${path}?${query.toString()}`);
    const byWorker = new URLSearchParams([...query, ['expand', 'nothing']]);
    const expected = await http.send('GET', `${path}?${byWorker.toString()}`);
    if (answer.status !== expected.status || JSON.stringify(answer.json) !== JSON.stringify(expected.json))
      return undefined;
    const { count } = answer.json as { count?: number };
    return count === undefined ? 'refused' : count === 0 ? 'empty' : 'found';
  };
  for (const [kind, queries] of Object.entries(kinds))
    await fc.assert(
      fc.asyncProperty(queries, async lists => (await kindOfAnswer(toQuery(lists), orders)) === kind),
      { numRuns: rounds(200) },
    );
  const paths = fc.constantFrom(orders, `/${projectKey}/in-store/key=none/orders`);
  await fc.assert(
    fc.asyncProperty(parameters, paths, async (query, path) => (await kindOfAnswer(query, path)) !== undefined),
    { numRuns: rounds(200) },
  );
});

test('a page that is read during updates holds matching resources only', async t => {
  const states = ['Open', 'Confirmed'];
  let isOver = false;
  const update = async ({ id, version }: Order): Promise<void> => {
    let next = version;
    for (let turn = 0; !isOver; turn++) {
      const actions = [{ action: 'changeOrderState', orderState: states[turn % 2] }];
      const { status, json } = await http.send('POST', `${orders}/${id}`, { body: { version: next, actions } });
      t.equal(status, 200);
      next = (json as Order).version;
    }
  };
  const read = async (): Promise<void> => {
    for (let turn = 0; turn < 60; turn++) {
      const { results, count, total } = await list(
        `where=orderState%3D"Open"&sort=createdAt+desc&limit=${1 + (turn % 60)}`,
      );
      t.ok(results.every(({ orderState }) => orderState === 'Open'));
      t.equal(count, results.length);
      t.ok(total >= count);
    }
  };
  const updates = all.slice(0, 8).map(update);
  await Promise.all([read(), read()]);
  isOver = true;
  await Promise.all(updates);
});
