/** The results of each expression on a few orders. */
import { test, type Test } from '../../support/tap.js';
import { money } from '../../support/drafts.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';

const shop = await startOrderSearch();
const line = (en: string, quantity: number, changes: object = {}) => ({
  name: { en },
  variant: { sku: en.slice(0, 3) },
  quantity,
  price: { value: money(1) },
  ...changes,
});
const drafts = {
  a: {
    orderNumber: 'A-100',
    totalPrice: money(100),
    billingAddress: { country: 'DE', city: 'Bad Homburg', phone: '+49 (6172) 1-23' },
    lineItems: [
      line('Blue rain jacket', 2, { name: { en: 'Blue rain jacket', de: 'Blaue Regenjacke' } }),
      line('Red hat', 7),
    ],
  },
  b: {
    orderNumber: 'a-100',
    totalPrice: money(200),
    billingAddress: { country: 'DE', city: 'bad homburg', phone: '0049617212' },
    lineItems: [line('Blue hat', 3)],
  },
  c: {
    orderNumber: 'A-1000',
    totalPrice: money(300),
    billingAddress: { country: 'FR', city: 'Homburg Bad' },
    lineItems: [line('Rain-coat, blue!', 5)],
  },
  d: { orderNumber: 'B*?', totalPrice: money(400), shippingAddress: { country: 'FR', city: 'Badenweiler' } },
};
type Name = keyof typeof drafts;
const names = Object.keys(drafts) as Name[];
const ids = new Map<string, Name>();
for (const name of names) ids.set((await shop.imported(drafts[name])).id, name);
await shop.activate();

const found = async (query: object, sort?: readonly object[]): Promise<string> =>
  (await shop.found(query, sort === undefined ? {} : { sort })).map(id => ids.get(id)!).join('');
const sorted = async (query: object): Promise<string> => (await found(query)).split('').sort().join('');
const check = async (t: Test, examples: readonly (readonly [query: object, names: string])[]): Promise<void> => {
  for (const [query, expected] of examples) t.equal(await sorted(query), expected, JSON.stringify(query));
};
const number = (value: string, options: object = {}) => ({ field: 'orderNumber', value, ...options });
const city = (value: string, options: object = {}) => ({ field: 'billingAddress.city', value, ...options });
const name = (value: string, options: object = {}) => ({ field: 'lineItems.name', language: 'en', value, ...options });
const cents = (bounds: object) => ({ range: { field: 'totalPrice.centAmount', ...bounds } });

test('searches compounds (SEARCH013, SEARCH014, SEARCH015, SEARCH016, SEARCH017, SEARCH019)', async t =>
  check(t, [
    [{ and: [{ fullText: city('homburg') }, cents({ gte: 200 })] }, 'bc'],
    [{ or: [{ exact: number('A-100') }, { exact: number('A-1000') }] }, 'ac'],
    [{ not: [{ exact: number('A-100') }, { exact: number('A-1000') }] }, 'bd'],
    [{ not: [{ exists: { field: 'billingAddress.city' } }] }, 'd'],
    [{ filter: [cents({ lte: 300 }), { fullText: name('blue') }] }, 'abc'],
    [
      {
        and: [{ or: [{ exact: number('A-100') }, { not: [cents({ lte: 300 })] }] }, { filter: [cents({ gte: 100 })] }],
      },
      'ad',
    ],
    [{ or: [{ and: [{ or: [{ exact: number('a-100') }] }] }] }, 'b'],
    [{ not: [{ wildcard: number('?-100') }] }, 'cd'],
    [{ and: [{ not: [{ prefix: city('Hom') }] }, { exists: { field: 'billingAddress.city' } }] }, 'ab'],
  ]));

test('searches words (SEARCH023)', async t =>
  check(t, [
    [{ fullText: name('blue') }, 'abc'],
    [{ fullText: name('BLUE hat') }, 'ab'],
    [{ fullText: name('blue rain') }, 'ac'],
    [{ fullText: name('rain jacket hat', { mustMatch: 'all' }) }, 'a'],
    [{ fullText: name('jack') }, ''],
    [{ fullText: name('jacket coat', { mustMatch: 'any' }) }, 'ac'],
    [{ fullText: name('jackets') }, ''],
    [{ fullText: name('...') }, ''],
    [{ fullText: city('Bad') }, 'abc'],
  ]));

test('searches exact values (SEARCH024)', async t =>
  check(t, [
    [{ exact: number('A-100') }, 'a'],
    [{ exact: number('A-100', { caseInsensitive: true }) }, 'ab'],
    [{ exact: number('a-100', { caseInsensitive: true }) }, 'ab'],
    [{ exact: number('A-10') }, ''],
    [{ exact: city('Bad Homburg') }, 'a'],
    [{ exact: city('BAD HOMBURG', { caseInsensitive: true }) }, 'ab'],
    [{ exact: city('Bad') }, ''],
    [{ exact: name('Red hat') }, 'a'],
    [{ exact: number('B*?') }, 'd'],
  ]));

test('searches prefixes (SEARCH025)', async t =>
  check(t, [
    [{ prefix: number('A-') }, 'ac'],
    [{ prefix: number('A-100') }, 'ac'],
    [{ prefix: number('a-1', { caseInsensitive: true }) }, 'abc'],
    [{ prefix: number('B*') }, 'd'],
    [{ prefix: city('Bad H') }, 'a'],
    [{ prefix: city('bad h', { caseInsensitive: true }) }, 'ab'],
    [{ prefix: city('Homburg') }, 'c'],
    [{ prefix: name('Rain') }, 'c'],
    [{ prefix: name('Rain-c') }, 'c'],
    [{ prefix: name('Blue Rain') }, ''],
  ]));

test('searches wildcards (SEARCH027)', async t =>
  check(t, [
    [{ wildcard: number('A-100*') }, 'c'],
    [{ wildcard: number('?-100') }, 'ab'],
    [{ wildcard: number('A-*0') }, 'ac'],
    [{ wildcard: number('*') }, 'abcd'],
    [{ wildcard: number('a-1??', { caseInsensitive: true }) }, 'ab'],
    [{ wildcard: city('*Bad') }, 'c'],
    [{ wildcard: city('Bad*') }, 'a'],
    [{ wildcard: city('???????????') }, 'abc'],
    [{ wildcard: name('*hat') }, 'ab'],
    [{ wildcard: number('B??') }, 'd'],
    [{ wildcard: number('100') }, ''],
  ]));

test('searches ranges and existing values (SEARCH026, SEARCH028)', async t =>
  check(t, [
    [cents({ gte: 200 }), 'bcd'],
    [cents({ lte: 200 }), 'ab'],
    [cents({ gte: 200, lte: 300 }), 'bc'],
    [cents({ gte: 300, lte: 200 }), ''],
    [cents({ gte: 100.5, lte: 299.5 }), 'b'],
    [{ range: { field: 'lineItems.state.quantity', gte: 3, lte: 6 } }, 'bc'],
    [{ range: { field: 'lineItems.state.quantity', gte: 7 } }, 'a'],
    [{ exists: { field: 'billingAddress.city' } }, 'abc'],
    [{ exists: { field: 'shippingAddress.city' } }, 'd'],
    [{ exists: { field: 'customerEmail' } }, ''],
    [{ exists: { field: 'lineItems.name', language: 'de' } }, 'a'],
    [{ exists: { field: 'lineItems.name' } }, 'abc'],
  ]));

test('searches languages and phone numbers (SEARCH021, SEARCH032, SEARCH033)', async t =>
  check(t, [
    [{ exact: name('Blaue Regenjacke', { language: 'de' }) }, 'a'],
    [{ exact: name('Blaue Regenjacke') }, ''],
    [{ fullText: name('blue', { language: 'de' }) }, ''],
    [{ exact: name('Blaue Regenjacke', { language: 'ja' }) }, ''],
    [{ fullText: { field: 'billingAddress.phone', value: '49/6172/123' } }, 'a'],
    [{ prefix: { field: 'billingAddress.phone', value: '+49 61' } }, 'a'],
    [{ prefix: { field: 'billingAddress.phone', value: '(00)49' } }, 'b'],
    [{ exact: { field: 'billingAddress.phone', value: '+49 (6172) 1-23' } }, 'a'],
    [{ exact: { field: 'billingAddress.phone', value: '496172123' } }, ''],
  ]));

test('sorts by relevance, the highest first (SEARCH003, SEARCH007, SEARCH017, SEARCH022, order.42e31)', async t => {
  const relevances = async (query: object): Promise<Record<string, number>> =>
    Object.fromEntries((await shop.search({ query })).hits.map(({ id, relevance }) => [ids.get(id), relevance]));
  t.same(await relevances({ or: [{ exact: number('A-100', { boost: 3 }) }, { fullText: name('blue') }] }), {
    a: 1,
    b: 0.25,
    c: 0.25,
  });
  t.equal(await found({ or: [{ exact: number('A-100', { boost: 3 }) }, { fullText: name('blue') }] }), 'acb');
  t.same(await relevances({ fullText: name('blue hat jacket coat', { mustMatch: 'any' }) }), {
    a: 0.75,
    b: 0.5,
    c: 0.5,
  });
  t.same(await relevances({ filter: [{ exact: number('A-100') }] }), { a: 0 });
  t.same(
    await relevances({
      and: [{ fullText: name('hat jacket', { mustMatch: 'any' }) }, { filter: [cents({ lte: 200 })] }],
    }),
    { a: 1, b: 0.5 },
  );
});

test('sorts by values in lists, missing values last (SEARCH056, SEARCH057, SEARCH058)', async t => {
  const all = { exists: { field: 'id' } };
  const by = (field: string, order: string, options: object = {}) => [{ field, order, ...options }];
  const quantity = 'lineItems.state.quantity';
  const examples = [
    [by('totalPrice.centAmount', 'desc'), 'dcba'],
    [by('orderNumber', 'asc'), 'acdb'],
    [by(quantity, 'asc'), 'abcd'],
    [by(quantity, 'desc'), 'cbad'],
    [by(quantity, 'asc', { mode: 'max' }), 'bcad'],
    [by(quantity, 'desc', { mode: 'sum' }), 'acbd'],
    [by(quantity, 'asc', { mode: 'avg' }), 'bacd'],
    [by(quantity, 'asc', { filter: { fullText: name('hat') } }), 'badc'],
    [by('lineItems.name', 'asc', { language: 'en' }), 'bacd'],
    [[...by('billingAddress.country', 'desc'), ...by('orderNumber', 'desc')], 'cbad'],
  ] as const;
  for (const [sort, expected] of examples) t.equal(await found(all, sort), expected, JSON.stringify(sort));
});
