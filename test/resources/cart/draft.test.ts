/** Drafts of carts. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { createIn, create, refuseCreation, noted } = shop;

test('a draft sets all members of a cart, and wrong ones are refused', async t => {
  const [group, store, code] = await Promise.all([
    createIn('customer-groups', { groupName: newKey('g') }),
    createIn('stores', { key: newKey('store') }),
    shop.method(),
  ]);
  const cart = await create({
    customerEmail: 'jo@example.com',
    customerGroup: referenceTo('customer-group', group),
    anonymousId: 'somebody',
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
    anonymousId: 'somebody',
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

  assertCartRefusal(t, await refuseCreation({ currency: undefined }), 'RequiredField', { field: 'currency' });
  assertCartRefusal(t, await refuseCreation({ currency: 'euro' }), 'InvalidField', {
    field: 'currency',
    invalidValue: 'euro',
  });
  assertCartRefusal(t, await refuseCreation({ customerId: 'c', anonymousId: 'a' }), 'ReferencedResourceNotFound', {
    typeId: 'customer',
    id: 'c',
  });
  const customerId = await shop.customer();
  assertCartRefusal(t, await refuseCreation({ customerId, anonymousId: 'a' }), 'InvalidInput', {
    message: /both customerId and anonymousId/,
  });
  assertCartRefusal(
    t,
    await refuseCreation({ customerId, customerGroup: referenceTo('customer-group', group) }),
    'InvalidInput',
    {
      message: /both customerId and customerGroup/,
    },
  );
  assertCartRefusal(t, await refuseCreation({ locale: 'xx' }), 'ProjectNotConfiguredForLanguages', {
    languages: ['xx'],
  });
  assertCartRefusal(t, await refuseCreation({ shippingMode: 'Multiple' }), 'InvalidField', {
    field: 'shippingMode',
    invalidValue: 'Multiple',
  });
  assertCartRefusal(t, await refuseCreation({ inventoryMode: 'ReserveOnCart' }), 'InvalidField', {
    field: 'inventoryMode',
    allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'],
    invalidValue: 'ReserveOnCart',
  });
  assertCartRefusal(
    t,
    await refuseCreation({ lineItems: [externalItem({ inventoryMode: 'ReserveOnCart' })] }),
    'InvalidField',
    {
      allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'],
      field: 'lineItems[0].inventoryMode',
      invalidValue: 'ReserveOnCart',
    },
  );
  assertCartRefusal(t, await refuseCreation({ deleteDaysAfterLastModification: 0 }), 'InvalidField', {
    field: 'deleteDaysAfterLastModification',
    invalidValue: 0,
  });
  assertCartRefusal(t, await refuseCreation({ itemShippingAddresses: [germany] }), 'RequiredField', {
    field: 'itemShippingAddresses.key',
  });
  assertCartRefusal(
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
  assertCartRefusal(
    t,
    await refuseCreation({ shippingMethod: referenceTo('shipping-method', code) }),
    'InvalidOperation',
    {
      message: /no shippingAddress/,
    },
  );
  assertCartRefusal(
    t,
    await refuseCreation({ store: { typeId: 'store', key: 'none' } }),
    'ReferencedResourceNotFound',
    {
      typeId: 'store',
      key: 'none',
    },
  );
  assertCartRefusal(t, await refuseCreation({ discountCodes: ['NOPE'] }), 'DiscountCodeNonApplicable', {
    discountCode: 'NOPE',
    reason: 'DoesNotExist',
  });
});

test('names the line items of a draft whose products do not exist', async t => {
  const { sku } = await shop.product([{ value: money(1_000) }]);
  const notFound = (identifier: string, detail: string, more: object = {}) => ({
    code: 'ReferencedResourceNotFound',
    message: `The referenced resource of type 'product' with identifier '${identifier}' was not found: ${detail}.`,
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
