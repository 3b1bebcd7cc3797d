/** Items of carts: how they are added, and their quantities and numbers. */
import type { Cart } from '@commercetools/platform-sdk';
import { germany } from '../../../support/cartShop.js';
import { money } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { create, update, refuse, refuseCreation, soldProduct, base, noted, newBuyer } = shop;

test('adds line items of products, and line items with a name, a price and a tax rate', async t => {
  const { sku, id: productId } = soldProduct;
  const cart = await create({ lineItems: [{ sku }, { productId, quantity: 2, key: 'keyed' }, externalItem()] });
  matchWhole(t, cart.lineItems, [
    {
      productId,
      variant: { id: 1, sku },
      name: { en: 'Rain jacket' },
      quantity: 1,
      price: { value: { centAmount: 2_500 } },
    },
    { key: 'keyed', quantity: 2 },
    { variant: { sku: 'BOOTS' }, name: { en: 'Boots' } },
  ]);
  t.notOk('productId' in cart.lineItems[2]!);
  for (const { variant } of cart.lineItems)
    t.notOk('prices' in variant, 'items do not repeat all prices of the variant');
  const more = await update(
    cart,
    { action: 'addLineItem', sku, quantity: 3 },
    { action: 'addLineItem', sku, key: 'other' },
    { action: 'addLineItem', ...externalItem({ quantity: 2 }) },
  );
  t.same(
    valuesOf(more.lineItems, 'quantity'),
    [4, 2, 1, 1, 2],
    'merges equal items, except those with another key or with an external price',
  );
  t.equal(more.totalPrice.centAmount, 7 * 2_500 + 3 * 1_000);

  const unpublished = await shop.product([{ value: money(1) }], { publish: false });
  assertError(t, await refuse(more, { action: 'addLineItem', productId: 'nothing' }), 'ReferencedResourceNotFound', {
    typeId: 'product',
    id: 'nothing',
    message:
      "The referenced object of type 'product' with identifier 'nothing' was not found: " +
      'productId is no id of a product.',
  });
  assertError(t, await refuse(more, { action: 'addLineItem', sku: 'nothing' }), 'ReferencedResourceNotFound', {
    typeId: 'product',
    message:
      "The referenced object of type 'product' with identifier 'nothing' was not found: sku is no SKU of a product.",
  });
  assertError(t, await refuse(more, { action: 'addLineItem', sku: unpublished.sku }), 'InvalidOperation', {
    message: /is not published/,
    actionIndex: 0,
  });
  assertError(t, await refuse(more, { action: 'addLineItem', productId, variantId: 9 }), 'InvalidField', {
    field: 'variantId',
    invalidValue: 9,
    actionIndex: 0,
  });
  assertError(t, await refuse(more, { action: 'addLineItem' }), 'RequiredField', { field: 'sku', actionIndex: 0 });
  assertError(t, await refuse(more, { action: 'addLineItem', name: { en: 'x' } }), 'RequiredField', {
    field: 'externalPrice',
    actionIndex: 0,
  });
  assertError(
    t,
    await refuse(more, { action: 'addLineItem', ...externalItem({ externalPrice: money(1, 'USD') }) }),
    'InvalidInput',
    { message: /currency EUR; an external price is in USD/, actionIndex: 0 },
  );
  for (const quantity of [0, -1])
    assertError(t, await refuse(more, { action: 'addLineItem', sku, quantity }), 'InvalidField', {
      field: 'actions[0].quantity',
      invalidValue: quantity,
    });
  assertError(t, await refuse(more, { action: 'addLineItem', sku, quantity: 1.5 }), 'InvalidJsonInput');
  assertError(
    t,
    await refuse(more, { action: 'addLineItem', ...externalItem({ key: 'keyed', sku: 'X' }) }),
    'DuplicateField',
    { field: 'lineItems.key', duplicateValue: 'keyed' },
  );
  assertError(
    t,
    await refuseCreation({ customLineItems: [customItem({ key: 'same' }), customItem({ key: 'same' })] }),
    'DuplicateField',
    { field: 'customLineItems.key', duplicateValue: 'same' },
  );
  const most = Number.MAX_SAFE_INTEGER;
  assertError(t, await refuse(more, { action: 'addLineItem', sku, quantity: most }), 'InvalidOperation', {
    message: /come to at most 9007199254740991/,
  });
  assertError(
    t,
    await refuse(more, { action: 'changeLineItemQuantity', lineItemKey: 'keyed', quantity: most - 10 }),
    'InvalidInput',
    { message: /exceeds 9007199254740991/ },
  );
});

test('merges equal items with their addresses; another tax rate makes another item', async t => {
  const home = (quantity: number) => ({ shippingDetails: { targets: [{ addressKey: 'home', quantity }] } });
  const addresses = {
    itemShippingAddresses: [
      { ...germany, key: 'home' },
      { ...germany, key: 'work' },
    ],
  };
  let cart = await create({
    ...addresses,
    lineItems: [
      { sku: soldProduct.sku, quantity: 2, ...home(2) },
      { sku: soldProduct.sku, quantity: 3, ...home(3) },
    ],
  });
  matchWhole(t, cart.lineItems, [
    { quantity: 5, shippingDetails: { targets: [{ addressKey: 'home', quantity: 5 }], valid: true } },
  ]);
  cart = await update(cart, {
    action: 'addLineItem',
    sku: soldProduct.sku,
    quantity: 4,
    shippingDetails: {
      targets: [
        { addressKey: 'work', quantity: 3 },
        { addressKey: 'home', quantity: 1 },
      ],
    },
  });
  matchWhole(t, cart.lineItems, [
    {
      quantity: 9,
      shippingDetails: {
        targets: [
          { addressKey: 'home', quantity: 6 },
          { addressKey: 'work', quantity: 3 },
        ],
        valid: true,
      },
    },
  ]);
  cart = await update(cart, { action: 'addLineItem', sku: soldProduct.sku });
  matchWhole(t, cart.lineItems, [{ quantity: 10, shippingDetails: { valid: false } }]);
  const huge = {
    action: 'setLineItemShippingDetails',
    lineItemId: cart.lineItems[0]!.id,
    ...home(Number.MAX_SAFE_INTEGER),
  };
  assertError(
    t,
    await refuse(cart, huge, { action: 'addLineItem', sku: soldProduct.sku, ...home(1) }),
    'InvalidOperation',
    {
      message: /'home' would get/,
      actionIndex: 1,
    },
  );

  const rate = (amount: number) => ({ externalTaxRate: { name: 'VAT', amount, country: 'DE' } });
  const rates = ({ lineItems }: Cart) => lineItems.map(({ quantity, taxRate }) => [quantity, taxRate?.amount]);
  let taxed = await create({
    taxMode: 'External',
    lineItems: [externalItem(rate(0.1)), externalItem(rate(0.2)), externalItem(rate(0.1))],
  });
  t.same(rates(taxed), [
    [2, 0.1],
    [1, 0.2],
  ]);
  taxed = await update(
    taxed,
    ...[0.2, 0.2, 0.3].map(amount => ({ action: 'addLineItem', sku: soldProduct.sku, ...rate(amount) })),
    { action: 'addLineItem', sku: soldProduct.sku },
  );
  t.same(rates(taxed), [
    [2, 0.1],
    [1, 0.2],
    [3, 0.2],
    [1, 0.3],
  ]);
  const platform = await create({ shippingAddress: germany, lineItems: [{ sku: soldProduct.sku }] });
  t.same(
    rates(await update(platform, { action: 'addLineItem', sku: soldProduct.sku, ...rate(0.3) })),
    [[2, 0.19]],
    'ignores external rates in the tax mode Platform',
  );
});

test('changes and removes quantities of items', async t => {
  let cart = await create({
    itemShippingAddresses: [
      { ...germany, key: 'home' },
      { ...germany, key: 'work' },
    ],
    lineItems: [
      externalItem({
        key: 'aa',
        quantity: 5,
        shippingDetails: {
          targets: [
            { addressKey: 'home', quantity: 3 },
            { addressKey: 'work', quantity: 2 },
          ],
        },
      }),
      externalItem({ key: 'bb', sku: 'B' }),
      externalItem({ key: 'cc', sku: 'C', quantity: 2 }),
    ],
    customLineItems: [customItem({ key: 'dd', quantity: 2 }), customItem({ key: 'ee' })],
  });
  const [a, b] = cart.lineItems;
  cart = await update(
    cart,
    {
      action: 'removeLineItem',
      lineItemId: a!.id,
      quantity: 2,
      shippingDetailsToRemove: { targets: [{ addressKey: 'work', quantity: 2 }] },
    },
    { action: 'changeLineItemQuantity', lineItemKey: 'bb', quantity: 7 },
    { action: 'changeCustomLineItemQuantity', customLineItemKey: 'dd', quantity: 4 },
  );
  matchWhole(t, cart, {
    lineItems: [
      {
        quantity: 3,
        state: [{ quantity: 3 }],
        shippingDetails: { targets: [{ addressKey: 'home', quantity: 3 }], valid: true },
      },
      { quantity: 7, totalPrice: { centAmount: 7_000 } },
      { quantity: 2 },
    ],
    customLineItems: [{ quantity: 4, totalPrice: { centAmount: 800 } }, {}],
    totalLineItemQuantity: 12,
  });
  cart = await update(
    cart,
    { action: 'changeLineItemQuantity', lineItemId: b!.id, quantity: 0 },
    { action: 'removeLineItem', lineItemKey: 'cc', quantity: 9 },
    { action: 'changeCustomLineItemQuantity', customLineItemKey: 'dd', quantity: 0 },
    { action: 'removeCustomLineItem', customLineItemKey: 'ee' },
    { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 4 },
  );
  matchWhole(t, cart, {
    lineItems: [{ key: 'aa', shippingDetails: { valid: false } }],
    customLineItems: [],
    totalPrice: { centAmount: 4_000 },
  });
  t.same([cart.lineItems.length, cart.customLineItems.length], [1, 0]);
  const same = await update(cart, { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 4 });
  t.equal(same.version, cart.version, 'an update without a change creates no version');
  for (const [action, code, members] of [
    [
      { action: 'changeLineItemQuantity', lineItemKey: 'none', quantity: 4 },
      'InvalidOperation',
      { message: /no lineItem with key 'none'/, actionIndex: 0 },
    ],
    [{ action: 'changeLineItemQuantity', quantity: 4 }, 'RequiredField', { field: 'lineItemId', actionIndex: 0 }],
    [
      { action: 'changeLineItemQuantity', lineItemKey: 'aa', lineItemId: a!.id, quantity: 4 },
      'InvalidInput',
      { actionIndex: 0 },
    ],
    [
      { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: -1 },
      'InvalidField',
      { field: 'actions[0].quantity', invalidValue: -1 },
    ],
    [
      {
        action: 'removeLineItem',
        lineItemKey: 'aa',
        quantity: 1,
        shippingDetailsToRemove: { targets: [{ addressKey: 'x', quantity: 1 }] },
      },
      'InvalidInput',
      { message: /'x' names no address/, actionIndex: 0 },
    ],
    [{ action: 'removeCustomLineItem', customLineItemId: 'none' }, 'InvalidOperation', { actionIndex: 0 }],
  ] as const)
    assertError(t, await refuse(cart, action), code, members);
});

/** Shortens a long value as an error quotes it. */
const beginningOf = (value: unknown): string => `${JSON.stringify(value).slice(0, 1_000)}…`;

test('takes 500 line items at most', async t => {
  const cart = await create({
    lineItems: Array.from({ length: 499 }, (_, at) => externalItem({ sku: `S${at}`, quantity: 2 })),
  });
  const full = await update(cart, { action: 'addLineItem', sku: soldProduct.sku });
  matchWhole(t, full, { totalLineItemQuantity: 999, totalPrice: { centAmount: 998_000 + 2_500 } });
  assertError(t, await refuse(full, { action: 'addLineItem', ...externalItem({ sku: 'MORE' }) }), 'InvalidOperation', {
    message: /at most 500 lineItems; it would have 501/,
  });
  matchWhole(t, await update(full, { action: 'addLineItem', sku: soldProduct.sku }), { totalLineItemQuantity: 1_000 });
  const many = Array.from({ length: 501 }, () => ({ sku: soldProduct.sku }));
  assertError(t, await refuseCreation({ lineItems: many }), 'InvalidField', {
    field: 'lineItems',
    invalidValue: beginningOf(many),
  });
  const customLineItems = many.map(() => customItem());
  assertError(t, await refuseCreation({ customLineItems }), 'InvalidField', {
    field: 'customLineItems',
    invalidValue: beginningOf(customLineItems),
  });
  assertError(
    t,
    (await (await newBuyer()).http.send('POST', `${base}/me/carts`, { body: { currency: 'EUR', lineItems: many } }))
      .json as object,
    'InvalidField',
    { field: 'lineItems', invalidValue: beginningOf(many) },
  );
  const merged = await create({
    lineItems: [
      ...Array.from({ length: 499 }, (_, at) => ({
        sku: soldProduct.sku,
        custom: noted(`${at % 250}`),
        ...(at < 250 && { key: `key-${at}` }),
      })),
      { sku: soldProduct.sku, key: 'key-0', custom: noted('0') },
    ],
  });
  t.same(
    merged.lineItems.map(
      ({
        key,
        quantity,
        custom: {
          fields: { note },
        } = { fields: {} } as never,
      }) => [key, quantity, note],
    ),
    Array.from({ length: 250 }, (_, at) => [`key-${at}`, at === 0 ? 3 : at === 249 ? 1 : 2, `${at}`]),
    'merges each item with its equal',
  );
});
