/** The items of a cart with their prices, before any discount. */
import { compare, difference, type Fraction, fraction, product, sum } from '../fraction.js';
import { exactly, round, times, zero } from './amounts.js';
import {
  type CartCase,
  type Kind,
  type LineCase,
  type PriceCase,
  type ProductCase,
  type Rate,
  taxCategories,
  type Value,
} from './CartCase.js';

/** One unit of an item: the rest of its price, and the amount that each discount took. */
export type Piece = {
  readonly left: Fraction;
  /** The digits of the price after the cent. */
  readonly digits: number;
  readonly taken: readonly { readonly discount: string; readonly amount: Fraction }[];
};

export type Line = {
  readonly kind: Kind;
  readonly place: number;
  readonly name: string;
  readonly quantity: number;
  readonly price: Fraction;
  /** The price that the cart shows, with the discount on the product. */
  readonly shown: { readonly value: Fraction; readonly discounted?: Fraction };
  /** The total price that was given with the item, which no discount changes. */
  readonly givenTotal?: Fraction;
  readonly isDiscountable: boolean;
  readonly totalRounding: CartCase['priceRoundingMode'];
  readonly pieces: readonly Piece[];
  readonly rate?: Rate;
  readonly taxAmount: number;
  readonly note?: string;
  /** The total before discounts of the cart. */
  readonly plainTotal: Fraction;
};

const specificity = ({ group, channel, country, period }: PriceCase): number =>
  (group === undefined ? 0 : 8) +
  (channel === undefined ? 0 : 4) +
  (country === undefined ? 0 : 2) +
  (period === undefined ? 0 : 1);

/** Returns the price after the first matching discount on a product; undefined without one. */
const discountedValue = (
  { value, country, group }: PriceCase,
  place: number,
  { productDiscounts }: CartCase,
): Fraction | undefined => {
  const price = exactly(value);
  const holds: Readonly<Record<string, (condition: never) => boolean>> = {
    all: () => true,
    country: ({ is }: { readonly is: string }) => country === is,
    group: ({ is }: { readonly is: string }) => group === is,
    amount: ({ from }: { readonly from: number }) => compare(price, exactly({ amount: from })) >= 0,
  };
  const matching = productDiscounts.find(
    ({ places, condition, isActive, period }) =>
      isActive &&
      (period === undefined || period === 'present') &&
      places.includes(place) &&
      holds[condition.type]!(condition as never),
  );
  if (matching === undefined) return undefined;
  // "Rounded in favor of the customer with half-down rounding."
  return matching.value.type === 'absolute'
    ? difference(price, exactly({ amount: matching.value.amount }))
    : round(
        product(price, fraction(BigInt(10_000 - matching.value.permyriad), 10_000n)),
        'HalfDown',
        value.digits ?? 0,
      );
};

/** Selects the price for a buyer: the group decides first, then channel, country and period; then the lower price. */
const selectPrice = ({ prices }: ProductCase, cart: CartCase, channel: LineCase['channel'], place = -1): PriceCase => {
  const { country, customerGroup, assignments = [] } = cart;
  const costOf = (price: PriceCase) => discountedValue(price, place, cart) ?? exactly(price.value);
  const groups = [customerGroup, ...assignments];
  const matching = prices.filter(
    price =>
      (price.country === undefined || price.country === country) &&
      (price.group === undefined || groups.includes(price.group)) &&
      (price.channel === undefined || price.channel === channel) &&
      (price.period === undefined || price.period === 'present'),
  );
  const [selected] = matching.toSorted((a, b) => specificity(b) - specificity(a) || compare(costOf(a), costOf(b)));
  if (selected === undefined) throw new Error('the generator gives each product a price for all');
  return selected;
};

/** Returns the tier with the largest minimum that the quantity reaches, or the price itself. */
const valueFor = ({ value, tiers = [] }: PriceCase, quantity: number): Value =>
  tiers
    .filter(({ minimumQuantity }) => minimumQuantity <= quantity)
    .toSorted((a, b) => b.minimumQuantity - a.minimumQuantity)[0]?.value ?? value;

const platformRate = (tax: number | undefined, { address }: CartCase): Rate | undefined =>
  address === undefined || tax === undefined
    ? undefined
    : taxCategories[tax]!.find(({ country, state }) => country === address.country && state === address.state);

export const rateOf = (item: { readonly tax?: number; readonly rate?: Rate }, cart: CartCase): Rate | undefined =>
  ({ Platform: platformRate(item.tax, cart), External: item.rate, ExternalAmount: item.rate, Disabled: undefined })[
    cart.taxMode
  ];

const piecesOf = (left: Fraction, digits: number, quantity: number): Piece[] =>
  Array.from({ length: quantity }, () => ({ left, digits, taken: [] }));

/** `discounted` if the cart has the discounts on its products. */
export type Charge = 'discounted' | 'full';

const withPlainTotal = (line: Omit<Line, 'plainTotal'>): Line => ({ ...line, plainTotal: totalOf(line) });

const lineOf = (item: LineCase, place: number, cart: CartCase, charge: Charge): Line => {
  const { external, quantity, product: sold } = item;
  const selected = external === undefined ? selectPrice(sold, cart, item.channel, place) : undefined;
  const discounted = selected && discountedValue(selected, place, cart);
  const full = external?.value ?? valueFor(selected!, quantity);
  // "If `discounted` is present, the tiered Price is ignored."
  const shown = discounted === undefined ? { value: exactly(full) } : { value: exactly(selected!.value), discounted };
  const value = charge === 'discounted' && discounted !== undefined ? selected!.value : full;
  const price = (charge === 'discounted' ? discounted : undefined) ?? exactly(full);
  return withPlainTotal({
    shown,
    kind: 'lineItems',
    place,
    name: `line-${place}`,
    quantity,
    price,
    ...(external?.type === 'total' ? { givenTotal: exactly({ amount: external.total }) } : {}),
    isDiscountable: external?.type !== 'total',
    // "If ExternalPrice is used with high-precision money, then the total price is rounded by HalfEven."
    totalRounding: external?.type === 'price' && value.digits !== undefined ? 'HalfEven' : cart.priceRoundingMode,
    pieces: piecesOf(price, value.digits ?? 0, quantity),
    rate: rateOf({ tax: sold.tax, rate: item.rate }, cart),
    taxAmount: item.taxAmount,
    note: item.note,
  });
};

export const linesOf = (cart: CartCase, charge: Charge): Line[] => [
  ...cart.lineItems.map((item, place) => lineOf(item, place, cart, charge)),
  ...cart.customLineItems.map((item, place) =>
    withPlainTotal({
      kind: 'customLineItems',
      place,
      name: `custom-${place}`,
      quantity: item.quantity,
      price: exactly(item.value),
      shown: { value: exactly(item.value) },
      isDiscountable: item.priceMode === 'Standard',
      totalRounding: cart.priceRoundingMode,
      pieces: piecesOf(exactly(item.value), item.value.digits ?? 0, item.quantity),
      rate: rateOf(item, cart),
      taxAmount: item.taxAmount,
      note: item.note,
    }),
  ),
];

/** A gift costs nothing: its discount takes the whole price of the one piece. */
export const giftOf = (gift: ProductCase, discount: string, cart: CartCase): Line => {
  const price = exactly(selectPrice(gift, cart, undefined).value);
  return {
    kind: 'lineItems',
    place: -1,
    name: `gift-${discount}`,
    quantity: 1,
    price,
    shown: { value: price },
    isDiscountable: false,
    totalRounding: cart.priceRoundingMode,
    pieces: [{ left: zero, digits: 0, taken: [{ discount, amount: price }] }],
    rate: rateOf({ tax: gift.tax }, cart),
    taxAmount: 0,
    plainTotal: zero,
  };
};

/** The total of a line is the exact sum of its pieces, rounded once. */
export const totalOf = ({ givenTotal, pieces, totalRounding, price, quantity }: Omit<Line, 'plainTotal'>): Fraction =>
  givenTotal ??
  round(
    pieces.some(({ taken }) => taken.length > 0)
      ? pieces.reduce((all, { left }) => sum(all, left), zero)
      : times(price, quantity),
    totalRounding,
  );
