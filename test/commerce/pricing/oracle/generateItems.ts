/** Generates the items and the shipping of carts. A run can leave features out, to see differences one by one. */
import fc from 'fast-check';
import {
  type CartCase,
  classifications,
  type CustomLineCase,
  type External,
  type LineCase,
  type PriceCase,
  type ProductCase,
  type RateInputType,
  rates,
  type ShippingCase,
  taxCategories,
  type Value,
} from './CartCase.js';

/** The parts of carts that a run can leave out. */
export const features = [
  'address',
  'assignments',
  'bestDeal',
  'codes',
  'custom',
  'customItems',
  'customShipping',
  'customers',
  'defaultMode',
  'derived',
  'direct',
  'even',
  'exclusions',
  'external',
  'externalTax',
  'gifts',
  'groups',
  'highPrecision',
  'highPrecisionStandalone',
  'laterCustomer',
  'laterGift',
  'individual',
  'multiBuy',
  'names',
  'negative',
  'pattern',
  'patternDistribution',
  'permyriad',
  'preciseUnitPrice',
  'predicates',
  'productDiscounts',
  'proportionate',
  'scopes',
  'shipping',
  'shippingDiscount',
  'stop',
  'stores',
  'subRates',
  'taxModes',
  'tiers',
  'totalDiscount',
  'totalTax',
  'unitPrice',
  'unpublished',
  'updates',
  'walks',
] as const;
type Feature = (typeof features)[number];
export type Has = (feature: Feature) => boolean;

export const optional = <T>(arbitrary: fc.Arbitrary<T>, percent = 50): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 100 - percent, arbitrary: fc.constant(undefined) }, { weight: percent, arbitrary });
/** Returns the first arbitrary if the run has the feature, otherwise the other one. */
const when = <T, U>(isPresent: boolean, arbitrary: fc.Arbitrary<T>, otherwise: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  isPresent ? arbitrary : otherwise;
export const never = fc.constant(undefined);

/** Small amounts have the most ties. */
export const amount = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 30 }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2_000_000 }) },
);

export const value = (has: Has): fc.Arbitrary<Value> =>
  when(
    has('highPrecision'),
    fc.oneof(
      { weight: 3, arbitrary: amount.map(cents => ({ amount: cents })) },
      { weight: 1, arbitrary: fc.record({ amount, digits: fc.integer({ min: 1, max: 3 }) }) },
    ),
    amount.map(cents => ({ amount: cents })),
  );

const quantity = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }) },
);

const tax = (has: Has): fc.Arbitrary<number> =>
  fc
    .nat({ max: taxCategories.length - 1 })
    .map(at => (has('subRates') || taxCategories[at]!.every(({ subRates }) => subRates === undefined) ? at : 0));

const rate = (has: Has) =>
  fc.constantFrom(...Object.values(rates)).map(each => (has('subRates') || !('subRates' in each) ? each : rates.small));

const tiers = fc
  .uniqueArray(fc.integer({ min: 2, max: 8 }), { minLength: 1, maxLength: 3 })
  .chain(minima =>
    fc.tuple(
      ...minima.map(minimumQuantity => amount.map(cents => ({ minimumQuantity, value: { amount: cents } as Value }))),
    ),
  );

const scopedPrice = (has: Has): fc.Arbitrary<PriceCase> =>
  fc.record({
    value: value(has),
    country: optional(fc.constantFrom('DE' as const, 'FR' as const)),
    group: optional(fc.constantFrom('group-a' as const, 'group-b' as const)),
    channel: optional(fc.constantFrom('channel-a' as const, 'channel-b' as const)),
    period: optional(fc.constantFrom('past' as const, 'present' as const, 'future' as const)),
    tiers: when(has('tiers'), optional(tiers, 30), never),
  });

const scopeOf = ({ country, group, channel, period }: PriceCase): string => [country, group, channel, period].join();

export const product = (has: Has): fc.Arbitrary<ProductCase> =>
  fc
    .record({
      priceMode: fc.constantFrom('Embedded' as const, 'Standalone' as const),
      tax: tax(has),
      base: fc.record({ value: value(has), tiers: when(has('tiers'), optional(tiers), never) }),
      scoped: has('scopes') ? fc.array(scopedPrice(has), { maxLength: 3 }) : fc.constant([]),
    })
    .map(({ base, scoped, priceMode, tax: category }) => {
      const prices = [base, ...scoped].filter(
        (price, at, all) => all.findIndex(each => scopeOf(each) === scopeOf(price)) === at,
      );
      const isPrecise = prices.some(price => price.value.digits !== undefined);
      return {
        priceMode: isPrecise && !has('highPrecisionStandalone') ? ('Embedded' as const) : priceMode,
        tax: category,
        prices,
      };
    });

const external = (has: Has): fc.Arbitrary<External> =>
  fc.oneof(
    value(has).map(each => ({ type: 'price' as const, value: each })),
    fc.record({ type: fc.constant('total' as const), value: value(has), total: amount }),
  );

export const notes = ['a', 'b'] as const;
const note = (has: Has): fc.Arbitrary<string | undefined> =>
  has('custom') ? optional(fc.constantFrom(...notes), 60) : never;

export const line = (has: Has): fc.Arbitrary<LineCase> =>
  fc.record({
    product: product(has),
    quantity,
    channel: has('scopes') ? optional(fc.constantFrom('channel-a' as const, 'channel-b' as const)) : never,
    external: has('external') ? optional(external(has), 25) : never,
    rate: optional(rate(has), 92),
    taxAmount: fc.integer({ min: 0, max: 500 }),
    note: note(has),
  });

export const customLine = (has: Has): fc.Arbitrary<CustomLineCase> =>
  fc.record({
    value: has('negative')
      ? fc.oneof(
          { weight: 5, arbitrary: value(has) },
          { weight: 1, arbitrary: value(has).map(each => ({ ...each, amount: -each.amount })) },
        )
      : value(has),
    quantity,
    tax: tax(has),
    rate: optional(rate(has), 92),
    taxAmount: fc.integer({ min: 0, max: 500 }),
    priceMode: fc.constantFrom('Standard' as const, 'Standard' as const, 'Standard' as const, 'External' as const),
    note: note(has),
  });

/** Tiers with different values of the member that selects them. */
const tiersBy = <T, V>(members: fc.Arbitrary<V>, tier: (member: V) => fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.uniqueArray(members, { minLength: 1, maxLength: 3 }).chain(each => fc.tuple(...each.map(tier)) as never);

const shippingTiers: Readonly<Record<RateInputType, fc.Arbitrary<ShippingCase['tiers']>>> = {
  CartValue: tiersBy(fc.integer({ min: 1, max: 3_000 }), minimumCentAmount =>
    amount.map(price => ({ type: 'CartValue' as const, minimumCentAmount, price })),
  ),
  CartScore: tiersBy(fc.integer({ min: 1, max: 6 }), score =>
    fc.oneof(
      amount.map(price => ({ type: 'CartScore' as const, score, price })),
      fc.record({
        type: fc.constant('CartScore' as const),
        score: fc.constant(score),
        factor: fc.integer({ min: 1, max: 300 }),
        offset: fc.integer({ min: -1, max: 300 }),
      }),
    ),
  ),
  CartClassification: tiersBy(fc.constantFrom(...classifications), key =>
    amount.map(price => ({ type: 'CartClassification' as const, value: key, price })),
  ),
};

export const rateInput: Readonly<Record<RateInputType, fc.Arbitrary<CartCase['rateInput']>>> = {
  CartValue: never,
  CartScore: optional(
    fc.integer({ min: 0, max: 8 }).map(score => ({ type: 'Score' as const, score })),
    80,
  ),
  CartClassification: optional(
    fc.constantFrom(...classifications).map(key => ({ type: 'Classification' as const, key })),
    80,
  ),
};

export const shipping = (has: Has, rateInputType: RateInputType): fc.Arbitrary<ShippingCase> =>
  fc
    .record({
      isCustom: has('customShipping') ? fc.constantFrom(false, false, true) : fc.constant(false),
      hasTaxCategory: fc.constantFrom(true, true, true, true, true, false),
      tax: tax(has),
      rate: optional(rate(has), 92),
      taxAmount: fc.integer({ min: 0, max: 100 }),
      price: amount,
      freeAbove: optional(fc.integer({ min: 1, max: 20_000 })),
      tiers: has('tiers') ? fc.oneof(fc.constant([]), shippingTiers[rateInputType]) : fc.constant([]),
    })
    .map(({ hasTaxCategory, ...each }) => (each.isCustom && !hasTaxCategory ? { ...each, tax: undefined } : each));
