/** The limits of a search (SEARCH060); searches within the limits do not block others. */
import { test } from '../../support/tap.js';
import { limits } from '../../../src/base/config/limits.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';
import { matchWhole } from '../../support/matchWhole.js';
import { waitUntil } from '../../support/waitUntil.js';

const shop = await startOrderSearch();
const long = 'Long '.repeat(2_000);
const [id] = (await shop.stored(
  { customerEmail: long, orderNumber: 'deep' },
  { customerEmail: `${long}er`, orderNumber: 'other' },
)) as [string];
await shop.activate();

const words = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => `w${(at + from).toString(36)}`).join(' ');
const refused = async (query: object) => (await shop.refusal({ query })).errors[0];

test('limits the length of texts and the number of words (SEARCH023, SEARCH024, SEARCH025, SEARCH027)', async t => {
  const field = 'customerEmail';
  t.same(await shop.found({ exact: { field, value: long } }), [id], 'a long value differs from a longer one');
  for (const kind of ['exact', 'fullText']) {
    t.same(await shop.found({ [kind]: { field, value: 'x'.repeat(limits.searchValueLengthMax) } }), []);
    matchWhole(t, await refused({ [kind]: { field, value: 'x'.repeat(limits.searchValueLengthMax + 1) } }), {
      code: 'InvalidInput',
      message: `query.${kind}.value: expected a text of at most 65536 characters, got one of 65537.`,
    });
  }
  for (const kind of ['prefix', 'wildcard']) {
    t.same(await shop.found({ [kind]: { field, value: 'x'.repeat(limits.searchPatternLengthMax) } }), []);
    matchWhole(t, await refused({ [kind]: { field, value: 'x'.repeat(60_000) } }), {
      code: 'InvalidInput',
      message: `query.${kind}.value: expected a text of at most 1000 characters, got one of 60000.`,
    });
  }
  t.same(await shop.found({ exact: { field: 'orderNumber', value: 'x'.repeat(60_000), caseInsensitive: true } }), []);
  t.same(await shop.found({ exact: { field, value: long.toUpperCase(), caseInsensitive: true } }), [id]);
  t.same(await shop.found({ exact: { field, value: words(20_000).slice(0, 60_000), caseInsensitive: true } }), []);
  t.equal(
    await shop.total({ fullText: { field, value: `${words(limits.searchWordsMax - 1)} long`, mustMatch: 'any' } }),
    2,
  );
  matchWhole(t, await refused({ fullText: { field, value: words(10_000) } }), {
    code: 'InvalidInput',
    message: 'query.fullText.value: expected at most 100 words, got 10000.',
  });
  matchWhole(
    t,
    await refused({
      range: { field: 'custom.a1', customType: 'StringType', gte: 'x'.repeat(limits.searchValueLengthMax + 1) },
    }),
    { code: 'InvalidInput', message: /^query\.range\.gte: expected a text of at most 65536/ },
  );
});

test('refuses a lone surrogate (SEARCH020)', async t => {
  for (const value of ['\ud800', 'a\udc00', '\ud800a', '\udc00\ud800'])
    for (const kind of ['exact', 'fullText', 'prefix', 'wildcard'])
      matchWhole(
        t,
        await refused({ [kind]: { field: 'customerEmail', value } }),
        { code: 'InvalidJsonInput', detailedErrorMessage: /half of a surrogate pair/ },
        `${kind} ${JSON.stringify(value)}`,
      );
  t.equal(await shop.total({ exact: { field: 'customerEmail', value: '😀' } }), 0);
});

/** Nested compounds of two alternating kinds. */
const nested = (depth: number, leaf: object): object =>
  Array.from({ length: depth }).reduce<object>((inner, _, at) => ({ [at % 2 === 0 ? 'and' : 'or']: [inner] }), leaf);

test('limits the depth of compounds to fifty (SEARCH013, SEARCH019)', async t => {
  const leaf = { exact: { field: 'orderNumber', value: 'deep' } };
  t.same(await shop.found(nested(limits.searchDepthMax, leaf)), [id]);
  t.same(await shop.found(nested(limits.searchDepthMax, { wildcard: { field: 'orderNumber', value: '*eep' } })), [id]);
  t.same(await shop.found(nested(limits.searchDepthMax, { exact: { field: 'orderNumber', value: 'deeper' } })), []);
  matchWhole(t, await refused(nested(limits.searchDepthMax + 1, leaf)), {
    code: 'InvalidInput',
    message: /expected at most 50 compounds inside one another, got more/,
  });
  const text = `{"query":${'{"and":['.repeat(10_000)}${']}'.repeat(10_000)}}`;
  const deep = await shop.http.send('POST', `${shop.base}/orders/search`, {
    headers: { 'content-type': 'application/json' },
    body: text,
  });
  matchWhole(t, deep, { status: 400, json: { errors: [{ code: 'InvalidJsonInput', message: /nested deeper than/ }] } });
});

test('limits the expressions and terms of a query (SEARCH014, SEARCH015, SEARCH016)', async t => {
  const many = (count: number, of: (at: number) => object) => ({
    or: Array.from({ length: count }, (_, at) => of(at)),
  });
  const leaf = (at: number) => ({ exact: { field: 'orderNumber', value: at === 499 ? 'deep' : `n-${at}` } });
  t.same(await shop.found(many(limits.searchExpressionsMax, leaf)), [id]);
  matchWhole(t, await refused(many(limits.searchExpressionsMax + 1, leaf)), {
    code: 'InvalidInput',
    message: /a query has at most 500 expressions/,
  });
  const everywhere = (at: number) => ({ fullText: { field: 'all', value: words(100, at * 100) } });
  const message = /^query: expected a query that comes to at most 20000 terms of the index, got \d+ or more\./;
  matchWhole(t, await refused(many(10, everywhere)), { code: 'InvalidInput', message });
  matchWhole(t, await refused({ not: Array.from({ length: 10 }, (_, at) => everywhere(at)) }), {
    code: 'InvalidInput',
    message,
  });
  matchWhole(
    t,
    await refused(
      many(400, at => ({ range: { field: 'lineItems.state.quantity', gte: at / 7, lte: 1e9 / (at + 3) } })),
    ),
    { code: 'InvalidInput', message },
  );
});

const longestPing = async (): Promise<number> => {
  let longest = 0;
  for (let at = 0; at < 50; at++) {
    const startMs = performance.now();
    await shop.quayside.services.redis.ping();
    longest = Math.max(longest, performance.now() - startMs);
  }
  return longest;
};

test('does not block Redis with the longest queries (SEARCH061)', async t => {
  const everywhere = (mustMatch: string) =>
    Array.from({ length: 2 }, (_, at) => ({ fullText: { field: 'all', value: words(100, at * 100), mustMatch } }));
  const ranges = Array.from({ length: 65 }, (_, at) => ({
    range: { field: 'lineItems.state.quantity', gte: at / 7, lte: 1e9 / (at + 3) },
  }));
  for (const query of [
    { or: everywhere('any') },
    { and: everywhere('all') },
    { not: everywhere('any') },
    { or: ranges },
    { not: ranges },
    { and: ranges },
  ]) {
    // Other programs may delay one ping, but not every one.
    await waitUntil(async () => {
      const [answer, waitedMs] = await Promise.all([shop.send({ query }), longestPing()]);
      t.equal(answer.status, 200, answer.text.slice(0, 300));
      return waitedMs < 2_000;
    });
  }
});
