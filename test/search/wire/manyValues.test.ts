/** Totals are exact even for more values than RediSearch expands itself. */
import { test } from '../../support/tap.js';
import { createHttp, type HttpResponse } from '../../support/http.js';
import { startQuayside } from '../../support/quayside.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';
import { matchWhole } from '../../support/matchWhole.js';
import { waitUntil } from '../../support/waitUntil.js';

const shop = await startOrderSearch();
const count = 2_100;
/** Makes distinct values in no particular order. */
const scattered = (at: number): string => String((at * 7_919) % 10_007).padStart(5, '0');
const numbers = Array.from({ length: count }, (_, at) => `N${scattered(at)}`);
const emailOf = (number: string): string => `Jo.${number}@example.com`;
const startMs = Date.UTC(2020, 0, 1);
const createdAt = (at: number): string => new Date(startMs + at).toISOString();
const ids = await shop.stored(
  ...numbers.map((orderNumber, at) => ({
    orderNumber,
    customerEmail: emailOf(orderNumber),
    createdAt: createdAt(at),
    totalPrice: { type: 'centPrecision', currencyCode: 'EUR', centAmount: at % 7, fractionDigits: 2 },
  })),
);
await shop.activate();

test('finds all values with a prefix of any length (SEARCH025)', async t => {
  for (const at of [0, 77, count - 1]) {
    const number = numbers[at]!;
    for (let length = 1; length <= number.length; length++) {
      const value = number.slice(0, length);
      const expected = numbers.filter(each => each.startsWith(value)).length;
      t.equal(await shop.total({ prefix: { field: 'orderNumber', value } }), expected, value);
      t.equal(
        await shop.total({ prefix: { field: 'orderNumber', value: value.toLowerCase(), caseInsensitive: true } }),
        expected,
        value,
      );
      t.equal(await shop.total({ prefix: { field: 'orderNumber', value: value.toLowerCase() } }), 0);
    }
    const email = emailOf(number);
    for (let length = 1; length <= email.length; length++)
      t.equal(
        await shop.total({ prefix: { field: 'customerEmail', value: email.slice(0, length) } }),
        numbers.filter(each => emailOf(each).startsWith(email.slice(0, length))).length,
        email.slice(0, length),
      );
  }
});

const asExpression = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace('.', '\\.').replace(/\*/g, '.+').replace(/\?/g, '.')}$`);

test('finds all values that match a wildcard at any position (SEARCH027)', async t => {
  for (const value of [
    '*',
    'N*',
    '*7',
    'N*1',
    'N?3*',
    '*99*',
    'N????7',
    '?????7',
    'N*0*0*',
    '??????',
    '?????',
    '*N*',
    'N0*?',
  ])
    t.equal(
      await shop.total({ wildcard: { field: 'orderNumber', value } }),
      numbers.filter(each => asExpression(value).test(each)).length,
      value,
    );
  for (const value of ['Jo.*@example.com', '*7@*', 'Jo.N?5*.com'])
    t.equal(
      await shop.total({ wildcard: { field: 'customerEmail', value } }),
      numbers.filter(each => asExpression(value).test(emailOf(each))).length,
      value,
    );
});

/** Reads all hits page by page. */
const pages = async (field: string, order: string, limit: number): Promise<string[]> => {
  const read: string[] = [];
  for (let offset = 0; offset < count; offset += limit) {
    const { total, hits } = await shop.search({
      query: { prefix: { field: 'orderNumber', value: 'N' } },
      sort: [{ field, order }],
      limit,
      offset,
    });
    if (total !== count) throw new Error(`${total} in all`);
    read.push(...hits.map(({ id }) => id));
  }
  return read;
};

test('returns each hit once over all pages, equal keys by id (SEARCH004, SEARCH005, SEARCH006, SEARCH056)', async t => {
  const byId = [...ids].sort();
  const places = ids.map((id, at) => ({ id, at }));
  const centsOf = (at: number): number => at % 7;
  t.same(await pages('createdAt', 'asc', 100), ids);
  t.same(await pages('createdAt', 'desc', 77), [...ids].reverse());
  t.same(await pages('version', 'asc', 100), byId);
  t.same(await pages('version', 'desc', 91), [...byId].reverse());
  for (const [order, sign, limit] of [
    ['asc', 1, 100],
    ['desc', -1, 83],
  ] as const)
    t.same(
      await pages('totalPrice.centAmount', order, limit),
      [...places]
        .sort((one, other) => sign * (centsOf(one.at) - centsOf(other.at) || (one.id < other.id ? -1 : 1)))
        .map(({ id }) => id),
      order,
    );
  const { hits } = await shop.search({
    query: { exists: { field: 'id' } },
    sort: [{ field: 'orderNumber', order: 'desc' }],
    limit: 5,
    offset: 1_000,
  });
  const wanted = [...numbers].sort().reverse().slice(1_000, 1_005);
  const found = await Promise.all(
    hits.map(
      async ({ id }) =>
        ((await shop.http.send('GET', `${shop.base}/orders/${id}`)).json as { orderNumber: string }).orderNumber,
    ),
  );
  t.same(found, wanted);
});

test('refuses a search that exceeds its time without blocking others (SEARCH061)', async t => {
  const hasty = await startQuayside({ QUERY_TIMEOUT_MS: '10', REDIS_URL: shop.quayside.redisUrl });
  const http = createHttp(hasty.address).as(await shop.quayside.token(shop.credentials));
  const send = (query: object) => http.send('POST', `${shop.base}/orders/search`, { body: { query } });
  const slow = await send({
    and: [{ wildcard: { field: 'all', value: '*x*y*z' } }, { wildcard: { field: 'orderNumber', value: '*1*' } }],
  });
  matchWhole(t, slow, { status: 400, json: { statusCode: 400, errors: [{ code: 'QueryTimedOut' }] } });
  const answers: HttpResponse[] = [];
  // On a busy machine a search may take longer than this server allows.
  await waitUntil(async () => {
    answers.push(await send({ exact: { field: 'orderNumber', value: numbers[7] } }));
    return answers.at(-1)!.status === 200;
  });
  matchWhole(t, answers.at(-1), { status: 200, json: { total: 1 } }, 'other searches are answered');
});
