/** Random cart discounts. */
import fc from 'fast-check';
import type { CartDiscount } from '../../../src/resources/cartDiscount/members.js';
import { moneyOf } from '../../../src/schema/money.js';
import { price, amount } from './amountArbitraries.js';

const value = (currencyCode: string) => {
  const own = amount.map(centAmount => [moneyOf({ currencyCode, centAmount })]);
  return {
    relative: fc
      .oneof(fc.constantFrom(0, 1, 1_000, 3_333, 10_000), fc.integer({ min: 0, max: 10_000 }))
      .map(permyriad => ({ type: 'relative' as const, permyriad })),
    absolute: own.map(money => ({ type: 'absolute' as const, money })),
    spread: fc.record({
      type: fc.constantFrom('absolute' as const, 'fixed' as const),
      money: own,
      applicationMode: fc.constantFrom(
        undefined,
        'IndividualApplication' as const,
        'ProportionateDistribution' as const,
        'EvenDistribution' as const,
      ),
    }),
    fixed: price(currencyCode).map(each => ({ type: 'fixed' as const, money: [each] })),
  };
};

const predicate = fc.constantFrom('true', 'quantity > 2', '1 = 1');

const what = (currencyCode: string): fc.Arbitrary<Pick<CartDiscount, 'value' | 'target'>> => {
  const { relative, absolute, spread, fixed } = value(currencyCode);
  const items = fc.record({ type: fc.constantFrom('lineItems' as const, 'customLineItems' as const), predicate });
  const whole = fc.record({ type: fc.constantFrom('shipping' as const, 'totalPrice' as const) });
  const multiBuy = fc.record({
    type: fc.constantFrom('multiBuyLineItems' as const, 'multiBuyCustomLineItems' as const),
    predicate,
    triggerQuantity: fc.integer({ min: 2, max: 7 }),
    discountedQuantity: fc.integer({ min: 1, max: 2 }),
    maxOccurrence: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    selectionMode: fc.constantFrom('Cheapest' as const, 'MostExpensive' as const),
  });
  return fc.oneof(
    fc.record({ value: fc.oneof(relative, spread, fixed), target: items }),
    fc.record({ value: fc.oneof(relative, absolute), target: whole }),
    fc.record({ value: fc.oneof(relative, fixed), target: multiBuy }),
    fc.constant({
      value: { type: 'giftLineItem' as const, product: { typeId: 'product' as const, id: 'gift' }, variantId: 1 },
      target: undefined,
    }),
  );
};

export const discounts = (currencyCode: string) =>
  fc
    .array(fc.tuple(what(currencyCode), fc.constantFrom('Stacking', 'Stacking', 'Stacking', 'StopAfterThisDiscount')), {
      maxLength: 4,
    })
    .map(list =>
      list.map(
        ([one, stackingMode], at) =>
          ({
            ...one,
            id: `discount-${at}`,
            cartPredicate: 'true',
            sortOrder: `0.${at + 1}`,
            stores: [],
            requiresDiscountCode: false,
            isActive: true,
            stackingMode,
          }) as unknown as CartDiscount,
      ),
    );
