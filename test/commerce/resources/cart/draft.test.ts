/** Drafts and endpoints of carts. */
import { dayMs } from '../../../../src/base/durations.js';
import { germany } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { createIn, create, refuseCreation, noted, quayside, projectKey, http, base, sdk, update, get } = shop;

test('a draft sets all members of a cart, and wrong ones are refused', async t => {
  const [group, store, code] = await Promise.all([
    createIn('customer-groups', { groupName: newKey('g') }),
    createIn('stores', { key: newKey('store') }),
    shop.method(),
  ]);
  const cart = await create({
    customerEmail: 'jo@example.com',
    customerGroup: referenceTo('customer-group', group),
    anonymousId: 'a-session',
    store: { typeId: 'store', key: store.key },
    country: 'DE',
    locale: 'en',
    origin: 'Merchant',
    purchaseOrderNumber: 'PO-1',
    taxRoundingMode: 'HalfUp',
    priceRoundingMode: 'HalfDown',
    taxCalculationMode: 'UnitPriceLevel',
    inventoryMode: 'ReserveOnOrder',
    deleteDaysAfterLastModification: 7,
    billingAddress: germany,
    shippingAddress: germany,
    itemShippingAddresses: [{ ...germany, key: 'home' }],
    shippingMethod: referenceTo('shipping-method', code),
    custom: noted('hello'),
    lineItems: [
      externalItem({
        key: 'one',
        quantity: 2,
        shippingDetails: { targets: [{ addressKey: 'home', quantity: 2 }] },
        custom: noted('item'),
      }),
      externalItem({ quantity: 1, sku: 'OTHER' }),
    ],
    customLineItems: [customItem({ key: 'two', quantity: 3, custom: noted('wrap') })],
    shippingRateInput: { type: 'Score', score: 3 },
  });
  matchWhole(t, cart, {
    customerEmail: 'jo@example.com',
    customerGroup: referenceTo('customer-group', group),
    anonymousId: 'a-session',
    store: { typeId: 'store', key: store.key },
    country: 'DE',
    locale: 'en',
    origin: 'Merchant',
    purchaseOrderNumber: 'PO-1',
    taxRoundingMode: 'HalfUp',
    priceRoundingMode: 'HalfDown',
    taxCalculationMode: 'UnitPriceLevel',
    inventoryMode: 'ReserveOnOrder',
    deleteDaysAfterLastModification: 7,
    billingAddress: germany,
    shippingAddress: germany,
    itemShippingAddresses: [{ key: 'home' }],
    shippingInfo: { price: { centAmount: 500 } },
    totalLineItemQuantity: 3,
    custom: { fields: { note: 'hello' } },
    shippingRateInput: { type: 'Score', score: 3 },
    totalPrice: { centAmount: 2_000 + 1_000 + 600 + 500 },
    lineItems: [
      {
        key: 'one',
        quantity: 2,
        priceMode: 'ExternalPrice',
        lineItemMode: 'Standard',
        totalPrice: { centAmount: 2_000 },
        shippingDetails: { valid: true },
        custom: { fields: { note: 'item' } },
        state: [{ quantity: 2, state: { typeId: 'state' } }],
      },
      { quantity: 1 },
    ],
    customLineItems: [
      {
        key: 'two',
        quantity: 3,
        priceMode: 'Standard',
        totalPrice: { centAmount: 600 },
        custom: { fields: { note: 'wrap' } },
      },
    ],
  });
  const merged = await create({ lineItems: [externalItem(), externalItem({ quantity: 4 })] });
  matchWhole(t, merged.lineItems, [{ quantity: 5, totalPrice: { centAmount: 5_000 } }]);
  t.equal(merged.lineItems.length, 1, 'merges equal items');

  for (const [draft, errorCode, members] of [
    [{ currency: undefined }, 'RequiredField', { field: 'currency' }],
    [{ currency: 'euro' }, 'InvalidField', { field: 'currency', invalidValue: 'euro' }],
    [{ customerId: 'c', anonymousId: 'a' }, 'ReferencedResourceNotFound', { typeId: 'customer', id: 'c' }],
  ] as const)
    assertError(t, await refuseCreation(draft), errorCode, members);
  const customerId = await shop.customer();
  assertError(t, await refuseCreation({ customerId, anonymousId: 'a' }), 'InvalidInput', {
    message: /both customerId and anonymousId/,
  });
  assertError(
    t,
    await refuseCreation({ customerId, customerGroup: referenceTo('customer-group', group) }),
    'InvalidInput',
    { message: /both customerId and customerGroup/ },
  );
  assertError(t, await refuseCreation({ locale: 'xx' }), 'ProjectNotConfiguredForLanguages', { languages: ['xx'] });
  assertError(t, await refuseCreation({ shippingMode: 'Multiple' }), 'InvalidField', {
    field: 'shippingMode',
    invalidValue: 'Multiple',
  });
  assertError(t, await refuseCreation({ inventoryMode: 'ReserveOnCart' }), 'InvalidField', {
    field: 'inventoryMode',
    allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'],
    invalidValue: 'ReserveOnCart',
  });
  assertError(
    t,
    await refuseCreation({ lineItems: [externalItem({ inventoryMode: 'ReserveOnCart' })] }),
    'InvalidField',
    {
      allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'],
      field: 'lineItems[0].inventoryMode',
      invalidValue: 'ReserveOnCart',
    },
  );
  assertError(t, await refuseCreation({ deleteDaysAfterLastModification: 0 }), 'InvalidField', {
    field: 'deleteDaysAfterLastModification',
    invalidValue: 0,
  });
  assertError(t, await refuseCreation({ itemShippingAddresses: [germany] }), 'RequiredField', {
    field: 'itemShippingAddresses.key',
  });
  assertError(
    t,
    await refuseCreation({
      itemShippingAddresses: [
        { ...germany, key: 'a1' },
        { ...germany, key: 'a1' },
      ],
    }),
    'DuplicateField',
    { field: 'itemShippingAddresses.key', duplicateValue: 'a1' },
  );
  assertError(t, await refuseCreation({ shippingMethod: referenceTo('shipping-method', code) }), 'InvalidOperation', {
    message: /no shippingAddress/,
  });
  assertError(t, await refuseCreation({ store: { typeId: 'store', key: 'none' } }), 'ReferencedResourceNotFound', {
    typeId: 'store',
    key: 'none',
  });
  assertError(t, await refuseCreation({ discountCodes: ['NOPE'] }), 'DiscountCodeNonApplicable', {
    discountCode: 'NOPE',
    reason: 'DoesNotExist',
  });
});

test('names the line items of a draft whose products do not exist', async t => {
  const { sku } = await shop.product([{ value: money(1_000) }]);
  const notFound = (identifier: string, detail: string, more: object = {}) => ({
    code: 'ReferencedResourceNotFound',
    message: `The referenced object of type 'product' with identifier '${identifier}' was not found: ${detail}.`,
    typeId: 'product',
    ...more,
  });
  const lineItems = [{ sku }, { sku: 'nothing' }, { productId: 'nowhere' }, { sku: 'nothing' }];
  const errors = [
    notFound('nothing', 'lineItems[1].sku is no SKU of a product'),
    notFound('nowhere', 'lineItems[2].productId is no id of a product', { id: 'nowhere' }),
  ];
  t.same(await refuseCreation({ lineItems }), { statusCode: 400, message: errors[0]!.message, errors });
});

test('creates, reads, queries, updates and deletes a cart (ORD063, LIM019)', async t => {
  const key = newKey('cart');
  const cart = await create({ key });
  matchWhole(t, cart, {
    version: 1,
    key,
    cartState: 'Active',
    lineItems: [],
    customLineItems: [],
    totalPrice: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 0, fractionDigits: 2 },
    taxMode: 'Platform',
    taxRoundingMode: 'HalfEven',
    priceRoundingMode: 'HalfEven',
    taxCalculationMode: 'LineItemLevel',
    inventoryMode: 'None',
    shippingMode: 'Single',
    shipping: [],
    itemShippingAddresses: [],
    discountCodes: [],
    directDiscounts: [],
    refusedGifts: [],
    origin: 'Customer',
    deleteDaysAfterLastModification: 90,
  });
  for (const absent of [
    'taxedPrice',
    'shippingInfo',
    'totalLineItemQuantity',
    'customerId',
    'anonymousId',
    'discountOnTotalPrice',
  ])
    t.notOk(absent in cart, absent);
  t.same(await bodyOf(sdk.carts().withKey({ key }).get()), cart);
  t.same(await get(cart), cart);
  matchWhole(t, await bodyOf(sdk.carts().get({ queryArgs: { where: `key = "${key}" and cartState = "Active"` } })), {
    total: 1,
    results: [{ id: cart.id }],
  });
  const changed = await bodyOf(
    sdk
      .carts()
      .withKey({ key })
      .post({ body: { version: 1, actions: [{ action: 'setCountry', country: 'DE' }] } }),
  );
  matchWhole(t, changed, { version: 2, country: 'DE' });
  const endOf = async () => (await quayside.services.store.scores(projectKey, 'cart', { by: 'endsAt' }, [cart.id]))[0];
  t.equal(changed.deleteDaysAfterLastModification, 90);
  t.equal(await endOf(), null, 'the list by last change tells when most carts end');
  const brief = await update(changed, {
    action: 'setDeleteDaysAfterLastModification',
    deleteDaysAfterLastModification: 2,
  });
  t.equal(
    await endOf(),
    Date.parse(brief.lastModifiedAt) + 2 * dayMs,
    'keeps a cart for the number of days that it names',
  );
  assertError(
    t,
    await rejectionOf(
      sdk
        .carts()
        .withId({ ID: cart.id })
        .delete({ queryArgs: { version: 1 } }),
    ),
    'ConcurrentModification',
    { currentVersion: 3 },
  );
  t.equal(
    (
      await bodyOf(
        sdk
          .carts()
          .withKey({ key })
          .delete({ queryArgs: { version: 3 } }),
      )
    ).id,
    cart.id,
  );
  t.equal((await rejectionOf(sdk.carts().withId({ ID: cart.id }).get())).statusCode, 404);
});

test('answers 404 for a cart of another store', async t => {
  const [here, there] = [newKey('store'), newKey('store')];
  await Promise.all([here, there].map(key => createIn('stores', { key })));
  const inStore = (storeKey: string) => sdk.inStoreKeyWithStoreKeyValue({ storeKey }).carts();
  const key = newKey('cart');
  const cart = await bodyOf(inStore(here).post({ body: { currency: 'EUR', key } }));
  matchWhole(t, cart, { store: { typeId: 'store', key: here } });
  t.equal((await bodyOf(inStore(here).withKey({ key }).get())).id, cart.id);
  t.equal((await bodyOf(inStore(there).get())).total, 0);
  for (const call of [
    inStore(there).withId({ ID: cart.id }).get(),
    inStore(there).withKey({ key }).get(),
    inStore(there)
      .withId({ ID: cart.id })
      .post({ body: { version: 1, actions: [] } }),
    inStore(there)
      .withId({ ID: cart.id })
      .delete({ queryArgs: { version: 1 } }),
  ])
    assertError(t, await rejectionOf(call), 'ResourceNotFound');
  assertError(t, await http.send('DELETE', `${base}/stores/key=${here}?version=1`), 'ReferenceExists');
  t.equal(
    (
      await bodyOf(
        inStore(here)
          .withId({ ID: cart.id })
          .delete({ queryArgs: { version: 1 } }),
      )
    ).id,
    cart.id,
  );
});
