/** Predicates of many discounts over many items: everything that discounts share is computed once. */
import { test } from '../../support/tap.js';
import { compileCartPredicate } from '../../../src/commerce/pricing/cartPredicate.js';
import { discountIdsOf } from '../../../src/commerce/pricing/discountLines.js';
import { discountLines } from '../../../src/commerce/pricing/groupDeals.js';
import { findApplicableDiscounts } from '../../../src/commerce/pricing/findApplicableDiscounts.js';
import type { PricingInput } from '../../../src/commerce/pricing/PricingCart.js';
import { boundedWork, limitWork } from '../../../src/base/shedding/boundedWork.js';
import { threadCpuMs } from '../../../src/base/shedding/clocks.js';
import { refusalOf } from '../../support/refusal.js';

/** Creates a cart whose items count how often their members are read. */
const countingCart = (itemCount: number) => {
  const reads = { variant: 0, quantity: 0 };
  const item = (at: number) => ({
    id: `item-${at}`,
    get variant() {
      reads.variant++;
      return { id: 1, sku: `sku-${at}`, attributes: [{ name: 'color', value: 'red' }] };
    },
  });
  const customItem = (at: number) => ({
    slug: `slug-${at}`,
    get quantity() {
      reads.quantity++;
      return 1;
    },
  });
  const numbers = Array.from({ length: itemCount }, (_, at) => at);
  const cart = { country: 'DE', lineItems: numbers.map(item), customLineItems: numbers.map(customItem) };
  return { cart, reads };
};

test('composes the fields of a line item once, however many functions and discounts read them', async t => {
  const { cart, reads } = countingCart(20);
  const met = (discount: number) =>
    compileCartPredicate(
      Array.from(
        { length: 32 },
        (_, at) => `lineItemExists(sku = "sku-${at % 20}" and ${discount} = ${discount})`,
      ).join(' and '),
    )(cart);
  t.equal(met(0), true);
  const once = reads.variant;
  for (let discount = 1; discount < 50; discount++) t.equal(met(discount), true);
  t.equal(reads.variant, once);
});

test('computes a function once for all amounts and numbers that it is compared with', async t => {
  const { cart, reads } = countingCart(20);
  const values = Array.from({ length: 100 }, (_, at) => `"${at}.00 EUR"`).join(', ');
  t.equal(compileCartPredicate(`customLineItemCount(1 = 1) in (${values}, 20)`)(cart), true);
  t.equal(reads.quantity, 20);
});

test('computes no function behind a condition that decides', async t => {
  const { cart, reads } = countingCart(20);
  t.equal(compileCartPredicate('country = "FR" and customLineItemCount(1 = 1) > 2')(cart), false);
  t.equal(compileCartPredicate('country = "DE" or customLineItemCount(1 = 1) > 2')(cart), true);
  t.equal(reads.quantity, 0);
});

/** Runs work at the end of a piece of work that has used up its time of one millisecond. */
const runLate = (work: () => unknown): unknown => {
  limitWork(1);
  try {
    return refusalOf(() =>
      boundedWork('change', () => {
        const endMs = threadCpuMs() + 20;
        while (threadCpuMs() < endMs);
        work();
      }),
    );
  } finally {
    limitWork(Infinity);
  }
};

test('refuses to price a cart whose discounts take too long', async t => {
  const discount = { id: 'd', isActive: true, requiresDiscountCode: false, stores: [], cartPredicate: '1 = 1' };
  const input = {
    cart: { discountCodes: [], directDiscounts: [] },
    catalogue: { discounts: [discount], discountCodes: new Map() },
    context: { now: '2026-01-01T00:00:00.000Z' },
  } as unknown as PricingInput;
  const message = 'The request takes more than 1 ms of computing. Ask for less in one request.';
  const refusal = { errors: [{ code: 'InvalidInput', message }] };
  const applicable = findApplicableDiscounts({}, input);
  t.same([...applicable.matchingIds], ['d']);
  t.match(
    runLate(() => findApplicableDiscounts({}, input)),
    refusal,
  );
  t.match(
    runLate(() => discountLines([], applicable.discounts, 'HalfEven', { hasEffect: () => false, cost: () => 0 })),
    refusal,
  );
  t.equal(
    runLate(() => undefined),
    undefined,
  );
});

test('tells the discounts that lowered a price', async t => {
  const portion = (id: string) => ({
    discount: { typeId: 'cart-discount' as const, id },
    discountedAmount: { type: 'centPrecision' as const, currencyCode: 'EUR', centAmount: 1, fractionDigits: 2 },
  });
  const value = { type: 'centPrecision' as const, currencyCode: 'EUR', centAmount: 9, fractionDigits: 2 };
  const line = (id: string, ...ids: string[]) => ({
    id,
    kind: 'lineItems' as const,
    fields: {},
    groups: [{ quantity: 1, value, portions: ids.map(portion) }],
  });
  t.same([...discountIdsOf([line('a', 'x', 'y'), line('b'), line('c', 'y')])], ['x', 'y']);
});
