/** Members of carts that follow from others, and defaults, as the documentation of carts describes. */
import type { Cart } from '@commercetools/platform-sdk';
import { germany, startShop } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { customItem } from './cartItems.js';

const { create, createIn, method, product, refuse, refuseCreation, update } = await startShop();
const sold = await product([{ value: money(1_190) }]);
const lineItems = [{ sku: sold.sku }];
const shippingMethod = referenceTo('shipping-method', await method());
const rate = (includedInPrice: boolean) => ({ name: 'Tax', amount: 0.25, includedInPrice, country: 'DE' });

/** Returns the taxes of the parts of a cart, undefined where there is none. */
const taxesOf = ({ lineItems: [line], customLineItems: [custom], shippingInfo, taxedPrice }: Cart) =>
  [line, custom, shippingInfo, { taxedPrice, taxRate: undefined }].map(part => [
    part?.taxRate?.amount,
    part?.taxedPrice?.totalNet.centAmount,
    part?.taxedPrice?.totalGross.centAmount,
    part?.taxedPrice?.totalTax?.centAmount,
  ]);

/**
 * Also shows cart.ae9c1, cart.d3503, cart.0edb7, cart.a2365, cart.cdd56, cart.b0c21, cart.336e0, cart.ceb29 and
 * cart.9eede.
 */
test('platform taxes of items, shipping and cart come and go with the shipping address (cart.2c640)', async t => {
  const none = [undefined, undefined, undefined, undefined];
  const bare = await create({ country: 'DE', lineItems, customLineItems: [customItem({ money: money(119) })] });
  t.same(taxesOf(bare), [none, none, none, none]);
  t.equal(bare.shippingInfo, undefined);
  const set = await update(
    bare,
    { action: 'setShippingAddress', address: germany },
    { action: 'setShippingMethod', shippingMethod },
  );
  matchWhole(t, set.shippingInfo, { shippingMethod, price: { centAmount: 500 } });
  t.same(taxesOf(set), [
    [0.19, 1_000, 1_190, 190],
    [0.19, 100, 119, 19],
    [0.19, 420, 500, 80],
    [undefined, 1_520, 1_809, 289],
  ]);
  const unset = await update(set, { action: 'setShippingAddress' });
  t.same(taxesOf(unset), [none, none, none, none]);
});

test('external rates tax a cart once each part has one (cart.14cbc, cart.616c6, cart.ca2f5, cart.f447e)', async t => {
  const choose = { action: 'setShippingMethod', shippingMethod };
  const cart = await create({ taxMode: 'External', shippingAddress: germany, lineItems });
  const both = await update(cart, { action: 'addCustomLineItem', ...customItem({ money: money(100) }) }, choose);
  const [lineItemId, customLineItemId] = [both.lineItems[0]!.id, both.customLineItems[0]!.id];
  const partly = await update(both, { action: 'setLineItemTaxRate', lineItemId, externalTaxRate: rate(true) });
  t.same(taxesOf(partly)[0], [0.25, 952, 1_190, 238]);
  t.equal(partly.taxedPrice, undefined);
  const taxed = await update(
    partly,
    { action: 'setCustomLineItemTaxRate', customLineItemId, externalTaxRate: rate(false) },
    { action: 'setShippingMethodTaxRate', externalTaxRate: rate(true) },
  );
  t.same(taxesOf(taxed).slice(1), [
    [0.25, 100, 125, 25],
    [0.25, 400, 500, 100],
    [undefined, 1_452, 1_815, 363],
  ]);
  const platform = await update(taxed, { action: 'changeTaxMode', taxMode: 'Platform' });
  t.same(
    taxesOf(platform).map(([amount]) => amount),
    [0.19, 0.19, 0.19, undefined],
  );
  const external = await create({
    taxMode: 'External',
    shippingAddress: germany,
    lineItems: [{ ...lineItems[0], externalTaxRate: rate(true) }],
  });
  const disabled = await update(external, { action: 'changeTaxMode', taxMode: 'Disabled' });
  t.same(
    [taxesOf(external)[0], taxesOf(disabled)[0]],
    [
      [0.25, 952, 1_190, 238],
      [undefined, undefined, undefined, undefined],
    ],
  );
});

test('a new rounding or calculation mode taxes a cart again (cart.e8799, cart.6ec91, cart.8f65b)', async t => {
  const odd = await product([{ value: money(1) }]);
  const cart = await create({ country: 'DE', shippingAddress: germany, lineItems: [{ sku: odd.sku, quantity: 15 }] });
  const net = ({ taxedPrice }: Cart): number | undefined => taxedPrice?.totalNet.centAmount;
  t.equal(net(cart), 13);
  const byUnit = await update(cart, { action: 'changeTaxCalculationMode', taxCalculationMode: 'UnitPriceLevel' });
  t.equal(net(byUnit), 15);
  const down = await update(byUnit, { action: 'changeTaxRoundingMode', taxRoundingMode: 'HalfDown' });
  t.equal(down.taxRoundingMode, 'HalfDown');
  const precise = { type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 15, fractionDigits: 3 };
  const fine = await product([{ value: precise }]);
  const halves = await create({ country: 'DE', shippingAddress: germany, lineItems: [{ sku: fine.sku }] });
  const up = await update(halves, { action: 'changePriceRoundingMode', priceRoundingMode: 'HalfDown' });
  t.same(
    [halves, up].map(({ taxedPrice }) => taxedPrice?.totalGross.centAmount),
    [2, 1],
  );
});

test('a line item has a default variant, time and product key (cart.c6d9e, cart.92b1f, cart.fdb87)', async t => {
  const [first, second] = [newKey('sku'), newKey('sku')];
  const priced = (sku: string) => ({ sku, prices: [{ value: money(100) }] });
  const { id: productId } = await product([], {
    key: 'keyed',
    masterVariant: priced(first),
    variants: [priced(second)],
  });
  const keyless = await product([{ value: money(1) }], { key: undefined });
  const addedAt = '2026-01-02T03:04:05.000Z';
  const before = new Date().toISOString();
  const cart = await update(
    await create({ lineItems: [{ productId }, { productId, variantId: 2, addedAt }, { sku: keyless.sku }] }),
    { action: 'addLineItem', productId, quantity: 1, key: 'other', externalPrice: money(5) },
  );
  const after = new Date().toISOString();
  t.same(
    cart.lineItems.map(({ variant, productKey, addedAt: time }) => [
      variant.sku,
      productKey,
      time! >= before && time! <= after ? 'now' : time,
    ]),
    [
      [first, 'keyed', 'now'],
      [second, 'keyed', addedAt],
      [keyless.sku, undefined, 'now'],
      [first, 'keyed', 'now'],
    ],
  );
});

test('a custom item needs a tax category in tax mode Platform, and new values (cart.9dc2b, cart.f04c6)', async t => {
  const { taxCategory: _, ...untaxed } = customItem();
  assertError(t, await refuseCreation({ customLineItems: [untaxed] }), 'RequiredField', {
    field: 'customLineItems[0].taxCategory',
  });
  t.ok(await create({ taxMode: 'External', customLineItems: [untaxed] }));
  const cart = await create({ customLineItems: [customItem()] });
  const customLineItemId = cart.customLineItems[0]!.id;
  for (const [action, field] of [
    ['changeCustomLineItemMoney', 'money'],
    ['changeCustomLineItemPriceMode', 'mode'],
  ] as const)
    assertError(t, await refuse(cart, { action, customLineItemId }), 'RequiredField', { field: `actions[0].${field}` });
});

test('replaces shipping methods and direct discounts (cart.05f97, cart.0dd2e, cart.550a8, cart.5d062)', async t => {
  const channel = await createIn('channels', { key: newKey('c'), roles: ['InventorySupply'] });
  const supplyChannel = referenceTo('channel', channel);
  const cart = await create({
    shippingMode: 'Single',
    country: 'DE',
    shippingAddress: germany,
    shippingMethod,
    lineItems: [{ ...lineItems[0], supplyChannel }],
  });
  const other = referenceTo('shipping-method', await method());
  const moved = await update(cart, { action: 'setShippingMethod', shippingMethod: other });
  t.same([moved.shippingInfo?.shippingMethod, moved.shipping], [other, []]);
  const discounts = (permyriad: number) => ({
    action: 'setDirectDiscounts',
    discounts: [{ value: { type: 'relative', permyriad }, target: { type: 'lineItems', predicate: 'true' } }],
  });
  let priced: Cart = moved;
  const totals: unknown[] = [];
  for (const action of [discounts(1_000), discounts(5_000), { action: 'setDirectDiscounts', discounts: [] }]) {
    priced = await update(priced, action);
    totals.push([priced.directDiscounts?.length, priced.lineItems[0]!.totalPrice.centAmount]);
  }
  t.same(totals, [
    [1, 1_071],
    [1, 595],
    [0, 1_190],
  ]);
  const [line] = priced.lineItems;
  t.same(line!.supplyChannel, supplyChannel);
  const free = await update(priced, { action: 'setLineItemSupplyChannel', lineItemId: line!.id });
  t.equal(free.lineItems[0]!.supplyChannel, undefined);
});
