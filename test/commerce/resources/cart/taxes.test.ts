/** Tax rates of addresses and of clients, and how taxes are rounded. */
import { germany } from '../../../support/cartShop.js';
import { money, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { taxed, cost } from './amounts.js';
import { customItem, externalItem } from './cartItems.js';
import { startPricing } from './startPricing.js';

const shop = await startPricing();
const { create, update, refuse, taxCategory, remove, get } = shop;

test('Platform taxes follow the address, for items and shipping (ERR060, error.f56cc, tax-category.c8285)', async t => {
  const { sku } = await shop.product([{ value: money(1_190) }, { value: money(1_000, 'USD') }]);
  let cart = await create({
    lineItems: [{ sku, quantity: 2 }],
    customLineItems: [customItem({ taxCategory: referenceTo('tax-category', taxCategory) })],
  });
  t.notOk('taxedPrice' in cart, 'the cart has no address');
  cart = await update(
    cart,
    { action: 'setShippingAddress', address: germany },
    { action: 'setShippingMethod', shippingMethod: referenceTo('shipping-method', await shop.method()) },
  );
  matchWhole(t, cart, {
    lineItems: [
      {
        taxRate: { amount: 0.19, includedInPrice: true },
        taxedPrice: {
          ...taxed(2_000, 2_380),
          taxPortions: [{ name: 'MwSt', rate: 0.19, amount: { centAmount: 380 } }],
        },
      },
    ],
    customLineItems: [{ taxRate: { amount: 0.19 }, taxedPrice: taxed(168, 200) }],
    shippingInfo: {
      taxCategory: referenceTo('tax-category', taxCategory),
      taxRate: { amount: 0.19 },
      taxedPrice: taxed(420, 500),
    },
    taxedPrice: { ...taxed(2_588, 3_080), taxPortions: [{ rate: 0.19, amount: { centAmount: 492 } }] },
    taxedShippingPrice: taxed(420, 500),
    ...cost(3_080),
  });
  assertError(
    t,
    await refuse(cart, { action: 'setShippingAddress', address: { country: 'IT' } }),
    'MissingTaxRateForCountry',
    { taxCategoryId: taxCategory.id, country: 'IT' },
  );
  const american = await create({
    currency: 'USD',
    shippingAddress: { country: 'US', state: 'NY' },
    lineItems: [{ sku }],
  });
  matchWhole(t, american, { taxedPrice: taxed(1_000, 1_100), ...cost(1_000) });
  assertError(
    t,
    await refuse(american, { action: 'setShippingAddress', address: { country: 'US', state: 'CA' } }),
    'MissingTaxRateForCountry',
    { taxCategoryId: taxCategory.id, country: 'US', state: 'CA' },
  );
  assertError(t, await remove('tax-categories', taxCategory), 'ReferenceExists');

  cart = await update(cart, { action: 'changeTaxMode', taxMode: 'Disabled' });
  t.notOk('taxedPrice' in cart || 'taxedPrice' in cart.lineItems[0]! || 'taxRate' in cart.shippingInfo!);
  cart = await update(cart, { action: 'changeTaxMode', taxMode: 'Platform' });
  matchWhole(t, cart, { taxedPrice: taxed(2_588, 3_080) });
  cart = await update(cart, { action: 'setShippingAddress' });
  t.notOk(
    'taxedPrice' in cart || 'shippingInfo' in cart || 'taxRate' in cart.lineItems[0]!,
    'without an address the cart has no taxes and no shipping',
  );
});

test('taxes lines or pieces, with the rounding mode of the cart', async t => {
  const rate = { name: 'x', amount: 0.05, country: 'DE' };
  const make = (changes: object) =>
    create({
      taxMode: 'External',
      shippingAddress: germany,
      lineItems: [externalItem({ quantity: 3, externalPrice: money(110), externalTaxRate: rate })],
      ...changes,
    });
  for (const [calculation, rounding, tax] of [
    ['LineItemLevel', 'HalfEven', 16],
    ['LineItemLevel', 'HalfUp', 17],
    ['UnitPriceLevel', 'HalfEven', 18],
    ['UnitPriceLevel', 'HalfDown', 15],
    ['LineItemLevel', 'HalfDown', 16],
  ] as const)
    matchWhole(
      t,
      (await make({ taxCalculationMode: calculation, taxRoundingMode: rounding })).taxedPrice,
      taxed(330, 330 + tax),
      `${calculation} ${rounding}: 5 % of 3 times 1.10`,
    );
  t.notOk('taxedPrice' in (await make({ shippingAddress: undefined })), 'the total has no taxes without an address');
  const yen = await create({
    currency: 'JPY',
    taxMode: 'External',
    shippingAddress: germany,
    lineItems: [
      externalItem({
        externalPrice: money(105, 'JPY'),
        externalTaxRate: { ...rate, amount: 0.1, includedInPrice: true },
      }),
    ],
  });
  matchWhole(t, yen, { totalPrice: { centAmount: 105, fractionDigits: 0 }, taxedPrice: taxed(95, 105) });
  const dinar = await create({
    currency: 'KWD',
    priceRoundingMode: 'HalfUp',
    lineItems: [
      externalItem({
        quantity: 5,
        externalPrice: { type: 'highPrecision', currencyCode: 'KWD', preciseAmount: 10_001, fractionDigits: 4 },
      }),
    ],
  });
  matchWhole(
    t,
    dinar,
    { totalPrice: { centAmount: 5_000, fractionDigits: 3 } },
    'an external price with fractions of a cent rounds half even, whatever the mode of the cart',
  );
});

test('takes external tax rates, tax amounts, a total tax (cart.2d58f, cart.d303d, cart.e848f, cart.8d5db)', async t => {
  const rate = { name: 'VAT', amount: 0.2, country: 'DE', includedInPrice: true };
  const onItem = { lineItemKey: 'aa' };
  let cart = await create({
    shippingAddress: germany,
    lineItems: [externalItem({ key: 'aa' })],
    customLineItems: [customItem({ key: 'cc' })],
  });
  for (const [action, mode] of [
    ['setLineItemTaxRate', 'External'],
    ['setLineItemTaxAmount', 'ExternalAmount'],
    ['setCustomLineItemTaxRate', 'External'],
    ['setCustomLineItemTaxAmount', 'ExternalAmount'],
    ['setShippingMethodTaxRate', 'External'],
    ['setShippingMethodTaxAmount', 'ExternalAmount'],
  ] as const)
    assertError(
      t,
      await refuse(cart, { action, ...(action.startsWith('setL') ? onItem : { customLineItemKey: 'cc' }) }),
      'InvalidOperation',
      { message: new RegExp(`taxMode of the cart is Platform; expected ${mode}`), actionIndex: 0 },
    );
  cart = await update(
    cart,
    { action: 'changeTaxMode', taxMode: 'External' },
    { action: 'setLineItemTaxRate', ...onItem, externalTaxRate: rate },
    {
      action: 'setCustomLineItemTaxRate',
      customLineItemKey: 'cc',
      externalTaxRate: {
        ...rate,
        amount: undefined,
        subRates: [
          { name: 'a', amount: 0.1 },
          { name: 'b', amount: 0.1 },
        ],
      },
    },
    {
      action: 'setCustomShippingMethod',
      shippingMethodName: 'Bike',
      shippingRate: { price: money(300), freeAbove: money(9_000) },
      externalTaxRate: rate,
    },
  );
  matchWhole(
    t,
    cart,
    {
      lineItems: [{ taxRate: { amount: 0.2 }, taxedPrice: taxed(833, 1_000) }],
      customLineItems: [
        {
          taxRate: { amount: 0.2, subRates: [{}, {}] },
          taxedPrice: { ...taxed(167, 200), taxPortions: [{ name: 'a' }, { name: 'b' }] },
        },
      ],
      shippingInfo: { shippingMethodName: 'Bike', taxedPrice: taxed(250, 300) },
      taxedPrice: taxed(1_250, 1_500),
    },
    'sets rates in the update that sets the mode',
  );
  cart = await update(cart, { action: 'setShippingMethodTaxRate', externalTaxRate: { ...rate, amount: 0.5 } });
  matchWhole(t, cart, { taxedShippingPrice: taxed(200, 300) });
  for (const [action, code, members] of [
    [
      { action: 'setLineItemTaxRate', ...onItem, externalTaxRate: { ...rate, subRates: [{ name: 'a', amount: 0.1 }] } },
      'InvalidInput',
      { message: /add up to 0.1; expected its amount, 0.2/, actionIndex: 0 },
    ],
    [
      { action: 'setLineItemTaxRate', ...onItem, externalTaxRate: { ...rate, amount: 1.1 } },
      'InvalidField',
      { field: 'externalTaxRate.amount', invalidValue: 1.1, actionIndex: 0 },
    ],
  ] as const)
    assertError(t, await refuse(cart, action), code, members);

  const amounts = await update(cart, { action: 'changeTaxMode', taxMode: 'ExternalAmount' });
  t.notOk(
    'taxedPrice' in amounts ||
      'taxedPrice' in amounts.lineItems[0]! ||
      'taxedPrice' in amounts.customLineItems[0]! ||
      'taxedPrice' in amounts.shippingInfo!,
    'no external amount is set yet',
  );
  const notIncluded = { ...rate, includedInPrice: false };
  cart = await update(
    amounts,
    { action: 'changeLineItemQuantity', ...onItem, quantity: 2 },
    {
      action: 'setLineItemTaxAmount',
      ...onItem,
      externalTaxAmount: { totalGross: money(2_401), taxRate: notIncluded },
    },
    {
      action: 'setCustomLineItemTaxAmount',
      customLineItemKey: 'cc',
      externalTaxAmount: { totalGross: money(240), taxRate: notIncluded },
    },
  );
  matchWhole(
    t,
    cart,
    { lineItems: [{ taxedPrice: taxed(2_000, 2_401) }], customLineItems: [{ taxedPrice: taxed(200, 240) }] },
    'the net price is the current price',
  );
  t.notOk('taxedPrice' in cart, 'shipping is not taxed yet');
  cart = await update(cart, {
    action: 'setShippingMethodTaxAmount',
    externalTaxAmount: { totalGross: money(360), taxRate: notIncluded },
  });
  matchWhole(t, cart, { taxedPrice: taxed(2_500, 3_001) });
  matchWhole(
    t,
    (await update(cart, { action: 'setCountry', country: 'DE' })).taxedPrice,
    taxed(2_500, 3_001),
    'keeps the tax amounts',
  );
  await update(await get(cart), { action: 'setCartTotalTax', externalTotalGross: money(3_100) });
  cart = await update(await get(cart), { action: 'recalculate' });
  matchWhole(t, cart.taxedPrice, taxed(2_500, 3_100), 'the tax of the whole cart stays beside those of its parts');
  cart = await update(cart, { action: 'changeLineItemQuantity', ...onItem, quantity: 1 });
  t.notOk('taxedPrice' in cart || 'taxedPrice' in cart.lineItems[0]!, 'a changed price removes the tax amount');
  assertError(
    t,
    await refuse(cart, {
      action: 'setLineItemTaxAmount',
      ...onItem,
      externalTaxAmount: { totalGross: money(1, 'USD'), taxRate: rate },
    }),
    'InvalidInput',
    { message: /currency EUR/, actionIndex: 0 },
  );

  cart = await update(
    cart,
    { action: 'addCustomLineItem', ...customItem() },
    {
      action: 'setCartTotalTax',
      externalTotalGross: money(2_000),
      externalTaxPortions: [{ name: 'VAT', rate: 0.2, amount: money(300) }],
    },
  );
  matchWhole(t, cart, {
    ...cost(1_700),
    taxedPrice: { ...taxed(1_700, 2_000), taxPortions: [{ name: 'VAT', rate: 0.2, amount: { centAmount: 300 } }] },
  });
  cart = await update(cart, { action: 'setCountry', country: 'FR' });
  matchWhole(t, cart.taxedPrice, taxed(1_700, 2_000), 'keeps the total tax while the total stays the same');
  cart = await update(cart, { action: 'addCustomLineItem', ...customItem() });
  t.notOk('taxedPrice' in cart);
  assertError(
    t,
    await refuse(await create(), { action: 'setCartTotalTax', externalTotalGross: money(1) }),
    'InvalidOperation',
    { actionIndex: 0 },
  );
});
