/** Several projects: a search finds orders of its own project only. */
import { test } from '../../support/tap.js';
import { unchangedValues, createFilledOrder } from './createFilledOrder.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';

const shops = [await startOrderSearch(), await startOrderSearch()];
const [one, other] = shops as [(typeof shops)[number], (typeof shops)[number]];
const [mine, foreign] = [
  await createFilledOrder(one, unchangedValues),
  await createFilledOrder(other, unchangedValues),
];
const secret = 'Only In The Other';
await other.imported({ customerEmail: secret, orderNumber: secret });
await one.activate();
await other.activate();

test('finds equal orders of two projects only in their own project (SEARCH001)', async t => {
  for (const query of [
    { exact: { field: 'orderNumber', value: 'Number-12345' } },
    { prefix: { field: 'customerEmail', value: 'Jo' } },
    { wildcard: { field: 'all', value: '*City' } },
    { fullText: { field: 'all', value: 'billing city' } },
    { range: { field: 'version', gte: 1 } },
    { exists: { field: 'store.key' } },
    { not: [{ exact: { field: 'orderNumber', value: 'x' } }] },
    { exists: { field: 'id' } },
  ]) {
    t.same(await one.found(query), [mine.order.id], JSON.stringify(query));
    t.ok((await other.found(query)).includes(foreign.order.id), JSON.stringify(query));
  }
  t.same(await one.found({ exact: { field: 'id', value: foreign.order.id } }), [], 'not by its id');
  t.same(await one.found({ exact: { field: 'customerEmail', value: secret } }), []);
});

/** Texts with a special meaning for RediSearch, Redis, patterns or concatenation. */
const hostile = [
  '}|@t:{*',
  '*',
  '**',
  '?',
  '@t:{*}',
  '-@t:{x}',
  '} | -@t:{x',
  '*}|(@created:[-inf inf])|@t:{a',
  '"',
  "'",
  '\\',
  '\\\\',
  '\\}',
  '$v',
  '%x%',
  '~x',
  '(',
  ')',
  ')(',
  '[',
  ']',
  '{',
  '}',
  ';',
  '\r\n',
  '\r\nFLUSHALL\r\n',
  '\u0000',
  'a\u0000b',
  '__',
  '_',
  'hid__',
  'xon__',
  '\u202e',
  '\ufeff',
  '=>{$weight:0}',
  '-',
  '-*',
  'a|b',
  'a b',
  '.*',
  '^',
  '${7*7}',
  '{{x}}',
  '<script>',
  '../..',
  `{${other.credentials.projectKey}}`,
  '\ufffd',
  '😀',
  'ß',
  'İ',
  'ﷺ',
];

test('treats search syntax in a text as text (SEARCH024, SEARCH025, SEARCH027)', async t => {
  const fields = [
    { field: 'all' },
    { field: 'customerEmail' },
    { field: 'orderNumber' },
    { field: 'billingAddress.phone' },
    { field: 'lineItems.name', language: 'en' },
    { field: 'custom.a1', customType: 'StringType' },
  ];
  const matchesAnything = (kind: string, value: string): boolean => kind === 'wildcard' && /^[*?]+$/.test(value);
  const check = async (value: string, operand: { readonly field: string }, kind: string): Promise<void> => {
    const { status, json, text } = await one.send({ query: { [kind]: { ...operand, value } } });
    const isRefused = kind === 'fullText' && (operand.field === 'orderNumber' || operand.field === 'custom.a1');
    t.equal(status, isRefused ? 400 : 200, `${kind} ${operand.field} ${JSON.stringify(value)} ${text.slice(0, 200)}`);
    if (status === 200)
      t.ok(
        (json as { total: number }).total <= (matchesAnything(kind, value) ? 1 : 0),
        `${kind} ${operand.field} ${JSON.stringify(value)}`,
      );
  };
  for (const value of hostile)
    await Promise.all(
      fields.flatMap(operand => ['fullText', 'exact', 'prefix', 'wildcard'].map(kind => check(value, operand, kind))),
    );
  t.same(await one.found({ exists: { field: 'id' } }), [mine.order.id], 'the order still exists');
});

test('treats search syntax in languages and field names as text (SEARCH060)', async t => {
  for (const value of hostile) {
    for (const query of [
      { exact: { field: 'lineItems.name', language: value, value: 'a' } },
      { exact: { field: `custom.${value}`, customType: 'StringType', value: 'a' } },
      { exists: { field: value } },
      { [value]: { field: 'id' } },
      { exact: { field: 'custom.a1', customType: value, value: 'a' } },
    ]) {
      const { status, json, text } = await one.send({ query });
      t.ok(
        status === 400 || (status === 200 && (json as { total: number }).total === 0),
        `${status} ${text.slice(0, 200)} ${JSON.stringify(query)}`,
      );
    }
  }
});

const kinds: readonly unknown[] = [null, true, false, 0, -1, 1e308, 1.5, '', 'a', [], ['a'], {}, { a: 1 }, [[]]];

test('answers or refuses members of every JSON type (SEARCH002, SEARCH020, SEARCH060)', async t => {
  const leaf = { field: 'lineItems.name', language: 'en', value: 'a' };
  const sort = { field: 'lineItems.state.quantity', order: 'asc' };
  for (const kind of kinds) {
    const requests: object[] = [
      { query: kind },
      { query: { exists: { field: 'id' } }, sort: kind },
      { query: { exists: { field: 'id' } }, sort: [kind] },
      { query: { exists: { field: 'id' } }, limit: kind, offset: kind },
    ];
    for (const name of ['field', 'value', 'language', 'boost', 'caseInsensitive', 'customType'])
      requests.push({ query: { exact: { ...leaf, [name]: kind } } });
    for (const name of ['gte', 'lte'])
      for (const field of ['version', 'createdAt', 'totalPrice.centAmount'])
        requests.push({ query: { range: { field, [name]: kind } } });
    for (const name of ['field', 'order', 'language', 'mode', 'filter'])
      requests.push({ query: { exists: { field: 'id' } }, sort: [{ ...sort, [name]: kind }] });
    for (const name of ['and', 'or', 'not', 'filter', 'exact', 'fullText', 'prefix', 'wildcard', 'range', 'exists'])
      requests.push({ query: { [name]: kind } }, { query: { and: [{ [name]: kind }] } });
    requests.push({ query: { fullText: { ...leaf, mustMatch: kind } } });
    await Promise.all(
      requests.map(async body => {
        const { status, text } = await one.send(body);
        t.ok(status === 200 || status === 400, `${status} ${JSON.stringify(body)} ${text.slice(0, 200)}`);
      }),
    );
  }
});
