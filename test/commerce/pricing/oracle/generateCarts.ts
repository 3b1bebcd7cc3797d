/** Generates carts for the comparison with the oracle. */
import fc from 'fast-check';
import type { CartCase, DiscountCase, Step } from './CartCase.js';
import { all, customFields, discount, productDiscount } from './generateDiscounts.js';
import { customLine, type Has, line, never, optional, product, rateInput, shipping } from './generateItems.js';

/** Tax amounts are valid for the discounted prices of their request, so predicates cannot see them. */
const withoutPredicates = (cart: CartCase): CartCase => ({
  ...cart,
  discounts: cart.discounts.map(({ code, ...each }) => ({
    ...each,
    predicate: all,
    ...(code && { code: { ...code, predicate: all } }),
  })),
});

/** "A code is refused" if its discount is for other stores. */
const ofStore = (given: DiscountCase, store: CartCase['store']): DiscountCase =>
  given.code?.isAdded === true && given.stores !== undefined
    ? { ...given, stores: store === undefined ? undefined : [store] }
    : given;

const taxModes = ['Platform', 'External', 'ExternalAmount', 'Disabled'] as const;
/** The tax of a whole cart; its portions are used unchanged. */
const totalTax = fc.record({
  amount: fc.integer({ min: 0, max: 500 }),
  portions: fc.array(
    fc.record({
      name: fc.constantFrom('One', 'Two'),
      rate: fc.constantFrom(0.1, 0.19),
      amount: fc.integer({ min: 0, max: 500 }),
    }),
    { maxLength: 2 },
  ),
});

const isGift = ({ value }: DiscountCase): boolean => value.type === 'giftLineItem';

const isPrecise = ({ lineItems, customLineItems, discounts }: CartCase): boolean =>
  [
    ...lineItems.flatMap(({ external: own, product: { prices } }) => [own, ...prices]),
    ...customLineItems,
    ...discounts.map(({ value: each }) => (each.type === 'fixed' ? each : undefined)),
  ].some(each => each?.value.digits !== undefined);

const group = fc.constantFrom('group-a' as const, 'group-b' as const);

/** The prices are those of an embedded price mode, for the variant that is added again. */
const step = (has: Has): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.record({
      type: fc.constant('groups' as const),
      customerGroup: optional(group, 70),
      assignments: has('assignments') ? fc.uniqueArray(group, { maxLength: 2 }) : fc.constant([]),
    }),
    fc
      .record({ type: fc.constant('variant' as const), place: fc.nat({ max: 3 }), sold: product(has) })
      .map(({ sold: { prices }, ...each }) => ({ ...each, prices })),
    fc.record({ type: fc.constant('replica' as const), of: fc.constantFrom('cart' as const, 'order' as const) }),
  );

/** Tax amounts are valid for the prices of their request, and a gift keeps the price that it got first. */
const canChange = ({ taxMode, discounts }: CartCase, has: Has): boolean =>
  taxMode !== 'ExternalAmount' && (has('laterGift') || !discounts.some(isGift));

const isPossible = (given: Step, { lineItems }: CartCase): boolean => {
  if (given.type !== 'variant') return true;
  const item = lineItems[given.place];
  return item !== undefined && item.external === undefined;
};

export const cartCase = (without: readonly string[] = []): fc.Arbitrary<CartCase> => {
  const has: Has = feature => !without.includes(feature);
  const rounding = fc.constantFrom('HalfEven' as const, 'HalfUp' as const, 'HalfDown' as const);
  return fc
    .record({
      currency: fc.constantFrom('EUR' as const, 'EUR' as const, 'JPY' as const, 'KWD' as const),
      country: optional(fc.constantFrom('DE' as const, 'FR' as const)),
      customerGroup: has('scopes') ? optional(group) : never,
      assignments: has('assignments') && has('scopes') ? optional(fc.uniqueArray(group, { maxLength: 2 }), 25) : never,
      address: has('address')
        ? optional(
            fc.constantFrom(
              { country: 'DE' as const },
              { country: 'US' as const },
              { country: 'US' as const, state: 'NY' as const },
            ),
            88,
          )
        : never,
      rateInputType: fc.constantFrom('CartValue' as const, 'CartScore' as const, 'CartClassification' as const),
      store: has('stores') ? optional(fc.constantFrom('store-a' as const, 'store-b' as const), 60) : never,
      customer: has('customers') ? optional(fc.constantFrom('ann' as const, 'bob' as const), 60) : never,
      custom: has('custom') ? optional(customFields, 60) : never,
      firstTaxMode: has('taxModes') ? optional(fc.constantFrom(...taxModes), 40) : never,
      totalTax: has('totalTax') ? optional(totalTax, 50) : never,
      taxMode: has('externalTax')
        ? fc.constantFrom(
            'Platform' as const,
            'Platform' as const,
            'Platform' as const,
            'External' as const,
            'External' as const,
            'ExternalAmount' as const,
            'Disabled' as const,
          )
        : fc.constant('Platform' as const),
      priceRoundingMode: rounding,
      taxRoundingMode: rounding,
      taxCalculationMode: has('unitPrice')
        ? fc.constantFrom('LineItemLevel' as const, 'UnitPriceLevel' as const)
        : fc.constant('LineItemLevel' as const),
      lineItems: fc.array(line(has), { maxLength: 4 }),
      customLineItems: has('customItems') ? fc.array(customLine(has), { maxLength: 3 }) : fc.constant([]),
      isUpdated: has('updates') ? fc.constantFrom(false, false, true) : fc.constant(false),
      productDiscounts: has('productDiscounts') ? fc.array(productDiscount, { maxLength: 3 }) : fc.constant([]),
      mode: has('bestDeal')
        ? fc.constantFrom('Stacking' as const, 'Stacking' as const, 'BestDeal' as const)
        : fc.constant('Stacking' as const),
      steps: has('walks') && has('scopes') ? optional(fc.array(step(has), { minLength: 1, maxLength: 4 }), 40) : never,
      isGroupActive: fc.constantFrom(true, true, true, false),
      listed: fc.array(discount(has, false), { maxLength: 4 }),
      direct: has('direct') ? optional(fc.array(discount(has, true), { minLength: 1, maxLength: 4 }), 15) : never,
    })
    .chain(cart => {
      const method = has('shipping') && cart.address !== undefined ? shipping(has, cart.rateInputType) : never;
      const input = rateInput[cart.rateInputType];
      return fc.record({ method: optional(method, 70), input }).map(({ method: chosen, input: rateInputGiven }) => ({
        ...cart,
        shipping: chosen,
        rateInput: rateInputGiven,
      }));
    })
    .map(({ listed, direct, steps = [], ...rest }) => ({
      ...rest,
      steps,
      discounts: direct ?? listed.map(each => ofStore(each, rest.store)),
      isDirect: direct !== undefined,
      firstTaxMode: rest.firstTaxMode ?? rest.taxMode,
      // A customer has the groups, so a cart without a customer has none.
      assignments: rest.customer === undefined ? undefined : rest.assignments,
      totalTax: rest.taxMode === 'ExternalAmount' ? rest.totalTax : undefined,
    }))
    .map(cart =>
      // Tax amounts are given for the final prices of the cart.
      cart.taxMode === 'ExternalAmount' ? { ...withoutPredicates(cart), mode: 'Stacking' as const } : cart,
    )
    .map(cart => ({
      ...cart,
      isUpdated:
        cart.isUpdated &&
        (has('laterCustomer') || cart.customer === undefined) &&
        (has('laterGift') || !cart.discounts.some(isGift)),
      taxCalculationMode: has('preciseUnitPrice') || !isPrecise(cart) ? cart.taxCalculationMode : 'LineItemLevel',
    }))
    .map(cart => ({
      ...cart,
      firstTaxMode: cart.isUpdated ? cart.firstTaxMode : cart.taxMode,
      steps: canChange(cart, has) ? cart.steps.filter(each => isPossible(each, cart)) : [],
    }));
};
