/** Amounts of carts with discounts on patterns of units, and on amounts in other currencies. */
import { money } from '../../../support/drafts.js';
import { test } from '../../../support/tap.js';
import { customItem } from '../cart/cartItems.js';
import { newOrderNumber, startPricing } from '../cart/startPricing.js';
import { absolute, customLines, multiBuy, pattern, relative, units } from './discountParts.js';

const shop = await startPricing();
const { create, discount } = shop;

const one = { minCount: 1, maxCount: 1 };

/** The price and quantity of custom line items by slug, and the total after the discounts. */
interface Row {
  readonly title: string;
  readonly items: Readonly<Record<string, readonly [cents: number, quantity: number]>>;
  readonly discount: object;
  readonly total: number;
  readonly parts?: Readonly<Record<string, number>>;
}

const free = { value: relative(10_000) };
const buyAGetB = pattern([units('aaa', { minCount: 2, maxCount: 2 })], [units('bbb', one)]);
const rows: readonly Row[] = [
  {
    title: 'a trigger limits how often a discount applies (cart-discount.74674)',
    items: { aaa: [100, 5], bbb: [50, 9] },
    discount: { ...free, target: buyAGetB },
    total: 850,
  },
  {
    title: 'maxOccurrence limits how often a discount applies (cart-discount.1e872)',
    items: { aaa: [100, 5], bbb: [50, 9] },
    discount: { ...free, target: { ...buyAGetB, maxOccurrence: 1 } },
    total: 900,
  },
  {
    title: 'fewer units than minCount trigger nothing (cart-discount.21e0d)',
    items: { aaa: [100, 1], bbb: [50, 1] },
    discount: { ...free, target: buyAGetB },
    total: 150,
  },
  {
    title: 'more units than maxCount are not discounted (cart-discount.a4fa3)',
    items: { aaa: [100, 5] },
    discount: { ...free, target: pattern([], [units('aaa', { minCount: 2, maxCount: 3 })], { maxOccurrence: 1 }) },
    total: 200,
  },
  {
    title: 'a component without maxCount takes all units',
    items: { aaa: [100, 5] },
    discount: { ...free, target: pattern([], [units('aaa', { minCount: 2 })], { maxOccurrence: 1 }) },
    total: 0,
  },
  {
    title: 'two of five jeans are excluded (cart-discount.abbca)',
    items: { aaa: [100, 5] },
    discount: { ...free, target: pattern([], [units('aaa', { excludeCount: 2, minCount: 3, maxCount: 3 })]) },
    total: 200,
  },
  {
    title: 'a component matches only if more units than the excluded ones exist (cart-discount.7c73f)',
    items: { aaa: [100, 2] },
    discount: { ...free, target: pattern([], [units('aaa', { excludeCount: 2 })]) },
    total: 200,
  },
  {
    title: 'the cheapest units are discounted, the dearest trigger',
    items: { aaa: [300, 1], aab: [200, 1], aac: [100, 2] },
    discount: {
      ...free,
      target: pattern([{ ...units('', one), predicate: 'true' }], [{ ...units('', one), predicate: 'true' }]),
    },
    total: 500,
  },
  {
    title: 'the dearest units are discounted, the cheapest trigger',
    items: { aaa: [300, 1], aab: [200, 1], aac: [100, 2] },
    discount: {
      ...free,
      target: pattern([{ ...units('', one), predicate: 'true' }], [{ ...units('', one), predicate: 'true' }], {
        selectionMode: 'MostExpensive',
      }),
    },
    total: 200,
  },
  {
    title: 'a share of a pattern is distributed over triggers and targets',
    items: { aaa: [300, 1], bbb: [100, 1] },
    discount: {
      value: relative(5_000, 'ProportionateDistribution'),
      target: pattern([units('aaa', one)], [units('bbb', one)]),
    },
    total: 350,
    parts: { aaa: 262, bbb: 88 },
  },
  {
    title: 'a share of a pattern is evenly distributed over triggers and targets',
    items: { aaa: [300, 1], bbb: [100, 1] },
    discount: { value: relative(5_000, 'EvenDistribution'), target: pattern([units('aaa', one)], [units('bbb', one)]) },
    total: 350,
    parts: { aaa: 275, bbb: 75 },
  },
  {
    title: 'a fixed price of a pattern is that of all its units',
    items: { aaa: [100, 5] },
    discount: {
      value: { type: 'fixed', money: [money(200)], applicationMode: 'ProportionateDistribution' },
      target: pattern([], [units('aaa', { minCount: 3, maxCount: 3 })]),
    },
    total: 400,
  },
  {
    title: 'an amount off a pattern is taken off each application',
    items: { aaa: [100, 5] },
    discount: { value: absolute(50), target: pattern([], [units('aaa', { minCount: 2, maxCount: 2 })]) },
    total: 400,
  },
  {
    title: 'maxOccurrence limits multi-buy (cart-discount.78b46)',
    items: { aaa: [100, 6] },
    discount: { ...free, target: { ...multiBuy, maxOccurrence: 2 } },
    total: 400,
  },
  {
    title: 'an amount in another currency matches no price (cart-discount.b750e)',
    items: { aaa: [100, 1] },
    discount: { value: absolute(50, 'USD'), target: customLines },
    total: 100,
  },
  {
    title: 'a fixed price in another currency matches no price (cart-discount.b2919)',
    items: { aaa: [100, 1] },
    discount: { value: { type: 'fixed', money: [money(1, 'USD')] }, target: customLines },
    total: 100,
  },
  {
    title: 'a discount on recurring orders only is not for carts',
    items: { aaa: [100, 1] },
    discount: { ...free, target: customLines, recurringOrderScope: { type: 'RecurringOrdersOnly' } },
    total: 100,
  },
];

for (const { title, items, discount: draft, total, parts } of rows)
  test(title, async t => {
    const purchaseOrderNumber = newOrderNumber();
    await discount(purchaseOrderNumber, draft);
    const customLineItems = Object.entries(items).map(([slug, [cents, quantity]]) =>
      customItem({ slug, money: money(cents), quantity }),
    );
    const cart = await create({ purchaseOrderNumber, customLineItems });
    t.equal(cart.totalPrice.centAmount, total);
    if (parts !== undefined)
      t.same(Object.fromEntries(cart.customLineItems.map(item => [item.slug, item.totalPrice.centAmount])), parts);
  });

/** Also shows cart-discount.95922, cart-discount.59a92 and cart-discount.91984. */
test('counts units of line items in a pattern up to its maximum, or all without one (cart-discount.c7f74)', async t => {
  const { sku } = await shop.product([{ value: money(100) }]);
  const purchaseOrderNumber = newOrderNumber();
  const lineUnits = (changes: object) => ({ type: 'CountOnLineItemUnits', predicate: `sku = "${sku}"`, ...changes });
  await discount(purchaseOrderNumber, {
    ...free,
    target: pattern([lineUnits({ minCount: 2, maxCount: 2 })], [lineUnits(one)]),
  });
  const totals = async (quantity: number) =>
    (await create({ purchaseOrderNumber, lineItems: [{ sku, quantity }] })).totalPrice.centAmount;
  t.same([await totals(2), await totals(3), await totals(7)], [200, 200, 500]);
  const unbounded = newOrderNumber();
  await discount(unbounded, { ...free, target: pattern([], [lineUnits({})]) });
  const cart = await create({ purchaseOrderNumber: unbounded, lineItems: [{ sku, quantity: 7 }] });
  t.equal(cart.totalPrice.centAmount, 0);
});
