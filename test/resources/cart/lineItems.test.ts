/** Items that are added to carts. */
import type { Cart } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { create, update, refuse, refuseCreation, soldProduct } = shop;

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
    more.lineItems.map(({ quantity }) => quantity),
    [4, 2, 3, 1],
    'merges equal items, except items with different keys',
  );
  t.equal(more.totalPrice.centAmount, 7 * 2_500 + 3 * 1_000);

  const unpublished = await shop.product([{ value: money(1) }], { publish: false });
  assertCartRefusal(
    t,
    await refuse(more, { action: 'addLineItem', productId: 'nothing' }),
    'ReferencedResourceNotFound',
    {
      typeId: 'product',
      id: 'nothing',
      message:
        "The referenced resource of type 'product' with identifier 'nothing' was not found: productId is no id of a product.",
    },
  );
  assertCartRefusal(t, await refuse(more, { action: 'addLineItem', sku: 'nothing' }), 'ReferencedResourceNotFound', {
    typeId: 'product',
    message:
      "The referenced resource of type 'product' with identifier 'nothing' was not found: sku is no SKU of a product.",
  });
  assertCartRefusal(t, await refuse(more, { action: 'addLineItem', sku: unpublished.sku }), 'InvalidOperation', {
    message: /is not published/,
    actionIndex: 0,
  });
  assertCartRefusal(t, await refuse(more, { action: 'addLineItem', productId, variantId: 9 }), 'InvalidField', {
    field: 'variantId',
    invalidValue: 9,
    actionIndex: 0,
  });
  assertCartRefusal(t, await refuse(more, { action: 'addLineItem' }), 'RequiredField', {
    field: 'sku',
    actionIndex: 0,
  });
  assertCartRefusal(t, await refuse(more, { action: 'addLineItem', name: { en: 'x' } }), 'RequiredField', {
    field: 'externalPrice',
    actionIndex: 0,
  });
  assertCartRefusal(
    t,
    await refuse(more, { action: 'addLineItem', ...externalItem({ externalPrice: money(1, 'USD') }) }),
    'InvalidInput',
    { message: /currency EUR; an external price is in USD/, actionIndex: 0 },
  );
  for (const quantity of [0, -1])
    assertCartRefusal(t, await refuse(more, { action: 'addLineItem', sku, quantity }), 'InvalidField', {
      field: 'actions[0].quantity',
      invalidValue: quantity,
    });
  assertCartRefusal(t, await refuse(more, { action: 'addLineItem', sku, quantity: 1.5 }), 'InvalidJsonInput');
  assertCartRefusal(
    t,
    await refuse(more, { action: 'addLineItem', ...externalItem({ key: 'keyed', sku: 'X' }) }),
    'DuplicateField',
    {
      field: 'lineItems.key',
      duplicateValue: 'keyed',
    },
  );
  assertCartRefusal(
    t,
    await refuseCreation({ customLineItems: [customItem({ key: 'same' }), customItem({ key: 'same' })] }),
    'DuplicateField',
    { field: 'customLineItems.key', duplicateValue: 'same' },
  );
  const most = Number.MAX_SAFE_INTEGER;
  assertCartRefusal(t, await refuse(more, { action: 'addLineItem', sku, quantity: most }), 'InvalidOperation', {
    message: /come to at most 9007199254740991/,
  });
  assertCartRefusal(
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
    lineItems: [externalItem({ quantity: 2, ...home(2) }), externalItem({ quantity: 3, ...home(3) })],
  });
  matchWhole(t, cart.lineItems, [
    { quantity: 5, shippingDetails: { targets: [{ addressKey: 'home', quantity: 5 }], valid: true } },
  ]);
  cart = await update(cart, {
    action: 'addLineItem',
    ...externalItem({
      quantity: 4,
      shippingDetails: {
        targets: [
          { addressKey: 'work', quantity: 3 },
          { addressKey: 'home', quantity: 1 },
        ],
      },
    }),
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
  cart = await update(cart, { action: 'addLineItem', ...externalItem() });
  matchWhole(t, cart.lineItems, [{ quantity: 10, shippingDetails: { valid: false } }]);
  const huge = {
    action: 'setLineItemShippingDetails',
    lineItemId: cart.lineItems[0]!.id,
    ...home(Number.MAX_SAFE_INTEGER),
  };
  assertCartRefusal(
    t,
    await refuse(cart, huge, { action: 'addLineItem', ...externalItem(home(1)) }),
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
    { action: 'addLineItem', ...externalItem(rate(0.2)) },
    { action: 'addLineItem', ...externalItem() },
    { action: 'addLineItem', ...externalItem(rate(0.3)) },
  );
  t.same(rates(taxed), [
    [3, 0.1],
    [2, 0.2],
    [1, 0.3],
  ]);
  const platform = await create({ shippingAddress: germany, lineItems: [{ sku: soldProduct.sku }] });
  t.same(
    rates(await update(platform, { action: 'addLineItem', sku: soldProduct.sku, ...rate(0.3) })),
    [[2, 0.19]],
    'ignores external rates in the tax mode Platform',
  );
});
