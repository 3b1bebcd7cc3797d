/** Orders that are imported, imports that are refused, and references of imports. */
import { customLineItemDraft, lineItemDraft, money, newKey, stateDraft } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { startOrders } from '../../../support/orders.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { bodyOf } from '../../../support/sdk.js';

const { credentials, sdk, create, refuseCreation, get, createIn, http, base, update, remove, resourcesAt } =
  await startOrders();

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

/** Also shows ORD031, ORD037 and ORD039. */
test('sets the defaults of an import (ORD016, ORD017, ORD018, ORD019, ORD022, ORD026, ORD027, ORD028)', async t => {
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
    const customLineItems = [customLineItemDraft({ money: money(1_234, currencyCode) })];
    const order = await create({ totalPrice: money(1_234, currencyCode), lineItems: undefined, customLineItems });
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
  const initial = await bodyOf(sdk.states().withKey({ key: 'Initial' }).get());
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
  t.same(valuesOf(order.lineItems, 'state'), [
    [{ quantity: 2, state: { typeId: 'state', id: initial.id } }],
    [
      { quantity: 3, state: { typeId: 'state', id: packed.id } },
      { quantity: 2, state: { typeId: 'state', id: initial.id } },
    ],
  ]);
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

test('an order number is unique in the project (ORD005, ORD107, order.1c2f8, order.78c5c)', async t => {
  const orderNumber = newKey('unique');
  await create({ orderNumber });
  assertError(t, await refuseCreation({ orderNumber }), 'DuplicateField', {
    field: 'orderNumber',
    duplicateValue: orderNumber,
  });
  t.equal((await bodyOf(sdk.orders().get({ queryArgs: { where: `orderNumber = "${orderNumber}"` } }))).total, 1);
});

test('takes the store by id or key and refers to it by key (GEN039, ORD010)', async t => {
  const key = newKey('store');
  const store = await createIn('stores', { key });
  for (const identifier of [{ key }, { id: store.id }])
    t.same((await create({ store: { typeId: 'store', ...identifier } })).store, { typeId: 'store', key });
  assertError(t, await refuseCreation({ store: { typeId: 'store', key: 'nowhere' } }), 'ReferencedResourceNotFound', {
    typeId: 'store',
    key: 'nowhere',
  });
});

test('takes States of type OrderState only (ORD023)', async t => {
  const open = await createIn('states', stateDraft());
  t.same((await create({ state: { typeId: 'state', key: open.key } })).state, { typeId: 'state', id: open.id });
  for (const [draft, code, members] of [
    [{ state: { typeId: 'state', key: 'Initial' } }, 'InvalidOperation', { message: /OrderState/ }],
    [{ state: { typeId: 'state', id: 'nowhere' } }, 'ReferencedResourceNotFound', { typeId: 'state', id: 'nowhere' }],
  ] as const)
    assertError(t, await refuseCreation(draft), code, members);
});

test('refuses unknown order, shipment and payment states (ORD044, ORD045, ORD046)', async t => {
  for (const [field, values] of [
    ['orderState', ['Open', 'Confirmed', 'Complete', 'Cancelled']],
    ['shipmentState', ['Shipped', 'Delivered', 'Ready', 'Pending', 'Delayed', 'Partial', 'Backorder']],
    ['paymentState', ['BalanceDue', 'Failed', 'Pending', 'CreditOwed', 'Paid']],
  ] as const) {
    for (const value of values) t.equal((await create({ [field]: value }))[field], value);
    const refusal = await refuseCreation({ [field]: 'Elsewhere' });
    assertError(t, refusal, 'InvalidField', { field, invalidValue: 'Elsewhere', allowedValues: values });
  }
});

test('refuses a draft with all its errors together and writes nothing (ERR004)', async t => {
  const before = (await bodyOf(sdk.orders().get())).total;
  const { json } = await http.send('POST', `${base}/orders/import`, {
    body: { orderNumber: 5, lineItems: [{ variant: {}, price: {} }], country: 'Germany' },
  });
  const fields = (json as { errors: { code: string; field?: string; message: string }[] }).errors.map(
    ({ code, field, message }) => field ?? `${code} ${message}`,
  );
  matchWhole(t, fields.sort(), [
    "InvalidJsonInput Malformed field 'orderNumber': expected a string, got the number 5.",
    'country',
    'lineItems[0].name',
    'lineItems[0].price.value',
    'lineItems[0].quantity',
    'totalPrice',
  ]);
  t.equal((await bodyOf(sdk.orders().get())).total, before);
});

test('refuses amounts of several currencies', async t => {
  assertError(
    t,
    await refuseCreation({ lineItems: [lineItemDraft({ price: { value: money(1, 'USD') } })] }),
    'InvalidInput',
    { message: /one currency/ },
  );
  assertError(
    t,
    await refuseCreation({ taxedPrice: { totalNet: money(1, 'USD'), totalGross: money(1, 'USD'), taxPortions: [] } }),
    'InvalidInput',
    { message: /one currency/ },
  );
  assertError(
    t,
    await refuseCreation({
      lineItems: [lineItemDraft({ quantity: 9_000_000, price: { value: money(9_000_000_000) } })],
    }),
    'InvalidInput',
    { message: /exceeds 9007199254740991/ },
  );
  assertError(t, await refuseCreation({ totalPrice: { currencyCode: 'EUR', centAmount: 1e300 } }), 'InvalidField', {
    field: 'totalPrice.centAmount',
    invalidValue: 1e300,
  });
});

test('shipping details refer to addresses of the order, and have all pieces of an item (cart.1d1d3)', async t => {
  const itemShippingAddresses = [
    { key: 'home', country: 'DE' },
    { key: 'work', country: 'DE' },
  ];
  const withTargets = (...targets: { addressKey: string; quantity: number }[]) => ({
    itemShippingAddresses,
    lineItems: [lineItemDraft({ quantity: 3, shippingDetails: { targets } })],
  });
  matchWhole(
    t,
    (await create(withTargets({ addressKey: 'home', quantity: 1 }, { addressKey: 'work', quantity: 2 }))).lineItems[0]!
      .shippingDetails,
    { valid: true },
  );
  assertError(t, await refuseCreation(withTargets({ addressKey: 'home', quantity: 1 })), 'InvalidItemShippingDetails', {
    subject: 'LineItem',
    itemId: /./,
    message: /LineItem quantity is 3 and shippingTargets quantity sum is 1\.$/,
  });
  assertError(t, await refuseCreation(withTargets({ addressKey: 'moon', quantity: 3 })), 'InvalidInput', {
    message: /'moon'.*known: home, work/,
  });
});

const { remove: removeState } = resourcesAt('states');
const { remove: removeStore } = resourcesAt('stores');
const total = async () => (await bodyOf(sdk.orders().get())).total;
const messages = async () => (await bodyOf(sdk.messages().get())).total;
const custom = (identifier: object) => ({ type: { typeId: 'type', ...identifier }, fields: { colour: 'red' } });
const [id, key] = ['00000000-0000-4000-8000-000000000000', 'nowhere'];

test('refuses a missing reference with its type and identifier and writes nothing (ORD105, ERR028)', async t => {
  for (const [changes, typeId, identifier] of [
    [{ store: { typeId: 'store', key } }, 'store', { key }],
    [{ store: { typeId: 'store', id } }, 'store', { id }],
    [{ state: { typeId: 'state', id } }, 'state', { id }],
    [{ customerGroup: { typeId: 'customer-group', id } }, 'customer-group', { id }],
    [{ businessUnit: { typeId: 'business-unit', key } }, 'business-unit', { key }],
    [{ paymentInfo: { payments: [{ typeId: 'payment', id }] } }, 'payment', { id }],
    [{ custom: custom({ id }) }, 'type', { id }],
    [{ custom: custom({ key }) }, 'type', { key }],
    [{ shippingAddress: { country: 'DE', custom: custom({ key }) } }, 'type', { key }],
    [{ lineItems: [lineItemDraft(), lineItemDraft({ supplyChannel: { typeId: 'channel', id } })] }, 'channel', { id }],
    [{ lineItems: [lineItemDraft({ state: [{ quantity: 2, state: { typeId: 'state', id } }] })] }, 'state', { id }],
    [
      {
        customLineItems: [
          {
            name: { en: 'Wrap' },
            slug: 'wrap',
            quantity: 1,
            money: money(1),
            taxCategory: { typeId: 'tax-category', key },
          },
        ],
      },
      'tax-category',
      { key },
    ],
  ] as const) {
    const before = [await total(), await messages()];
    matchWhole(
      t,
      await refuseCreation({ ...changes, orderNumber: newKey('o') }),
      { statusCode: 400, errors: [{ code: 'ReferencedResourceNotFound', typeId, ...identifier }] },
      JSON.stringify(changes),
    );
    t.same([await total(), await messages()], before);
  }
});

test('an identifier has either id or key, and the type of its field (GEN037, GEN039)', async t => {
  assertError(t, await refuseCreation({ store: { typeId: 'store' } }), 'RequiredField', {
    field: 'store.id',
    message: /either id or key/,
  });
  assertError(t, await refuseCreation({ store: { typeId: 'store', id, key } }), 'InvalidJsonInput', {
    message: "'store' has both id and key; expected one of them.",
  });
  assertError(t, await refuseCreation({ store: { typeId: 'channel', id } }), 'InvalidField', {
    field: 'store.typeId',
    invalidValue: 'channel',
    message: /Expected 'store'/,
  });
});

test('references prevent the deletion of their targets until the order is deleted (ORD010, ORD023)', async t => {
  const store = await createIn('stores', { key: newKey('store') });
  const state = await createIn('states', stateDraft());
  const order = await create({ store: { typeId: 'store', id: store.id }, state: { typeId: 'state', id: state.id } });
  matchWhole(t, order, { store: { typeId: 'store', key: store.key }, state: { typeId: 'state', id: state.id } });
  for (const refused of [await removeStore(store), await removeState(state)])
    assertError(t, refused, 'ReferenceExists');
  await remove(order);
  for (const removed of [await removeStore(store), await removeState(state)]) t.equal(removed.status, 200);
});

test('a State can be deleted after the order left it, not while the order is in it (OACT036, STATE045)', async t => {
  const [from, to] = [await createIn('states', stateDraft()), await createIn('states', stateDraft())];
  const order = await create({ state: { typeId: 'state', id: from.id } });
  // The key of a State is accepted as well as its id.
  const moved = await update(order, { action: 'transitionState', state: { typeId: 'state', key: to.key } });
  t.same(moved.state, { typeId: 'state', id: to.id });
  t.equal((await removeState(from)).status, 200);
  assertError(t, await removeState(to), 'ReferenceExists');
});
