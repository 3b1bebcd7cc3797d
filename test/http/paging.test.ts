import { test } from '../support/tap.js';
import type { HttpResponse } from '../support/http.js';
import { stateDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));

interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly count: number;
  readonly total?: number;
  readonly results: readonly { id: string; key: string; createdAt: string; type: string }[];
}

const query = (parameters: readonly (readonly [string, string])[]): Promise<HttpResponse> =>
  http.send(
    'GET',
    `/${project.projectKey}/states?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString()}`,
  );
const pageOf = async (...parameters: (readonly [string, string])[]): Promise<Page> => {
  const answer = await query(parameters);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as Page;
};

// The project has 26 states with the built-in one.
for (let number = 0; number < 25; number++)
  await http.send('POST', `/${project.projectKey}/states`, {
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
  for (const limit of ['0', '501', '-1', '1.5', 'ten', '', '1e2']) {
    const { status, json } = await query([['limit', limit]]);
    t.equal(status, 400, limit);
    matchWhole(t, json, {
      errors: [
        {
          code: 'InvalidInput',
          message: `Malformed parameter: limit: expected an integer from 1 to 500, got '${limit}'.`,
        },
      ],
    });
  }
});

test('accepts offsets from 0 to 10000 (GEN049, LIM007)', async t => {
  const all = await pageOf(['limit', '500']);
  t.same((await pageOf(['offset', '24'])).results, all.results.slice(24));
  matchWhole(t, await pageOf(['offset', '10000']), { offset: 10_000, count: 0, total: 26, results: [] });
  for (const offset of ['10001', '-1', 'x'])
    matchWhole(t, (await query([['offset', offset]])).json, {
      statusCode: 400,
      errors: [{ code: 'InvalidInput', message: /offset: expected an integer from 0 to 10000/ }],
    });
});

test('omits the total with withTotal=false (GEN050, LIM008)', async t => {
  const page = await pageOf(['withTotal', 'false']);
  t.notOk('total' in page);
  t.equal(page.count, 20);
  t.equal((await pageOf(['withTotal', 'true'])).total, 26);
  matchWhole(t, (await query([['withTotal', 'maybe']])).json, {
    statusCode: 400,
    errors: [{ code: 'InvalidInput', message: "Malformed parameter: withTotal: expected true or false, got 'maybe'." }],
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
  t.same(
    page.results.map(({ key }) => key),
    ['page-03', 'page-04', 'page-05'],
  );
  const injected = await pageOf(['where', 'key = :k'], ['var.k', 'x" or key is defined or key = "x']);
  t.equal(injected.total, 0, 'the text of a variable is not parsed');
  matchWhole(t, (await query([['where', 'key = :missing']])).json, {
    statusCode: 400,
    errors: [
      {
        code: 'InvalidInput',
        message: "The predicate variable ':missing' has no value: pass it as 'var.missing'.",
      },
    ],
  });
  matchWhole(
    t,
    (
      await query([
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
    const { status, json } = await query([['where', where]]);
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
  for (const sort of ['key up', 'key asc desc', '', 'key;asc'])
    t.equal((await query([['sort', sort]])).status, 400, sort);
});

test('sorts by the first of several sort parameters first (GEN058)', async t => {
  const { results } = await pageOf(
    ['where', 'builtIn = false'],
    ['sort', 'type desc'],
    ['sort', 'key asc'],
    ['limit', '500'],
  );
  t.same(
    results.map(({ key }) => key),
    [...results].sort((a, b) => b.type.localeCompare(a.type) || a.key.localeCompare(b.key)).map(({ key }) => key),
  );
});

test('accepts times in predicates and sorts (GEN032)', async t => {
  const { results } = await pageOf(['sort', 'createdAt desc'], ['limit', '500']);
  t.same(
    results.map(({ createdAt }) => createdAt),
    results
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );
  const { createdAt } = results[10]!;
  t.equal(
    (await pageOf(['where', `createdAt > "${createdAt}"`])).total,
    results.filter(each => each.createdAt > createdAt).length,
  );
  t.equal(
    (await pageOf(['where', `lastModifiedAt <= "${createdAt}"`])).total,
    results.filter(each => each.createdAt <= createdAt).length,
  );
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
    const { status } = await http.send('GET', `/${project.projectKey}/states${text}`);
    t.ok(status === 200 || status === 400, `${text.slice(0, 30)}: ${status}`);
  }
});

test('reports all malformed parameters of a query together (ERR004)', async t => {
  const { status, json } = await query([
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
        "Malformed parameter: where: Syntax error while parsing 'where'. Unexpected end of input, expected a string, a number, true, false or a variable (line 1, column 7)",
    },
    invalid("where: The field 'colour' does not exist. (line 1, column 1)"),
    invalid("limit: expected an integer from 1 to 500, got '0'."),
    invalid("offset: expected an integer from 0 to 10000, got '-1'."),
    invalid("withTotal: expected true or false, got 'maybe'."),
    invalid("sort: The field 'size' does not exist. (line 1, column 1)"),
  ];
  t.strictSame(json, { statusCode: 400, message: errors[0]!.message, errors });
});
