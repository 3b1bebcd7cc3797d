/** Amounts of carts with discounts: the amount that each kind of discount takes off, and its rounding. */
import type { Cart } from '@commercetools/platform-sdk';
import { germany } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { test } from '../../../support/tap.js';
import { multiBuy } from '../cartDiscount/discountParts.js';
import { taxed } from './amounts.js';
import { customItem } from './cartItems.js';
import { newOrderNumber, startPricing } from './startPricing.js';

const shop = await startPricing();
const { create, update, discount } = shop;

const precise = (preciseAmount: number, fractionDigits: number) => ({
  type: 'highPrecision',
  currencyCode: 'EUR',
  preciseAmount,
  fractionDigits,
});
const relative = (permyriad: number, applicationMode?: string) => ({ type: 'relative', permyriad, applicationMode });
const absolute = (centAmount: number, applicationMode?: string) => ({
  type: 'absolute',
  money: [money(centAmount)],
  applicationMode,
});
const stop = { stackingMode: 'StopAfterThisDiscount' };
const tax = referenceTo('tax-category', shop.taxCategory);
/** Shipping for 10.00 EUR. */
const shipped = {
  shippingMethod: referenceTo(
    'shipping-method',
    await shop.method({
      zoneRates: [{ zone: referenceTo('zone', shop.zone), shippingRates: [{ price: money(1_000) }] }],
    }),
  ),
};
const customLines = { type: 'customLineItems', predicate: 'true' };

/** The custom line items of a cart, its discounts from the first to the last, and the total for the buyer. */
interface Row {
  readonly title: string;
  readonly items: readonly (readonly [price: object, quantity: number])[];
  readonly discounts: readonly object[];
  readonly draft?: object;
  readonly cart: object;
}

const rows: readonly Row[] = [
  ...(['HalfEven', 'HalfUp', 'HalfDown'] as const).map((priceRoundingMode, at) => ({
    title: `rounds the price and not the reduction, ${priceRoundingMode}`,
    items: [[money(1_995), 1]] as const,
    discounts: [{ value: relative(1_000), target: customLines }],
    draft: { priceRoundingMode },
    cart: { totalPrice: { centAmount: [1_796, 1_796, 1_795][at] } },
  })),
  {
    title: 'rounds fractions of a cent behind the quantity, not for each piece',
    items: [[precise(15, 3), 1_000]],
    discounts: [{ value: relative(2_000), target: customLines }],
    cart: {
      totalPrice: { centAmount: 1_200 },
      customLineItems: [
        {
          discountedPricePerQuantity: [
            {
              quantity: 1_000,
              discountedPrice: {
                value: { ...precise(12, 3), centAmount: 1 },
                includedDiscounts: [{ discountedAmount: { ...precise(3, 3), centAmount: 0 } }],
              },
            },
          ],
        },
      ],
    },
  },
  {
    title: 'distributes an amount in fractions of a cent over prices that have them',
    items: [[precise(15, 3), 1_000]],
    discounts: [{ value: absolute(1_400, 'EvenDistribution'), target: customLines }],
    cart: { totalPrice: { centAmount: 100 } },
  },
  {
    title: 'sets a price with fractions of a cent, and rounds it behind the quantity',
    items: [[money(2), 1_000]],
    discounts: [{ value: { type: 'fixed', money: [precise(15, 3)] }, target: customLines }],
    cart: { totalPrice: { centAmount: 1_500 } },
  },
  {
    title: 'distributes an absolute discount without a mode in proportion to the prices (cart-discount.747fd)',
    items: [
      [money(1_000), 1],
      [money(500), 1],
    ],
    discounts: [{ value: absolute(300), target: customLines }],
    cart: {
      totalPrice: { centAmount: 1_200 },
      customLineItems: [{ totalPrice: { centAmount: 800 } }, { totalPrice: { centAmount: 400 } }],
    },
  },
  {
    title: 'takes an absolute discount with IndividualApplication off each piece',
    items: [
      [money(1_000), 2],
      [money(500), 1],
    ],
    discounts: [{ value: absolute(300, 'IndividualApplication'), target: customLines }],
    cart: { totalPrice: { centAmount: 1_600 } },
  },
  {
    title: 'an even distribution takes what one price cannot bear off the others',
    items: [
      [money(1), 1],
      [money(0), 1],
      [money(-50), 1],
      [money(100), 1],
    ],
    discounts: [{ value: absolute(50, 'EvenDistribution'), target: customLines }],
    cart: { customLineItems: [0, 0, -50, 51].map(centAmount => ({ totalPrice: { centAmount } })) },
  },
  {
    title: 'an even distribution counts the pieces that cost something after the discounts before it',
    items: [
      [money(6), 4],
      [money(7), 2],
    ],
    discounts: [
      {
        value: relative(10_000),
        target: { ...multiBuy, triggerQuantity: 5, maxOccurrence: 1, selectionMode: 'MostExpensive' },
      },
      { value: absolute(30, 'EvenDistribution'), target: customLines },
    ],
    cart: { customLineItems: [0, 1].map(centAmount => ({ totalPrice: { centAmount } })) },
  },
  {
    title: 'a discount on the total includes shipping, in taxes and taxedShippingPrice too',
    items: [[money(10_000), 1]],
    discounts: [{ value: relative(1_000), target: { type: 'totalPrice' } }],
    draft: shipped,
    cart: {
      totalPrice: { centAmount: 9_900 },
      taxedPrice: taxed(8_319, 9_900),
      taxedShippingPrice: taxed(756, 900),
      shippingInfo: { taxedPrice: taxed(840, 1_000) },
      discountOnTotalPrice: {
        discountedAmount: { centAmount: 1_100 },
        discountedNetAmount: { centAmount: 924 },
        discountedGrossAmount: { centAmount: 1_100 },
      },
    },
  },
  {
    title: 'a discount that has no effect stops no others (cart-discount.dac64, cart-discount.f407d)',
    items: [[money(1_000), 1]],
    discounts: [
      { ...stop, value: relative(5_000), target: { type: 'customLineItems', predicate: 'slug = "none"' } },
      { ...stop, value: relative(5_000), target: { type: 'lineItems', predicate: 'true' } },
      { ...stop, value: relative(5_000), target: { type: 'shipping' } },
      { ...stop, value: { type: 'absolute', money: [money(1, 'USD')] }, target: { type: 'totalPrice' } },
      { value: relative(5_000), target: customLines },
    ],
    cart: { totalPrice: { centAmount: 500 } },
  },
  ...[
    { value: relative(1_000), target: customLines, total: 1_900 },
    { value: relative(1_000), target: { type: 'shipping' }, total: 1_900 },
    { value: relative(1_000), target: { type: 'totalPrice' }, total: 1_800 },
  ].map(({ total, ...first }) => ({
    title:
      `a discount on ${first.target.type} that has an effect stops the others (cart-discount.dac64, ` +
      'cart-discount.f407d)',
    items: [[money(1_000), 1]] as const,
    discounts: [
      { ...stop, ...first },
      { value: relative(5_000), target: customLines },
      { value: relative(5_000), target: { type: 'shipping' } },
      { value: relative(5_000), target: { type: 'totalPrice' } },
    ],
    draft: shipped,
    cart: { totalPrice: { centAmount: total } },
  })),
];

/** Creates a cart with discounts that apply to no other cart. */
const cartOf = async ({ items, discounts, draft }: Row): Promise<Cart> => {
  const purchaseOrderNumber = newOrderNumber();
  const stamp = newKey('').replace(/\D/g, '');
  for (const [at, each] of discounts.entries())
    await discount(purchaseOrderNumber, { sortOrder: `0.${stamp}${9 - at}`, ...each });
  return create({
    purchaseOrderNumber,
    shippingAddress: germany,
    customLineItems: items.map(([price, quantity]) => customItem({ money: price, quantity, taxCategory: tax })),
    ...draft,
  });
};

for (const row of rows)
  test(row.title, async t => {
    const cart = await cartOf(row);
    matchWhole(t, cart, row.cart);
    const { totalPrice } = await update(cart, { action: 'recalculate' });
    t.same(totalPrice, cart.totalPrice, 'and again');
  });
