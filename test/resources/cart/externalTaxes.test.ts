/** Tax rates and tax amounts that a client sets. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { taxed, cost } from './amounts.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem, externalItem } from './cartItems.js';
import { startPricing } from './startPricing.js';

const { create, update, refuse, get } = await startPricing();

test('takes external tax rates, tax amounts and a total tax', async t => {
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
    assertCartRefusal(
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
  assertCartRefusal(
    t,
    await refuse(cart, {
      action: 'setLineItemTaxRate',
      ...onItem,
      externalTaxRate: { ...rate, subRates: [{ name: 'a', amount: 0.1 }] },
    }),
    'InvalidInput',
    { message: /add up to 0.1; expected its amount, 0.2/, actionIndex: 0 },
  );
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'setLineItemTaxRate', ...onItem, externalTaxRate: { ...rate, amount: 1.1 } }),
    'InvalidField',
    { field: 'externalTaxRate.amount', invalidValue: 1.1, actionIndex: 0 },
  );

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
  cart = await update(await get(cart), { action: 'changeLineItemQuantity', ...onItem, quantity: 1 });
  t.notOk('taxedPrice' in cart || 'taxedPrice' in cart.lineItems[0]!, 'a changed price removes the tax amount');
  assertCartRefusal(
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
  assertCartRefusal(
    t,
    await refuse(await create(), { action: 'setCartTotalTax', externalTotalGross: money(1) }),
    'InvalidOperation',
    { actionIndex: 0 },
  );
});
