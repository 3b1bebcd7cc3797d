/** The oracle itself: carts with known amounts, most of them from the documentation of the SDK. */
import { test } from '../../../support/tap.js';
import type { CartCase, DiscountCase, DiscountTarget, DiscountValue, Value } from './CartCase.js';
import { describePriced } from './describeCart.js';
import { priceCart } from './priceCart.js';

const custom = (value: Value, quantity = 1, tax = 0) => ({
  value,
  quantity,
  tax,
  taxAmount: 0,
  priceMode: 'Standard' as const,
});
const discount = (
  value: DiscountValue,
  target?: DiscountTarget,
  changes: Partial<DiscountCase> = {},
): DiscountCase => ({
  value,
  ...(target && { target }),
  predicate: { type: 'all' },
  stops: false,
  inGroup: false,
  isActive: true,
  ...changes,
});
const items: DiscountTarget = { type: 'customLineItems', predicate: { type: 'all' } };
const at = (place: number, count: number) => ({
  kind: 'customLineItems' as const,
  predicate: { type: 'at' as const, places: [place] },
  minCount: count,
  maxCount: count,
});
const pattern = (
  triggers: readonly ReturnType<typeof at>[],
  targets: readonly ReturnType<typeof at>[],
): DiscountTarget => ({
  type: 'pattern',
  triggerPattern: triggers,
  targetPattern: targets,
  selectionMode: 'Cheapest',
});
const whole: DiscountTarget = { type: 'totalPrice' };
const relative = (permyriad: number) => ({ type: 'relative' as const, permyriad });
const cart = (changes: Partial<CartCase>): CartCase => ({
  currency: 'EUR',
  taxMode: 'Platform',
  firstTaxMode: 'Platform',
  rateInputType: 'CartValue',
  priceRoundingMode: 'HalfUp',
  taxRoundingMode: 'HalfEven',
  taxCalculationMode: 'LineItemLevel',
  lineItems: [],
  productDiscounts: [],
  mode: 'Stacking',
  isGroupActive: true,
  steps: [],
  customLineItems: [],
  discounts: [],
  isDirect: false,
  isUpdated: false,
  ...changes,
});
const amountsOf = (changes: Partial<CartCase>) => describePriced(priceCart(cart(changes)));

test('the oracle computes known carts', async t => {
  const tenth = [discount(relative(1_000), items)];
  const priced = [custom({ amount: 1_995 })];
  const rows: readonly (readonly [what: string, given: Partial<CartCase>, total: string])[] = [
    ['19.95 - 10 %, half up', { customLineItems: priced, discounts: tenth }, '1796'],
    ['half down', { customLineItems: priced, discounts: tenth, priceRoundingMode: 'HalfDown' }, '1795'],
    [
      '1,000 pieces of 1.5 cents - 20 %',
      { customLineItems: [custom({ amount: 15, digits: 1 }, 1_000)], discounts: [discount(relative(2_000), items)] },
      '1200',
    ],
    [
      '3.00 off 10.00 and 5.00',
      {
        customLineItems: [custom({ amount: 1_000 }), custom({ amount: 500 })],
        discounts: [discount({ type: 'absolute', amount: 300 }, items)],
      },
      '1200',
    ],
    [
      'a stop without an effect',
      {
        customLineItems: priced,
        discounts: [
          discount(relative(5_000), { type: 'lineItems', predicate: { type: 'all' } }, { stops: true }),
          discount(relative(5_000), items, { stops: true }),
          discount(relative(5_000), items),
        ],
      },
      '998',
    ],
    [
      'a predicate on the gross total sees it before the discount',
      {
        address: { country: 'DE' },
        customLineItems: [custom({ amount: 5_000 }, 2)],
        discounts: [
          discount(relative(1_000), items, {
            predicate: {
              type: 'sum',
              kind: 'customLineItems',
              side: 'gross',
              of: { type: 'all' },
              operator: '>=',
              threshold: { quarters: 4, offset: 0 },
            },
          }),
        ],
      },
      '9000',
    ],
    [
      'two pieces of three are bought for a fixed price once in two',
      {
        customLineItems: [custom({ amount: 100 }), custom({ amount: 80 }, 2)],
        discounts: [
          discount(
            { type: 'fixed', value: { amount: 10 } },
            {
              type: 'multiBuyCustomLineItems',
              predicate: { type: 'all' },
              triggerQuantity: 2,
              discountedQuantity: 1,
              selectionMode: 'MostExpensive',
            },
          ),
        ],
      },
      '170',
    ],
    [
      'a half of 1.00 off 3.00 and 1.00 together',
      {
        customLineItems: [custom({ amount: 300 }), custom({ amount: 100 })],
        discounts: [
          discount({ ...relative(5_000), applicationMode: 'EvenDistribution' }, pattern([at(0, 1)], [at(1, 1)])),
        ],
      },
      '350',
    ],
    [
      'three of five pieces for 2.00',
      {
        customLineItems: [custom({ amount: 100 }, 5)],
        discounts: [
          discount(
            { type: 'fixed', value: { amount: 200 }, applicationMode: 'ProportionateDistribution' },
            pattern([], [at(0, 3)]),
          ),
        ],
      },
      '400',
    ],
    [
      'a discount of another store',
      { customLineItems: priced, store: 'store-a', discounts: [{ ...tenth[0]!, stores: ['store-b'] }] },
      '1995',
    ],
    [
      'shipping of a classification',
      {
        address: { country: 'DE' },
        customLineItems: priced,
        shipping: {
          isCustom: true,
          taxAmount: 0,
          price: 100,
          tiers: [{ type: 'CartClassification', value: 'large', price: 5 }],
        },
        rateInput: { type: 'Classification', key: 'large' },
      },
      '2000',
    ],
  ];
  for (const [what, given, total] of rows) t.equal(amountsOf(given).total, total, what);
});

test('the oracle takes the same share of the taxed prices off as of the total', async t => {
  const { total, taxed, taxedShipping, onTotal } = amountsOf({
    address: { country: 'DE' },
    customLineItems: [custom({ amount: 10_000 })],
    shipping: { isCustom: false, tax: 0, taxAmount: 0, price: 1_000, tiers: [] },
    discounts: [discount(relative(1_000), whole)],
  });
  t.same(
    [total, taxed, taxedShipping, onTotal],
    [
      '9900',
      { net: '8319', gross: '9900', tax: '1581', portions: ['MwSt 0.19: 1581'] },
      { net: '756', gross: '900', tax: '144', portions: ['MwSt 0.19: 144'] },
      { amount: '1100', taken: 'discount-0 1100', net: '924', gross: '1100' },
    ],
  );
});
