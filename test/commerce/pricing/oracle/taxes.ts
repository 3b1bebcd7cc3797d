/** Taxes of lines and carts: one side is rounded, the tax is the difference. */
import { difference, type Fraction, fraction, fractionOf, onePlus, product, quotient, sum } from '../fraction.js';
import { cents, isWhole, round, split, times, total, wholeShares, zero } from './amounts.js';
import type { CartCase, Rate } from './CartCase.js';
import { type Line, totalOf } from './priceLines.js';

export type Portion = { readonly name: string; readonly rate: number; readonly amount: Fraction };
export type Taxed = { readonly net: Fraction; readonly gross: Fraction; readonly portions: readonly Portion[] };
type Modes = Pick<CartCase, 'taxMode' | 'taxRoundingMode' | 'taxCalculationMode'>;

export const taxOf = ({ net, gross }: Taxed): Fraction => difference(gross, net);

/** Returns the tax of a price: for whole cents the other side is rounded, for parts of cents the tax itself. */
const taxOfPrice = (price: Fraction, { amount, includedInPrice }: Rate, mode: Modes['taxRoundingMode']): Fraction => {
  const rate = fractionOf(amount);
  if (!isWhole(price))
    return round(includedInPrice ? quotient(product(price, rate), onePlus(rate)) : product(price, rate), mode);
  return includedInPrice
    ? difference(price, round(quotient(price, onePlus(rate)), mode))
    : difference(round(product(price, onePlus(rate)), mode), price);
};

const portionsOf = (tax: Fraction, { name, amount, subRates = [] }: Rate): Portion[] => {
  if (subRates.length === 0) return [{ name, rate: amount, amount: tax }];
  const shares = split(
    tax,
    subRates.map(each => fractionOf(each.amount)),
  );
  return subRates.map((each, at) => ({ name: each.name, rate: each.amount, amount: shares[at]! }));
};

/** Returns the prices of the pieces of a line; a given total that is not price times quantity is split evenly. */
const piecePrices = (line: Line): Fraction[] => {
  const { givenTotal, price, quantity, pieces, totalRounding } = line;
  if (givenTotal === undefined) return pieces.map(({ left }) => left);
  const isProduct = round(times(price, quantity), totalRounding).over === givenTotal.over;
  return isProduct
    ? Array<Fraction>(quantity).fill(price)
    : split(givenTotal, Array<Fraction>(quantity).fill(fraction(1n)));
};

const taxedBy = (price: Fraction, tax: Fraction, rate: Rate): Taxed => ({
  net: rate.includedInPrice ? difference(price, tax) : price,
  gross: rate.includedInPrice ? price : sum(price, tax),
  portions: portionsOf(tax, rate),
});

const taxedByAmount = (price: Fraction, taxAmount: number, rate: Rate): Taxed => ({
  net: price,
  gross: sum(price, cents(taxAmount)),
  portions: portionsOf(cents(taxAmount), rate),
});

export const taxLine = (line: Line, modes: Modes): Taxed | undefined => {
  const { rate, taxAmount } = line;
  if (rate === undefined) return undefined;
  const price = totalOf(line);
  if (modes.taxMode === 'ExternalAmount') return taxedByAmount(price, taxAmount, rate);
  const parts = modes.taxCalculationMode === 'LineItemLevel' ? [price] : piecePrices(line);
  return taxedBy(price, total(parts.map(part => taxOfPrice(part, rate, modes.taxRoundingMode))), rate);
};

/** Taxes shipping as one piece. */
export const taxShipping = (price: Fraction, taxAmount: number, rate: Rate | undefined, modes: Modes) => {
  if (rate === undefined) return undefined;
  return modes.taxMode === 'ExternalAmount'
    ? taxedByAmount(price, taxAmount, rate)
    : taxedBy(price, taxOfPrice(price, rate, modes.taxRoundingMode), rate);
};

/** "Tax portions with the same `rate` and `name` are accumulated to the same tax portion." */
export const sumTaxed = (parts: readonly Taxed[]): Taxed => {
  const portions = new Map<string, Portion>();
  for (const { name, rate, amount } of parts.flatMap(part => part.portions)) {
    const key = `${name} ${rate}`;
    portions.set(key, { name, rate, amount: sum(portions.get(key)?.amount ?? zero, amount) });
  }
  return {
    net: total(parts.map(({ net }) => net)),
    gross: total(parts.map(({ gross }) => gross)),
    portions: [...portions.values()],
  };
};

/** "If a discount applies on `totalPrice`, this field holds the proportionally discounted value." */
export const scaleTaxed = (taxed: Taxed, ratio: Fraction, mode: Modes['taxRoundingMode']): Taxed => {
  const net = round(product(taxed.net, ratio), mode);
  const gross = round(product(taxed.gross, ratio), mode);
  const tax = difference(gross, net);
  const amounts = taxed.portions.map(({ amount }) => amount);
  // Portions that cancel each other out have no proportion to their sum.
  const scale = total(amounts).over === 0n ? ratio : quotient(tax, total(amounts));
  const shares = wholeShares(
    tax.over / tax.under,
    amounts.map(amount => product(amount, scale)),
  ).map(each => fraction(each));
  return { net, gross, portions: taxed.portions.map((portion, at) => ({ ...portion, amount: shares[at]! })) };
};
