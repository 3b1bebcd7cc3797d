/** Orders that are imported. */
import { test } from '../../support/tap.js';
import { lineItemDraft, money, newKey, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';

const { credentials, sdk, create, refuseCreation, get, createIn } = await startOrders();

test('an import answers 201 with the order (ORD001, ORD002, ORD003, ORD105)', async t => {
  const order = await create();
  matchWhole(t, order, {
    version: 1,
    createdBy: { clientId: credentials.clientId },
    lastModifiedBy: { clientId: credentials.clientId },
  });
  matchWhole(t, [order.createdAt, order.lastModifiedAt], [/Z$/, /Z$/]);
  t.same(await get(order), order);
});

test('sets the defaults of an import (ORD016, ORD017, ORD018, ORD019, ORD022, ORD026, ORD027, ORD028, ORD031, ORD037, ORD039)', async t => {
  matchWhole(t, await create(), {
    orderState: 'Open',
    shippingMode: 'Single',
    shipping: [],
    taxMode: 'Platform',
    taxRoundingMode: 'HalfEven',
    taxCalculationMode: 'LineItemLevel',
    inventoryMode: 'None',
    origin: 'Customer',
    syncInfo: [],
    returnInfo: [],
    discountCodes: [],
    refusedGifts: [],
    itemShippingAddresses: [],
    customLineItems: [],
  });
  for (const taxCalculationMode of ['LineItemLevel', 'UnitPriceLevel'])
    t.equal((await create({ taxCalculationMode })).taxCalculationMode, taxCalculationMode);
});

test('stores the members of an import (ORD004, ORD007, ORD013, ORD015, ORD021, ORD024, ORD025)', async t => {
  const address = {
    firstName: 'Ana',
    lastName: 'Lima',
    streetName: 'Rua Áurea',
    streetNumber: '5',
    postalCode: '1100',
    city: 'Lisboa',
    country: 'PT',
    email: 'ana@example.com',
  };
  const draft = {
    customerId: 'customer-1',
    customerEmail: 'ana@example.com',
    completedAt: '2026-03-01T12:00:00+02:00',
    country: 'PT',
    shipmentState: 'Pending',
    paymentState: 'Paid',
    orderState: 'Confirmed',
    shippingAddress: address,
    billingAddress: { ...address, key: 'billing' },
    taxedPrice: {
      totalNet: money(1_681),
      totalGross: money(2_000),
      taxPortions: [{ rate: 0.19, name: 'VAT', amount: money(319) }],
    },
    shippingInfo: {
      shippingMethodName: 'Post',
      price: money(490),
      shippingRate: { price: money(490), tiers: [] },
      deliveries: [],
    },
  };
  const order = await create(draft);
  matchWhole(t, order, { ...draft, completedAt: '2026-03-01T10:00:00.000Z' });
  matchWhole(t, order.taxedPrice!.totalNet, { type: 'centPrecision', fractionDigits: 2 });
  matchWhole(t, order.shippingInfo, {
    shippingMethodName: 'Post',
    shippingMethodState: 'MatchesCart',
    price: { centAmount: 490 },
  });
});

test("totalPrice is centPrecision money with the currency's digits (ORD012)", async t => {
  for (const [currencyCode, fractionDigits] of [
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
  ] as const) {
    const order = await create({ totalPrice: money(1_234, currencyCode), lineItems: [] });
    t.same(order.totalPrice, { type: 'centPrecision', currencyCode, centAmount: 1_234, fractionDigits });
  }
});

test('stores line items and custom line items (ORD011)', async t => {
  const order = await create({
    lineItems: [
      lineItemDraft({
        quantity: 3,
        price: { value: money(1_050) },
        productId: 'p-1',
        variant: { id: 4, sku: 'SKU-4', attributes: [{ name: 'colour', value: { key: 'red', label: { en: 'Red' } } }] },
      }),
    ],
    customLineItems: [{ name: { en: 'Gift wrap' }, slug: 'wrap', quantity: 2, money: money(250) }],
  });
  matchWhole(t, order.lineItems, [
    {
      productId: 'p-1',
      name: { en: 'Rain jacket' },
      quantity: 3,
      variant: { id: 4, sku: 'SKU-4', attributes: [{ name: 'colour', value: { key: 'red' } }] },
      price: { value: { centAmount: 1_050 } },
      totalPrice: { centAmount: 3_150 },
      priceMode: 'Platform',
      lineItemMode: 'Standard',
    },
  ]);
  matchWhole(t, order.customLineItems, [
    {
      name: { en: 'Gift wrap' },
      slug: 'wrap',
      quantity: 2,
      money: { centAmount: 250 },
      totalPrice: { centAmount: 500 },
    },
  ]);
  t.not(order.lineItems[0]!.id, order.customLineItems[0]!.id);
});

test('items begin in the built-in State or in the given States (STATE024)', async t => {
  const { body: initial } = await sdk.states().withKey({ key: 'Initial' }).get().execute();
  const packed = await createIn('states', stateDraft({ type: 'LineItemState' }));
  const order = await create({
    lineItems: [
      lineItemDraft(),
      lineItemDraft({
        quantity: 5,
        state: [
          { quantity: 3, state: { typeId: 'state', id: packed.id } },
          { quantity: 2, state: { typeId: 'state', id: initial.id } },
        ],
      }),
    ],
  });
  t.same(
    order.lineItems.map(({ state }) => state),
    [
      [{ quantity: 2, state: { typeId: 'state', id: initial.id } }],
      [
        { quantity: 3, state: { typeId: 'state', id: packed.id } },
        { quantity: 2, state: { typeId: 'state', id: initial.id } },
      ],
    ],
  );
  t.equal(
    (
      await refuseCreation({
        lineItems: [
          lineItemDraft({ quantity: 5, state: [{ quantity: 3, state: { typeId: 'state', id: packed.id } }] }),
        ],
      })
    ).statusCode,
    400,
    'quantities add up',
  );
});

test('an order number is unique in the project (ORD005, ORD107)', async t => {
  const orderNumber = newKey('unique');
  await create({ orderNumber });
  matchWhole(t, await refuseCreation({ orderNumber }), {
    statusCode: 400,
    errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: orderNumber }],
  });
  t.equal(
    (
      await sdk
        .orders()
        .get({ queryArgs: { where: `orderNumber = "${orderNumber}"` } })
        .execute()
    ).body.total,
    1,
  );
});

test('takes the store by id or key and refers to it by key (GEN039, ORD010)', async t => {
  const key = newKey('store');
  const store = await createIn('stores', { key });
  for (const identifier of [{ key }, { id: store.id }])
    t.same((await create({ store: { typeId: 'store', ...identifier } })).store, { typeId: 'store', key });
  matchWhole(t, await refuseCreation({ store: { typeId: 'store', key: 'nowhere' } }), {
    statusCode: 400,
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'store', key: 'nowhere' }],
  });
});
