/** An imported order as a whole: its members, and the values of its times. */
import type { CustomLineItem, LineItem, Order } from '@commercetools/platform-sdk';
import { lineItemDraft, money, newKey } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { startOrders } from '../../../support/orders.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';

const { credentials, create, update, refuseCreation } = await startOrders();
type Required<T> = { readonly [K in keyof T as object extends Pick<T, K> ? never : K]: true };

/** The compiler checks that this table has exactly the members of the SDK. */
const ofOrder: Required<Order> = {
  id: true,
  version: true,
  createdAt: true,
  lastModifiedAt: true,
  lineItems: true,
  customLineItems: true,
  totalPrice: true,
  shippingMode: true,
  shipping: true,
  refusedGifts: true,
  origin: true,
  orderState: true,
  syncInfo: true,
};
const ofCustomLineItem: Required<CustomLineItem> = {
  id: true,
  name: true,
  money: true,
  totalPrice: true,
  slug: true,
  quantity: true,
  state: true,
  perMethodTaxRate: true,
  discountedPricePerQuantity: true,
  taxedPricePortions: true,
  priceMode: true,
};
/** An import has no product type, and may have no product. */
const ofLineItem: Omit<Required<LineItem>, 'productType' | 'productId'> = {
  id: true,
  name: true,
  variant: true,
  price: true,
  quantity: true,
  totalPrice: true,
  discountedPricePerQuantity: true,
  taxedPricePortions: true,
  state: true,
  perMethodTaxRate: true,
  priceMode: true,
  lineItemMode: true,
};

const wrap = { name: { en: 'Wrap' }, slug: 'wrap', quantity: 2, money: money(150) };

test('returns every member that the SDK requires (ORD001, ORD002, ORD011, ORD016, ORD017, ORD022, ORD037)', async t => {
  const order = await create({ customLineItems: [wrap] });
  for (const name of Object.keys(ofOrder)) t.ok(Object.hasOwn(order, name), name);
  for (const name of Object.keys(ofLineItem)) t.ok(Object.hasOwn(order.lineItems[0]!, name), `lineItems: ${name}`);
  for (const name of Object.keys(ofCustomLineItem))
    t.ok(Object.hasOwn(order.customLineItems[0]!, name), `customLineItems: ${name}`);
});

/** Also shows ORD015, ORD021, ORD023, ORD024, ORD025 and ORD036. */
test('optional members are absent until they are set (ORD003, ORD004, ORD005, ORD007, ORD008, ORD013)', async t => {
  const order = await create();
  t.same(Object.keys(order).sort(), [
    'createdAt',
    'createdBy',
    'customLineItems',
    'discountCodes',
    'id',
    'inventoryMode',
    'itemShippingAddresses',
    'lastMessageSequenceNumber',
    'lastModifiedAt',
    'lastModifiedBy',
    'lineItems',
    'orderState',
    'origin',
    'refusedGifts',
    'returnInfo',
    'shipping',
    'shippingMode',
    'syncInfo',
    'taxCalculationMode',
    'taxMode',
    'taxRoundingMode',
    'totalPrice',
    'version',
  ]);
});

test('returns times in UTC and the client; an update changes lastModifiedAt only (ORD002, ORD003)', async t => {
  const order = await create();
  for (const time of [order.createdAt, order.lastModifiedAt]) t.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.equal(order.createdAt, order.lastModifiedAt);
  const after = await update(order, { action: 'changeOrderState', orderState: 'Complete' });
  t.equal(after.createdAt, order.createdAt);
  t.ok(after.lastModifiedAt >= order.lastModifiedAt);
  t.same(after.createdBy, { clientId: credentials.clientId, isPlatformClient: false });
});

test('drafts cannot set the members of the service (GEN031, ORD001, order.8d407)', async t => {
  const forged = {
    id: 'mine',
    version: 9,
    createdAt: '2001-01-01T00:00:00.000Z',
    lastModifiedAt: '2001-01-01T00:00:00.000Z',
    createdBy: { clientId: 'me' },
    lastMessageSequenceNumber: 77,
    syncInfo: [{ externalId: 'x' }],
    anonymousId: 'a',
    locale: 'de',
  };
  const order = await create(forged);
  matchWhole(t, order, {
    version: 1,
    lastMessageSequenceNumber: 1,
    syncInfo: [],
    createdBy: { clientId: credentials.clientId },
  });
  t.not(order.id, 'mine');
  t.ok(order.createdAt > '2026');
  for (const name of ['anonymousId', 'locale']) t.notOk(name in order, `an import has no ${name}`);
});

test('multiplies item prices by the quantity and keeps the total of the draft (ORD011)', async t => {
  const order = await create({
    totalPrice: money(1),
    lineItems: [lineItemDraft({ quantity: 3, price: { value: money(333) } })],
    customLineItems: [wrap, { ...wrap, slug: 'discount', money: money(-100) }],
  });
  t.equal(order.totalPrice.centAmount, 1);
  matchWhole(t, order.lineItems, [{ quantity: 3, totalPrice: { centAmount: 999 } }]);
  matchWhole(t, order.customLineItems, [
    { totalPrice: { centAmount: 300 } },
    { slug: 'discount', totalPrice: { centAmount: -200 } },
  ]);
});

test('deliveries and parcels of an import get ids and times (ORD025)', async t => {
  const shippingInfo = {
    shippingMethodName: 'Post',
    price: money(490),
    shippingRate: { price: money(490), freeAbove: money(5_000), tiers: [] },
    shippingMethodState: 'DoesNotMatchCart' as const,
    deliveries: [
      {
        key: newKey('d'),
        items: [{ id: 'item', quantity: 1 }],
        address: { country: 'DE' },
        parcels: [{ measurements: { weightInGram: 500 }, trackingData: { trackingId: 'T-1', isReturn: false } }],
      },
    ],
  };
  const order = await create({ shippingInfo });
  const [delivery] = order.shippingInfo!.deliveries!;
  matchWhole(t, order.shippingInfo, {
    ...shippingInfo,
    shippingRate: { price: { type: 'centPrecision', centAmount: 490 }, freeAbove: { fractionDigits: 2 } },
  });
  matchWhole(t, delivery, {
    id: /^[0-9a-f-]{36}$/,
    createdAt: /Z$/,
    parcels: [{ id: /^[0-9a-f-]{36}$/, createdAt: /Z$/ }],
  });
  t.not(delivery!.id, delivery!.parcels[0]!.id);
});

test('itemShippingAddresses need unique keys (ORD039, order.e99b5)', async t => {
  matchWhole(
    t,
    await create({
      itemShippingAddresses: [
        { key: 'a', country: 'DE' },
        { key: 'b', country: 'FR' },
      ],
    }),
    {
      itemShippingAddresses: [
        { key: 'a', country: 'DE' },
        { key: 'b', country: 'FR' },
      ],
    },
  );
  assertError(
    t,
    await refuseCreation({
      itemShippingAddresses: [
        { key: 'a', country: 'DE' },
        { key: 'a', country: 'FR' },
      ],
    }),
    'DuplicateField',
    { field: 'itemShippingAddresses.key', duplicateValue: 'a' },
  );
  assertError(t, await refuseCreation({ itemShippingAddresses: [{ country: 'DE' }] }), 'RequiredField', {
    field: 'itemShippingAddresses.key',
  });
});

test('completedAt is present only if the import sets it (ORD004)', async t => {
  t.notOk('completedAt' in (await create()));
  t.equal((await create({ completedAt: '2026-03-01T10:00:00.000Z' })).completedAt, '2026-03-01T10:00:00.000Z');
});

test('converts every ISO 8601 form with a zone to UTC with milliseconds (ORD004, GEN031)', async t => {
  for (const [given, stored] of [
    ['2026-03-01T10:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00.500Z'],
    ['2026-03-01T10:00:00.123456789Z', '2026-03-01T10:00:00.123Z'],
    ['2026-01-01T00:30:00+02:00', '2025-12-31T22:30:00.000Z'],
    ['2026-01-01T00:30:00-0930', '2026-01-01T10:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ] as const)
    t.equal((await create({ completedAt: given })).completedAt, stored, given);
});

test('refuses a day or time that does not exist (ORD004)', async t => {
  for (const wrong of [
    '2026-02-30T00:00:00Z',
    '2025-02-29T12:00:00Z',
    '2026-04-31T00:00:00+02:00',
    '2026-13-01T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T10:60:00Z',
    '2026-01-01T10:00:00+99:00',
  ])
    matchWhole(
      t,
      await refuseCreation({ completedAt: wrong }),
      {
        statusCode: 400,
        errors: [
          {
            code: 'InvalidField',
            field: 'completedAt',
            invalidValue: wrong,
            message: /Expected a date and time in ISO 8601 with a time zone/,
          },
        ],
      },
      wrong,
    );
});

test('refuses dates without a time or a zone, and other texts (ORD004)', async t => {
  for (const wrong of ['2026-03-01', '2026-03-01T10:00:00', '2026-03-01 10:00:00Z', 'yesterday', ''])
    matchWhole(
      t,
      await refuseCreation({ completedAt: wrong }),
      { statusCode: 400, errors: [{ code: 'InvalidField', field: 'completedAt', invalidValue: wrong }] },
      wrong,
    );
});
