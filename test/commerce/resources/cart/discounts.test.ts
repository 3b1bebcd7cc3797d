/** Discount codes and direct discounts of carts. */
import type { Cart } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { cost, taxed } from './amounts.js';
import { customItem } from './cartItems.js';
import { startPricing, newOrderNumber } from './startPricing.js';
import { germany } from '../../../support/cartShop.js';

const shop = await startPricing();
const { create, update, refuse, remove, discount, codeFor, createIn, change } = shop;

/** Also shows cart.4a3eb, cart.f2df0, cart.6622b, cart.dc44c and error.66d3b. */
test('discount codes have states and exclude direct discounts (ORD030, ERR054, ERR055, ERR056)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const off = await discount(purchaseOrderNumber, {
    requiresDiscountCode: true,
    value: { type: 'absolute', money: [money(100)] },
    target: { type: 'totalPrice' },
  });
  const [code, limited, expired, forGermany, inactive, keyed] = await Promise.all([
    codeFor([off]),
    codeFor([off], { maxApplications: 1 }),
    codeFor([off], { validUntil: '2020-01-01T00:00:00.000Z' }),
    codeFor([off], { cartPredicate: 'country = "DE"' }),
    codeFor([off], { isActive: false }),
    codeFor([off], { key: newKey('code') }),
  ]);
  const add = (added: object) => ({ action: 'addDiscountCode', ...('code' in added && { code: added.code }) });
  const states = ({ discountCodes }: Cart) => discountCodes.map(({ state }) => state);
  let cart = await create({ purchaseOrderNumber, customLineItems: [customItem()] });
  matchWhole(t, cart, cost(200));
  cart = await update(cart, add(code));
  matchWhole(t, cart, {
    discountCodes: [{ discountCode: referenceTo('discount-code', code), state: 'MatchesCart' }],
    discountOnTotalPrice: { includedDiscounts: [{ discount: referenceTo('cart-discount', off) }] },
    ...cost(100),
  });
  t.equal((await update(cart, add(code))).version, cart.version);
  assertError(t, await refuse(cart, add({ code: 'NOPE' })), 'DiscountCodeNonApplicable', {
    message: 'The discountCode NOPE cannot be applied to the cart.',
    discountCode: 'NOPE',
    reason: 'DoesNotExist',
  });
  assertError(t, await refuse(cart, add(expired)), 'DiscountCodeNonApplicable', {
    message: `The discountCode ${expired.id} cannot be applied to the cart.`,
    discountCode: expired.code,
    dicountCodeId: expired.id,
    validUntil: '2020-01-01T00:00:00.000Z',
    validityCheckTime: /^20/,
    reason: 'TimeRangeNonApplicable',
    actionIndex: 0,
  });
  assertError(
    t,
    await refuse(cart, { action: 'removeDiscountCode', discountCode: referenceTo('discount-code', limited) }),
    'InvalidOperation',
    { message: /not one of the cart's/, actionIndex: 0 },
  );
  assertError(t, await refuse(cart, { action: 'removeDiscountCode', discountCode: {} }), 'RequiredField', {
    field: 'discountCode.id',
    actionIndex: 0,
  });
  assertError(
    t,
    await refuse(cart, {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'relative', permyriad: 1 }, target: { type: 'totalPrice' } }],
    }),
    'InvalidOperation',
    { message: /has discountCodes, which exclude directDiscounts/, actionIndex: 0 },
  );
  cart = await update(
    cart,
    { action: 'removeDiscountCode', discountCode: referenceTo('discount-code', code) },
    add(forGermany),
    add(inactive),
    add(keyed),
  );
  t.same(states(cart), ['DoesNotMatchCart', 'NotActive', 'MatchesCart']);
  cart = await update(
    cart,
    { action: 'removeDiscountCode', discountCode: { typeId: 'discount-code', key: keyed.key } },
    { action: 'setCountry', country: 'DE' },
  );
  t.same(states(cart), ['MatchesCart', 'NotActive']);
  await remove('discount-codes', forGermany);
  cart = await update(cart, { action: 'recalculate' });
  matchWhole(
    t,
    [states(cart), cart.totalPrice.centAmount],
    [['NotActive', 'NotActive'], 200],
    'a deleted code is not active',
  );
  cart = await update(
    cart,
    { action: 'removeDiscountCode', discountCode: referenceTo('discount-code', forGermany) },
    { action: 'removeDiscountCode', discountCode: referenceTo('discount-code', inactive) },
  );
  matchWhole(t, cart, { discountCodes: [] });
  assertError(t, await remove('cart-discounts', off), 'ReferenceExists');

  const direct = (value: object, target: object | undefined = { type: 'totalPrice' }) => ({
    action: 'setDirectDiscounts',
    discounts: [{ value, target }],
  });
  cart = await update(cart, direct({ type: 'relative', permyriad: 2_500 }));
  matchWhole(t, cart, {
    directDiscounts: [{ id: /./, value: { permyriad: 2_500 }, target: { type: 'totalPrice' } }],
    discountOnTotalPrice: {
      includedDiscounts: [{ discount: { typeId: 'direct-discount', id: cart.directDiscounts[0]!.id } }],
    },
    ...cost(150),
  });
  assertError(t, await refuse(cart, add(code)), 'InvalidOperation', {
    message: /has directDiscounts, which exclude discountCodes/,
    actionIndex: 0,
  });
  assertError(
    t,
    await refuse(cart, direct({ type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'x' } })),
    'InvalidField',
    {
      field: 'discounts.value.type',
      invalidValue: 'giftLineItem',
      allowedValues: ['relative', 'absolute', 'fixed'],
      actionIndex: 0,
    },
  );
  assertError(
    t,
    await refuse(cart, direct({ type: 'relative', permyriad: 1 }, { type: 'lineItems', predicate: 'x =' })),
    'SyntaxError',
    { actionIndex: 0 },
  );
  assertError(
    t,
    await refuse(cart, {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'absolute', money: [money(1)] } }],
    }),
    'RequiredField',
    { field: 'target', actionIndex: 0 },
  );
  cart = await update(cart, { action: 'setDirectDiscounts', discounts: [] });
  matchWhole(t, cart, { directDiscounts: [], ...cost(200) });
  const drafted = await create({
    purchaseOrderNumber,
    customLineItems: [customItem()],
    discountCodes: [limited.code, limited.code],
  });
  matchWhole(t, drafted, { discountCodes: [{ state: 'MatchesCart' }], ...cost(100) });
  t.equal(drafted.discountCodes.length, 1);
});

// Cart discounts on items, shipping and the total, and gifts.
test('applies relative, absolute and fixed discounts to items, shipping and total (cart-discount.78b46)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const { sku } = await shop.product([{ value: money(1_000) }]);
  const cart = await create({
    purchaseOrderNumber: 'none',
    shippingAddress: germany,
    lineItems: [{ sku, quantity: 3 }],
    customLineItems: [customItem({ money: money(500) })],
    shippingMethod: referenceTo('shipping-method', await shop.method()),
  });
  matchWhole(t, cart, cost(4_000));
  const on = (type: string, predicate?: string) => ({ type, predicate });
  const [tenth, two] = await Promise.all([
    discount(purchaseOrderNumber, {
      sortOrder: '0.91',
      value: { type: 'relative', permyriad: 1_000 },
      target: on('lineItems', `sku = "${sku}"`),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.92',
      value: { type: 'absolute', money: [money(200)], applicationMode: 'IndividualApplication' },
      target: on('lineItems', 'true'),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.93',
      value: { type: 'fixed', money: [money(100)] },
      target: on('customLineItems', 'money > "1.00 EUR"'),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.94',
      value: { type: 'relative', permyriad: 5_000 },
      target: on('shipping'),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.95',
      value: { type: 'absolute', money: [money(20)] },
      target: on('totalPrice'),
    }),
    discount(purchaseOrderNumber, { sortOrder: '0.96', isActive: false }),
    discount(purchaseOrderNumber, { sortOrder: '0.97', validUntil: '2020-01-01T00:00:00Z' }),
    discount(purchaseOrderNumber, { sortOrder: '0.98', requiresDiscountCode: true }),
  ]);
  let sold = await update(cart, { action: 'setPurchaseOrderNumber', purchaseOrderNumber });
  matchWhole(
    t,
    sold,
    {
      lineItems: [
        {
          totalPrice: { centAmount: 2_160 },
          discountedPricePerQuantity: [
            {
              quantity: 3,
              discountedPrice: {
                value: { centAmount: 720 },
                includedDiscounts: [
                  { discount: referenceTo('cart-discount', two), discountedAmount: { centAmount: 200 } },
                  { discount: referenceTo('cart-discount', tenth), discountedAmount: { centAmount: 80 } },
                ],
              },
            },
          ],
        },
      ],
      customLineItems: [{ totalPrice: { centAmount: 100 } }],
      shippingInfo: { price: { centAmount: 500 }, discountedPrice: { value: { centAmount: 250 } } },
      discountOnTotalPrice: { discountedAmount: { centAmount: 20 } },
      ...cost(2_160 + 100 + 250 - 20),
    },
    'a changed member takes part in predicates at once',
  );
  await change('cart-discounts', two, { action: 'changeStackingMode', stackingMode: 'StopAfterThisDiscount' });
  sold = await update(sold, { action: 'recalculate' });
  matchWhole(
    t,
    sold.lineItems[0]!.discountedPricePerQuantity,
    [
      {
        discountedPrice: {
          value: { centAmount: 800 },
          includedDiscounts: [{ discount: referenceTo('cart-discount', two) }],
        },
      },
    ],
    'later discounts do not apply',
  );
  matchWhole(t, await update(sold, { action: 'setPurchaseOrderNumber' }), {
    lineItems: [{ discountedPricePerQuantity: [] }],
    ...cost(4_000),
  });

  const cheap = newOrderNumber();
  await discount(cheap, {
    value: { type: 'fixed', money: [{ type: 'centPrecision', ...money(250) }] },
    target: {
      type: 'multiBuyLineItems',
      predicate: 'true',
      triggerQuantity: 3,
      discountedQuantity: 1,
      selectionMode: 'Cheapest',
      maxOccurrence: 2,
    },
  });
  const buy = await create({ purchaseOrderNumber: cheap, lineItems: [{ sku, quantity: 10 }] });
  matchWhole(t, buy, {
    lineItems: [
      {
        discountedPricePerQuantity: [
          { quantity: 2, discountedPrice: { value: { centAmount: 250 } } },
          { quantity: 8, discountedPrice: { value: { centAmount: 1_000 }, includedDiscounts: [] } },
        ],
      },
    ],
    ...cost(8_500),
  });
  const spread = newOrderNumber();
  await discount(spread, {
    value: { type: 'absolute', money: [money(100)], applicationMode: 'ProportionateDistribution' },
    target: on('lineItems', 'true'),
  });
  const three = await create({ purchaseOrderNumber: spread, lineItems: [{ sku, quantity: 3 }] });
  matchWhole(t, three, {
    lineItems: [
      {
        discountedPricePerQuantity: [
          { quantity: 1, discountedPrice: { value: { centAmount: 966 } } },
          { quantity: 2, discountedPrice: { value: { centAmount: 967 } } },
        ],
      },
    ],
    ...cost(2_900),
  });
  const store = await createIn('stores', { key: newKey('store') });
  const there = newOrderNumber();
  await discount(there, {
    stores: [{ typeId: 'store', key: store.key }],
    value: { type: 'relative', permyriad: 5_000 },
    target: on('totalPrice'),
  });
  matchWhole(t, await create({ purchaseOrderNumber: there, lineItems: [{ sku }] }), cost(1_000));
  matchWhole(
    t,
    await create({ purchaseOrderNumber: there, lineItems: [{ sku }], store: { typeId: 'store', key: store.key } }),
    cost(500),
  );
});

test('adds and removes gifts; a removed gift is not given again (ORD031, cart.d85b7, cart.797e9)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const present = await shop.product([{ value: money(1_500) }]);
  const { sku } = await shop.product([{ value: money(1_000) }]);
  const gift = await discount(purchaseOrderNumber, {
    cartPredicate: `purchaseOrderNumber = "${purchaseOrderNumber}" and lineItemCount(sku = "${sku}") > 1`,
    value: { type: 'giftLineItem', product: referenceTo('product', present), variantId: 1 },
    target: undefined,
  });
  let cart = await create({ purchaseOrderNumber, shippingAddress: germany, lineItems: [{ sku }] });
  t.equal(cart.lineItems.length, 1);
  const bought = { lineItemId: cart.lineItems[0]!.id };
  const buy = (quantity: number) => ({ action: 'changeLineItemQuantity', ...bought, quantity });
  cart = await update(cart, buy(2));
  matchWhole(t, cart.lineItems, [
    {},
    {
      productId: present.id,
      lineItemMode: 'GiftLineItem',
      quantity: 1,
      price: { value: { centAmount: 1_500 } },
      totalPrice: { centAmount: 0 },
      taxedPrice: taxed(0, 0),
      discountedPricePerQuantity: [
        {
          quantity: 1,
          discountedPrice: {
            value: { centAmount: 0 },
            includedDiscounts: [
              { discount: referenceTo('cart-discount', gift), discountedAmount: { centAmount: 1_500 } },
            ],
          },
        },
      ],
    },
  ]);
  matchWhole(t, cart, { ...cost(2_000), totalLineItemQuantity: 3 });
  const given = { lineItemId: cart.lineItems[1]!.id };
  for (const [action, more] of [
    ['changeLineItemQuantity', { quantity: 2 }],
    ['setLineItemPrice', { externalPrice: money(1) }],
    ['setLineItemTotalPrice', { externalTotalPrice: { price: money(1), totalPrice: money(1) } }],
  ] as const)
    assertError(t, await refuse(cart, { action, ...given, ...more }), 'InvalidOperation', {
      message: /gift/,
      actionIndex: 0,
    });
  cart = await update(cart, { action: 'addLineItem', sku: present.sku });
  t.same(
    valuesOf(cart.lineItems, 'lineItemMode'),
    ['Standard', 'Standard', 'GiftLineItem'],
    'a bought item of the same product is no gift',
  );
  t.equal(cart.lineItems[2]!.id, given.lineItemId, 'the gift keeps its id');
  cart = await update(cart, buy(1));
  t.equal(cart.lineItems.length, 2);
  cart = await update(cart, buy(2));
  cart = await update(cart, { action: 'removeLineItem', lineItemId: cart.lineItems[2]!.id });
  matchWhole(t, cart, { refusedGifts: [referenceTo('cart-discount', gift)] });
  cart = await update(cart, buy(5), { action: 'recalculate' });
  t.equal(cart.lineItems.length, 2);
  assertError(t, await remove('cart-discounts', gift), 'ReferenceExists');

  const alone = newOrderNumber();
  const separate = await shop.product([], { priceMode: 'Standalone' });
  await createIn('standalone-prices', { sku: separate.sku, value: money(300) });
  await discount(alone, {
    value: { type: 'giftLineItem', product: referenceTo('product', separate), variantId: 1 },
    target: undefined,
  });
  matchWhole(
    t,
    (await create({ purchaseOrderNumber: alone, customLineItems: [customItem()] })).lineItems,
    [{ productId: separate.id, price: { value: { centAmount: 300 } } }],
    'a gift can have a standalone price',
  );
});
