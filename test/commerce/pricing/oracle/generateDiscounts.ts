/** Generates discounts and their predicates. */
import fc from 'fast-check';
import type {
  CartPredicate,
  DiscountCase,
  DiscountTarget,
  DiscountValue,
  ItemPredicate,
  Kind,
  Operator,
  ProductDiscountCase,
} from './CartCase.js';
import { type Has, never, optional, product, value } from './generateItems.js';

const itemPredicate: fc.Arbitrary<ItemPredicate> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'all' as const }) },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 })
      .map(places => ({ type: 'at' as const, places })),
  },
  { weight: 1, arbitrary: fc.nat({ max: 6 }).map(above => ({ type: 'quantity' as const, above })) },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 3 }).map(place => ({
      type: 'not' as const,
      of: { type: 'at' as const, places: [place] },
    })),
  },
);

const kind = fc.constantFrom<Kind>('lineItems', 'customLineItems');
const operator = fc.constantFrom<Operator>('>', '>=', '<', '<=', '=', '!=');
const threshold = fc.record({
  quarters: fc.constantFrom(4, 4, 4, 3, 2, 5),
  offset: fc.constantFrom(0, 0, 0, 1, -1),
});
export const all: CartPredicate = { type: 'all' };

const condition = (has: Has): fc.Arbitrary<CartPredicate> => {
  const static_ = fc.oneof(
    fc.constantFrom<CartPredicate>(
      { type: 'country', is: 'DE' },
      ...(has('names')
        ? [{ type: 'currency', is: 'EUR' } as const, { type: 'customerGroup', is: 'group-a' } as const]
        : []),
    ),
    fc.record({ type: fc.constant('count' as const), kind, of: itemPredicate, operator, threshold }),
  );
  if (!has('derived')) return static_;
  return fc.oneof(
    static_,
    fc.record({ type: fc.constant('totalPrice' as const), operator, threshold }),
    fc.record({
      type: fc.constant('taxedPrice' as const),
      side: fc.constantFrom('net' as const, 'gross' as const),
      operator,
      threshold,
    }),
    fc.record({
      type: fc.constant('sum' as const),
      kind,
      side: fc.constantFrom('price' as const, 'net' as const, 'gross' as const),
      of: itemPredicate,
      operator,
      threshold,
    }),
  );
};

const cartPredicate = (has: Has): fc.Arbitrary<CartPredicate> =>
  has('predicates')
    ? fc.oneof(
        { weight: 5, arbitrary: fc.constant(all) },
        { weight: 2, arbitrary: condition(has) },
        { weight: 1, arbitrary: condition(has).map(of => ({ type: 'not' as const, of })) },
        {
          weight: 1,
          arbitrary: fc.record({
            type: fc.constantFrom('and' as const, 'or' as const),
            of: fc.array(condition(has), { minLength: 2, maxLength: 2 }),
          }),
        },
      )
    : fc.constant(all);

const relativeValue = (has: Has) =>
  (has('permyriad')
    ? fc.oneof(fc.constantFrom(0, 1, 500, 1_000, 2_000, 3_333, 5_000, 10_000), fc.integer({ min: 0, max: 10_000 }))
    : fc.constantFrom(0, 10_000)
  ).map(permyriad => ({ type: 'relative' as const, permyriad }));

const absolute = (has: Has) => {
  const modes = [
    ...(has('defaultMode') ? [undefined] : []),
    ...(has('proportionate') ? ['ProportionateDistribution' as const] : []),
    ...(has('even') ? ['EvenDistribution' as const] : []),
    ...(has('individual') ? ['IndividualApplication' as const] : []),
  ];
  return modes.length === 0
    ? []
    : [
        fc.record({
          type: fc.constant('absolute' as const),
          amount: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5_000 })),
          applicationMode: fc.constantFrom(...modes),
        }),
      ];
};

const fixed = (has: Has) =>
  value(has).map(each => ({
    type: 'fixed' as const,
    value: each,
  }));

type What = { readonly value: DiscountValue; readonly target?: DiscountTarget };

const whats = (has: Has, isDirect: boolean): fc.Arbitrary<What> => {
  const relative = relativeValue(has);
  const onItems = fc.record({ type: kind, predicate: itemPredicate });
  const multiBuy = fc.record({
    type: fc.constantFrom('multiBuyLineItems' as const, 'multiBuyCustomLineItems' as const),
    predicate: itemPredicate,
    triggerQuantity: fc.integer({ min: 2, max: 5 }),
    discountedQuantity: fc.integer({ min: 1, max: 2 }),
    maxOccurrence: optional(fc.integer({ min: 1, max: 3 })),
    selectionMode: fc.constantFrom('Cheapest' as const, 'MostExpensive' as const),
  });
  const component = fc
    .record({
      kind,
      predicate: itemPredicate,
      minCount: optional(fc.integer({ min: 1, max: 3 })),
      more: optional(fc.nat({ max: 2 }), 60),
    })
    .map(({ more, ...rest }) => ({
      ...rest,
      ...(more === undefined ? {} : { maxCount: (rest.minCount ?? 1) + more }),
    }));
  const pattern = fc.record({
    type: fc.constant('pattern' as const),
    triggerPattern: fc.array(component, { maxLength: 2 }),
    targetPattern: fc.array(component, { minLength: 1, maxLength: 2 }),
    maxOccurrence: optional(fc.integer({ min: 1, max: 3 })),
    selectionMode: fc.constantFrom('Cheapest' as const, 'MostExpensive' as const),
  });
  const ofAmount = fc.oneof(
    relative,
    fc.record({ type: fc.constant('absolute' as const), amount: fc.integer({ min: 1, max: 5_000 }) }),
  );
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ value: fc.oneof(relative, relative, fixed(has), ...absolute(has)), target: onItems }),
    },
    ...(has('multiBuy')
      ? [{ weight: 2, arbitrary: fc.record({ value: fc.oneof(relative, fixed(has)), target: multiBuy }) }]
      : []),
    ...(has('pattern')
      ? [{ weight: 2, arbitrary: fc.record({ value: fc.oneof(relative, fixed(has)), target: pattern }) }]
      : []),
    ...(has('shippingDiscount')
      ? [
          {
            weight: 1,
            arbitrary: fc.record({ value: ofAmount, target: fc.constant({ type: 'shipping' as const }) }),
          },
        ]
      : []),
    ...(has('totalDiscount')
      ? [
          {
            weight: 2,
            arbitrary: fc.record({ value: ofAmount, target: fc.constant({ type: 'totalPrice' as const }) }),
          },
        ]
      : []),
    ...(has('gifts') && !isDirect
      ? [
          {
            weight: 1,
            arbitrary: fc
              .record({
                product: product(has),
                isPublished: has('unpublished') ? fc.boolean() : fc.constant(true),
              })
              .map(gift => ({ value: { type: 'giftLineItem' as const, ...gift } })),
          },
        ]
      : []),
  );
};

export const productDiscount: fc.Arbitrary<ProductDiscountCase> = fc.record({
  places: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }),
  condition: fc.oneof(
    { weight: 3, arbitrary: fc.constant({ type: 'all' as const }) },
    { weight: 1, arbitrary: fc.constant({ type: 'country' as const, is: 'DE' as const }) },
    { weight: 1, arbitrary: fc.constant({ type: 'group' as const, is: 'group-a' as const }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 2_000 }).map(from => ({ type: 'amount' as const, from })) },
  ),
  value: fc.oneof(
    fc.integer({ min: 0, max: 10_000 }).map(permyriad => ({ type: 'relative' as const, permyriad })),
    fc.constantFrom(500, 5_000, 3_333).map(permyriad => ({ type: 'relative' as const, permyriad })),
    fc.integer({ min: 1, max: 3_000 }).map(amount => ({ type: 'absolute' as const, amount })),
  ),
  isActive: fc.constantFrom(true, true, true, true, false),
  period: optional(fc.constantFrom('past' as const, 'present' as const, 'future' as const), 12),
});

export const discount = (has: Has, isDirect: boolean): fc.Arbitrary<DiscountCase> =>
  fc
    .record({
      what: whats(has, isDirect),
      predicate: isDirect ? fc.constant(all) : cartPredicate(has),
      inGroup: has('groups') && !isDirect ? fc.constantFrom(false, false, true) : fc.constant(false),
      stops: has('stop') && !isDirect ? fc.constantFrom(false, false, false, true) : fc.constant(false),
      isActive: isDirect ? fc.constant(true) : fc.constantFrom(true, true, true, true, true, true, true, false),
      period: isDirect ? never : optional(fc.constantFrom('past' as const, 'present' as const, 'future' as const), 12),
      code:
        has('codes') && !isDirect
          ? optional(
              fc.record({ isAdded: fc.constantFrom(true, true, true, false), predicate: cartPredicate(has) }),
              25,
            )
          : never,
    })
    .map(({ what, code, ...rest }) => ({
      ...rest,
      ...what,
      ...(code === undefined ? {} : { code }),
      // A code is refused if its discount is not in force.
      ...(code?.isAdded === true ? { isActive: true, period: undefined } : {}),
    }));
