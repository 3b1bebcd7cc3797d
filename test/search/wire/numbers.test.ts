/** Times, numbers, phone numbers and `all`: found by their value and not by similar values. */
import { test, type Test } from '../../support/tap.js';
import { unchangedValues, createFilledOrder, similarValues } from './createFilledOrder.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';

const shop = await startOrderSearch();
const { order } = await createFilledOrder(shop, unchangedValues);
const { order: near } = await createFilledOrder(shop, similarValues);
/** No other order has this time. */
const earlyAt = '2019-05-06T07:08:09.123Z';
const [bare, early] = (await shop.stored({}, { createdAt: earlyAt, lastModifiedAt: earlyAt })) as [string, string];
await shop.activate();
const both = [order.id, near.id].sort();
const sorted = async (query: object) => (await shop.found(query)).sort();

interface Row {
  readonly field: string;
  readonly value: number | string;
  readonly above: number | string;
  readonly same?: string;
  readonly having?: readonly string[];
}

/** Checks the queries of a field; `above` is the next greater value. */
const check = async (t: Test, { field, value, above, same, having = both }: Row): Promise<void> => {
  const right = [
    { exact: { field, value } },
    { range: { field, gte: value, lte: value } },
    ...(same === undefined ? [] : [{ exact: { field, value: same } }]),
  ];
  for (const query of right) t.same(await sorted(query), [order.id], JSON.stringify(query));
  for (const query of [
    { exact: { field, value: above } },
    { range: { field, gte: above, lte: above } },
    { range: { field, gte: above, lte: value } },
  ])
    t.same(await sorted(query), [], JSON.stringify(query));
  const from = await sorted({ range: { field, gte: value } });
  t.ok(from.includes(order.id) && !from.includes(near.id), `${field} from ${value}`);
  t.notOk((await sorted({ range: { field, gte: above } })).includes(order.id), `${field} from ${above}`);
  t.ok((await sorted({ range: { field, lte: value } })).includes(order.id), `${field} to ${value}`);
  t.same(await sorted({ exists: { field } }), [...having].sort(), `exists ${field}`);
};

const next = (time: string): string => new Date(Date.parse(time) + 1).toISOString();

test('searches times (SEARCH026, SEARCH036, SEARCH048)', async t => {
  const { createdAt, lastModifiedAt } = order as unknown as { createdAt: string; lastModifiedAt: string };
  for (const row of [
    {
      field: 'completedAt',
      value: '2021-03-04T05:06:07.008Z',
      above: '2021-03-04T05:06:07.009Z',
      same: '2021-03-04T07:06:07.008+02:00',
    },
    {
      field: 'returnInfo.returnDate',
      value: '2022-01-02T03:04:05.006Z',
      above: '2022-01-02T03:04:05.007Z',
      same: '2022-01-02T01:04:05.006-02:00',
    },
  ])
    await check(t, row);
  for (const [field, time] of [
    ['createdAt', createdAt],
    ['lastModifiedAt', lastModifiedAt],
  ] as const) {
    t.same(await shop.found({ exact: { field, value: earlyAt } }), [early], field);
    t.same(await shop.found({ range: { field, gte: earlyAt, lte: earlyAt } }), [early]);
    t.same(await shop.found({ range: { field, gte: next(earlyAt), lte: next(earlyAt) } }), []);
    t.ok((await shop.found({ range: { field, gte: time } })).includes(order.id));
    t.notOk((await shop.found({ range: { field, gte: next(time) } })).includes(order.id));
    t.same(await sorted({ exists: { field } }), [...both, bare, early].sort());
  }
});

test('searches numbers (SEARCH026, SEARCH035, SEARCH051)', async t => {
  for (const row of [
    { field: 'customLineItems.state.quantity', value: 37, above: 38 },
    { field: 'lineItems.state.quantity', value: 41, above: 42 },
    { field: 'totalPrice.centAmount', value: 123_457, above: 123_458 },
    { field: 'version', value: order.version, above: order.version + 1 },
  ]) {
    const isEverywhere = row.field === 'totalPrice.centAmount' || row.field === 'version';
    await check(t, { ...row, having: isEverywhere ? await sorted({ exists: { field: 'id' } }) : both });
  }
});

const phones = [
  ['billingAddress.mobile', '+49 (170) 11-22', '491701122'],
  ['billingAddress.phone', '+33/170/33.44', '331703344'],
  ['shippingAddress.mobile', '+49 (171) 11-22', '491711122'],
  ['shippingAddress.phone', '+33/171/33.44', '331713344'],
  ['itemShippingAddresses.mobile', '+49 (172) 11-22', '491721122'],
  ['itemShippingAddresses.phone', '+33/172/33.44', '331723344'],
] as const;

test('searches phone numbers (SEARCH032, SEARCH033, SEARCH040, SEARCH047)', async t => {
  for (const [field, value, digits] of phones) {
    const spaced = digits.split('').join(' ');
    const right = {
      fullText: [value, digits, spaced],
      exact: [value],
      prefix: [value, digits, spaced],
      wildcard: [`${value.slice(0, -1)}?`, `*${value.slice(3)}`],
    };
    for (const [kind, values] of Object.entries(right))
      for (const each of values)
        t.same(await shop.found({ [kind]: { field, value: each } }), [order.id], `${kind} ${field} ${each}`);
    const wrong = {
      fullText: [digits.slice(0, -1) + '0', digits.slice(1), 'none'],
      exact: [digits, spaced, `${value} `],
      prefix: [`${digits}0`, digits.slice(1), 'none'],
      wildcard: [`${digits.slice(0, -1)}?`, `${value}*`],
    };
    for (const [kind, values] of Object.entries(wrong))
      for (const each of values)
        t.same(await shop.found({ [kind]: { field, value: each } }), [], `${kind} ${field} ${each}`);
    t.same(await sorted({ prefix: { field, value: digits.slice(0, -1) } }), both, 'a common prefix finds both');
  }
});

test('searches every text of an order with the field all (SEARCH046, SEARCH053)', async t => {
  const all = 'all';
  const texts = [
    'Billing City',
    'Shipping Last',
    'Item 28195',
    'IT',
    'Jo.Distinct@Example.Org',
    'Group-Key',
    'Group Title',
    'Product Seven',
    'Sku Eight',
    'Confirmed',
    'Paid',
    'Shipped',
    'Credit Card',
    'Parcel Express',
    'Custom Bezeichnung',
    'Custom-State Name',
    'Line Name',
    'Line-State Bezeichnung',
    'Order-State Name',
    'Laden Eins',
  ];
  for (const value of texts) {
    for (const query of [
      { exact: { field: all, value } },
      { fullText: { field: all, value } },
      { prefix: { field: all, value } },
      { wildcard: { field: all, value: `${value.slice(0, -1)}?` } },
      { exact: { field: all, value: value.toLowerCase(), caseInsensitive: true } },
    ])
      t.same(await shop.found(query), [order.id], JSON.stringify(query));
    for (const query of [
      { exact: { field: all, value: `${value}x` } },
      { prefix: { field: all, value: `${value}x` } },
      { wildcard: { field: all, value: `${value}?` } },
    ])
      t.same(await shop.found(query), [], JSON.stringify(query));
  }
  t.same(
    await shop.found({ fullText: { field: all, value: 'seven express laden' } }),
    [order.id],
    'the words may be in different fields',
  );
  t.same(await shop.found({ fullText: { field: all, value: 'seven express nowhere' } }), []);
  t.same(
    await shop.found({ exact: { field: all, value: 'Number-12345' } }),
    [],
    'an order number is a keyword, not a text',
  );
  t.same(await sorted({ exists: { field: all } }), await sorted({ exists: { field: 'id' } }));
});
