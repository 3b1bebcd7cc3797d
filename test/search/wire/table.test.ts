/** Every search field with every allowed expression: found by its value and not by similar values. */
import { test, type Test } from '../../support/tap.js';
import { unchangedValues, createFilledOrder, authorMembers, similarValues } from './createFilledOrder.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';

const shop = await startOrderSearch();
const filled = await createFilledOrder(shop, unchangedValues);
const near = await createFilledOrder(shop, similarValues);
const [made, nearlyMade, bare] = (await shop.stored(
  authorMembers(unchangedValues),
  authorMembers(similarValues),
  {},
)) as [string, string, string];
await shop.activate();
const { order, group, transaction } = filled;
const both = [order.id, near.order.id].sort();
const all = [...both, made, nearlyMade, bare].sort();
const sorted = async (query: object) => (await shop.found(query)).sort();

/** `by`: the order with the value; `having`: the orders with any value. */
interface Row {
  readonly field: string;
  readonly value: string;
  readonly language?: string;
  readonly by?: string;
  readonly having?: readonly string[];
}

const finds = async (
  t: Test,
  { field, language, by = order.id }: Row,
  kind: string,
  options: object,
  isFound = true,
): Promise<void> => {
  const query = { [kind]: { field, ...(language !== undefined && { language }), ...options } };
  t.same(await sorted(query), isFound ? [by] : [], JSON.stringify(query));
};

const isExactly = async (t: Test, row: Row): Promise<void> => {
  const { value } = row;
  await finds(t, row, 'exact', { value });
  await finds(t, row, 'exact', { value: `${value}x` }, false);
  await finds(t, row, 'exact', { value: value.slice(1) }, false);
};

const isText = async (t: Test, row: Row): Promise<void> => {
  const { value } = row;
  await isExactly(t, row);
  for (const kind of ['exact', 'prefix', 'wildcard'])
    if (value !== value.toUpperCase()) {
      const upper = kind === 'wildcard' ? `*${value.slice(1)}`.toUpperCase() : value.toUpperCase();
      await finds(t, row, kind, { value: upper, caseInsensitive: true });
      await finds(t, row, kind, { value: upper }, false);
    }
  await finds(t, row, 'prefix', { value });
  for (const wrong of [`${value}x`, value.slice(1)]) await finds(t, row, 'prefix', { value: wrong }, false);
  const inside = value.length > 3 ? [`?${value.slice(1, -2)}*${value.slice(-1)}`] : [];
  for (const right of [`${value.slice(0, -1)}?`, `*${value.slice(1)}`, ...inside])
    await finds(t, row, 'wildcard', { value: right });
  for (const wrong of [`${value}*`, `?${value}`, `*${value.slice(1)}?`])
    await finds(t, row, 'wildcard', { value: wrong }, false);
};

const hasWords = async (t: Test, row: Row): Promise<void> => {
  const last = row.value.split(/[^A-Za-z0-9]+/).at(-1)!;
  for (const value of [row.value, last, last.toLowerCase()]) await finds(t, row, 'fullText', { value });
  for (const value of [`${last}x`, last.slice(1), `${row.value} nowhere`])
    await finds(t, row, 'fullText', { value }, false);
  await finds(t, row, 'fullText', { value: `nowhere ${last}`, mustMatch: 'any' });
};

const exists = async (t: Test, { field, having = both }: Row): Promise<void> => {
  t.same(await sorted({ exists: { field } }), [...having].sort(), `exists ${field}`);
};

const run = async (
  t: Test,
  rows: readonly Row[],
  ...checks: ((t: Test, row: Row) => Promise<void>)[]
): Promise<void> => {
  await Promise.all(
    rows.map(async row => {
      for (const check of checks) await check(t, row);
    }),
  );
};

const addressRows = (field: string, name: string, country: string): Row[] => [
  { field: `${field}.city`, value: `${name} City` },
  { field: `${field}.company`, value: `${name} Company` },
  { field: `${field}.country`, value: country },
  { field: `${field}.firstName`, value: `${name} First` },
  { field: `${field}.lastName`, value: `${name} Last` },
  { field: `${field}.postalCode`, value: `${name} 28195` },
];

const byMaker = { by: made, having: [made, nearlyMade] };

test('searches text fields (SEARCH037, SEARCH038, SEARCH046)', async t =>
  run(
    t,
    [
      ...addressRows('billingAddress', 'Billing', 'DE'),
      ...addressRows('shippingAddress', 'Shipping', 'FR'),
      ...addressRows('itemShippingAddresses', 'Item', 'AT'),
      { field: 'country', value: 'IT' },
      { field: 'createdBy.clientId', value: 'Creating Client', by: made, having: all.filter(id => id !== bare) },
      { field: 'lastModifiedBy.clientId', value: 'Changing Client', by: made, having: all.filter(id => id !== bare) },
      { field: 'customerEmail', value: 'Jo.Distinct@Example.Org' },
      { field: 'customerGroup.key', value: 'Group-Key' },
      { field: 'customerGroup.name', value: 'Group Title' },
      { field: 'lineItems.productId', value: 'Product Seven' },
      { field: 'lineItems.variant.sku', value: 'Sku Eight' },
      { field: 'orderState', value: 'Confirmed', having: all },
      { field: 'paymentState', value: 'Paid' },
      { field: 'shipmentState', value: 'Shipped' },
      { field: 'paymentInfo.payments.paymentMethodInfo.method', value: 'Credit Card' },
      { field: 'shippingInfo.shippingMethodName', value: 'Parcel Express' },
    ],
    isText,
    hasWords,
    exists,
  ));

test('searches keyword fields (SEARCH049)', async t =>
  run(
    t,
    [
      { field: 'createdBy.anonymousId', value: 'Creating-Visitor', ...byMaker },
      { field: 'createdBy.externalUserId', value: 'Creating-User', ...byMaker },
      { field: 'lastModifiedBy.anonymousId', value: 'Changing-Visitor', ...byMaker },
      { field: 'lastModifiedBy.externalUserId', value: 'Changing-User', ...byMaker },
      { field: 'customLineItems.state.state.key', value: 'Custom-State' },
      { field: 'customerGroup.id', value: group.id },
      { field: 'id', value: order.id, having: all },
      { field: 'lineItems.state.state.key', value: 'Line-State' },
      { field: 'orderNumber', value: 'Number-12345' },
      { field: 'origin', value: 'Merchant', having: all },
      { field: 'paymentInfo.payments.interfaceId', value: 'Interface-77' },
      { field: 'paymentInfo.payments.transactions.id', value: transaction },
      { field: 'paymentInfo.payments.transactions.interactionId', value: 'Interaction-88' },
      { field: 'returnInfo.returnTrackingId', value: 'Return-66' },
      { field: 'shippingInfo.deliveries.parcels.trackingData.trackingId', value: 'Tracking-99' },
      { field: 'state.key', value: 'Order-State' },
      { field: 'store.key', value: 'Shop-Key' },
      { field: 'totalPrice.currencyCode', value: 'CHF', having: all },
    ],
    isText,
    exists,
  ));

test('searches localized fields in one language (SEARCH021, SEARCH039, SEARCH050)', async t => {
  const names = [
    ['customLineItems.name', 'Custom'],
    ['customLineItems.state.state.name', 'Custom-State'],
    ['lineItems.name', 'Line'],
    ['lineItems.state.state.name', 'Line-State'],
    ['state.name', 'Order-State'],
  ] as const;
  const rows: Row[] = names.flatMap(([field, name]) => [
    { field, value: `${name} Name`, language: 'en' },
    { field, value: `${name} Bezeichnung`, language: 'de' },
  ]);
  await run(
    t,
    [
      ...rows,
      { field: 'store.name', value: 'Shop Name', language: 'en' },
      { field: 'store.name', value: 'Laden Eins', language: 'de' },
    ],
    isText,
    hasWords,
    exists,
  );
  for (const { field, value, language } of rows)
    t.same(
      await shop.found({ exact: { field, value, language: language === 'en' ? 'de' : 'en' } }),
      [],
      `${field} ${language}`,
    );
});
