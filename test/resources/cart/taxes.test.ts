/** Taxes by the address of a cart, and how they are rounded. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { taxed, cost } from './amounts.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem, externalItem } from './cartItems.js';
import { startPricing } from './startPricing.js';

const shop = await startPricing();
const { create, update, refuse, taxCategory, remove } = shop;

test('Platform taxes follow the address, for items and shipping (ERR060)', async t => {
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
  assertCartRefusal(
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
  assertCartRefusal(
    t,
    await refuse(american, { action: 'setShippingAddress', address: { country: 'US', state: 'CA' } }),
    'MissingTaxRateForCountry',
    { taxCategoryId: taxCategory.id, country: 'US', state: 'CA' },
  );
  matchWhole(t, await remove('tax-categories', taxCategory), { errors: [{ code: 'ReferenceExists' }] });

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
  const yen = await create({
    currency: 'JPY',
    taxMode: 'External',
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
  matchWhole(t, dinar, { totalPrice: { centAmount: 5_001, fractionDigits: 3 } });
});
