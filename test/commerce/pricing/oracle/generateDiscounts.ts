/** Generates discounts and their predicates. */
import fc from 'fast-check';
import type {
  CartPredicate,
  CustomFields,
  DiscountCase,
  DiscountTarget,
  DiscountValue,
  ItemPredicate,
  Kind,
  MemberPredicate,
  Operator,
  ProductDiscountCase,
} from './CartCase.js';
import { amount, type Has, never, notes, optional, product, value } from './generateItems.js';
import { annsTier } from './memberPredicates.js';

const itemPredicate: fc.Arbitrary<ItemPredicate> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'all' as const }) },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 })
      .map(places => ({ type: 'at' as const, places })),
  },
  { weight: 1, arbitrary: fc.nat({ max: 6 }).map(above => ({ type: 'quantity' as const, above })) },
  { weight: 1, arbitrary: amount.map(above => ({ type: 'totalPrice' as const, above })) },
  { weight: 1, arbitrary: fc.constantFrom(...notes).map(is => ({ type: 'note' as const, is })) },
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

const tags = fc.uniqueArray(fc.constantFrom('red', 'blue', 'green'), { minLength: 1, maxLength: 2 });
const note = fc.constantFrom(...notes);
const smallNumber = fc.integer({ min: 0, max: 3 });

/** Custom fields of a cart. They have few values, so that predicates often hold. */
export const customFields: fc.Arbitrary<CustomFields> = fc.record(
  { note, level: smallNumber, isGift: fc.boolean(), tags, fee: smallNumber },
  { requiredKeys: [] },
);

const member = (has: Has): fc.Arbitrary<MemberPredicate>[] => [
  ...(has('stores')
    ? [fc.constantFrom<MemberPredicate>({ name: 'store', is: 'store-a' }, { name: 'store', is: 'store-b' })]
    : []),
  ...(has('customers')
    ? [
        fc.constantFrom<MemberPredicate>(
          { name: 'customer', by: 'key', is: 'ann' },
          { name: 'customer', by: 'key', is: 'bob' },
          { name: 'customer', by: 'email', is: 'bob' },
          { name: 'tier', is: annsTier },
          { name: 'tier', is: 'other' },
          { name: 'customersGroup', is: 'group-b' },
        ),
      ]
    : []),
  ...(has('custom')
    ? [
        fc.record({
          name: fc.constant('note' as const),
          operator: fc.constantFrom('=' as const, '!=' as const),
          is: note,
        }),
        fc.record({ name: fc.constant('noteIn' as const), of: fc.uniqueArray(note, { minLength: 1 }) }),
        fc.constant({ name: 'hasNote' as const }),
        fc.record({ name: fc.constantFrom('level' as const, 'fee' as const), operator, is: smallNumber }),
        fc.record({ name: fc.constant('isGift' as const), is: fc.boolean() }),
        fc.record({
          name: fc.constant('tags' as const),
          quantifier: fc.constantFrom('any' as const, 'all' as const),
          of: tags,
        }),
      ]
    : []),
];

const condition = (has: Has): fc.Arbitrary<CartPredicate> => {
  const members = member(has);
  const derived: fc.Arbitrary<CartPredicate>[] = [
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
  ];
  return fc.oneof(
    fc.constantFrom<CartPredicate>(
      { type: 'country', is: 'DE' },
      ...(has('names')
        ? [{ type: 'currency', is: 'EUR' } as const, { type: 'customerGroup', is: 'group-a' } as const]
        : []),
    ),
    fc.record({ type: fc.constant('count' as const), kind, of: itemPredicate, operator, threshold }),
    ...(members.length > 0
      ? [{ weight: 4, arbitrary: fc.oneof(...members).map(of => ({ type: 'member' as const, of })) }]
      : []),
    ...(has('derived') ? derived : []),
  );
};

const cartPredicate = (has: Has): fc.Arbitrary<CartPredicate> =>
  has('predicates')
    ? fc.oneof(
        { weight: 5, arbitrary: fc.constant(all) },
        { weight: 4, arbitrary: condition(has) },
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

/** A fixed price; half a cent shows how it is rounded when it is distributed. */
const fixed = (has: Has) =>
  fc
    .oneof(
      { weight: 4, arbitrary: value(has) },
      ...(has('highPrecision')
        ? [{ weight: 1, arbitrary: fc.nat({ max: 60 }).map(cents => ({ amount: 10 * cents + 5, digits: 1 })) }]
        : []),
    )
    .map(each => ({ type: 'fixed' as const, value: each }));

/** The ways to apply a share or a fixed price to a pattern; "only if `triggerPattern` is non-empty" for a share. */
const patternModes = (has: Has) =>
  has('patternDistribution')
    ? fc.constantFrom(
        undefined,
        'IndividualApplication' as const,
        'ProportionateDistribution' as const,
        'EvenDistribution' as const,
      )
    : never;

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
  // Each component has to match, so most of them match all items.
  const component = fc
    .record({
      kind,
      predicate: fc.oneof(
        { weight: 3, arbitrary: fc.constant({ type: 'all' as const }) },
        { weight: 1, arbitrary: itemPredicate },
      ),
      minCount: optional(fc.integer({ min: 1, max: 3 }), 30),
      more: optional(fc.nat({ max: 2 }), 60),
    })
    .map(({ more, ...rest }) => ({
      ...rest,
      ...(more === undefined ? {} : { maxCount: (rest.minCount ?? 1) + more }),
    }));
  const targetComponent = fc
    .tuple(component, optional(fc.integer({ min: 1, max: 2 }), 15))
    .map(([each, excludeCount]) => ({ ...each, ...(has('exclusions') && { excludeCount }) }));
  const pattern = fc.record({
    type: fc.constant('pattern' as const),
    triggerPattern: fc.oneof({ weight: 3, arbitrary: fc.tuple(component) }, fc.array(component, { maxLength: 2 })),
    targetPattern: fc.oneof(
      { weight: 3, arbitrary: fc.tuple(targetComponent) },
      fc.tuple(targetComponent, targetComponent),
    ),
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
      ? [
          {
            weight: 3,
            arbitrary: fc
              .record({
                value: fc.oneof(relative, fixed(has), ...(has('patternDistribution') ? absolute(has) : [])),
                target: pattern,
                applicationMode: patternModes(has),
              })
              .map(({ value: each, target, applicationMode }) => ({
                target,
                value:
                  each.type === 'absolute' || (each.type === 'relative' && target.triggerPattern.length === 0)
                    ? each
                    : { ...each, applicationMode },
              })),
          },
        ]
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
    fc.integer({ min: 1, max: 3_000 }).map(off => ({ type: 'absolute' as const, amount: off })),
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
      stores:
        has('stores') && !isDirect
          ? optional(
              fc.uniqueArray(fc.constantFrom('store-a' as const, 'store-b' as const), { minLength: 1, maxLength: 2 }),
              20,
            )
          : never,
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
      // A code is refused if its discount is not active at present.
      ...(code?.isAdded === true ? { isActive: true, period: undefined } : {}),
    }));
