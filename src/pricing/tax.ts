import type { BigNumber } from 'bignumber.js';
import type { Money, TypedMoney } from '../schema/money.js';
import type { RoundingMode, TaxCalculationMode, TaxedPrice, TaxRate } from '../schema/tax.js';
import { add, assertSameCurrency, exactCents, exactDecimal, linePrice, moneyOfCents, subtract, sum } from './money.js';
import { allocate } from './allocate.js';
import { fail } from '../errors/ApiError.js';
import { divideAndRound, roundToInteger } from './rounding.js';

export interface Taxable {
  /** Of the whole line, after discounts. */
  readonly price: Money;
  /** Of one piece; only `UnitPriceLevel` reads it. */
  readonly unitPrice?: TypedMoney;
  readonly quantity: number;
  readonly taxRate: AppliedTaxRate;
  readonly calculationMode: TaxCalculationMode;
  readonly rounding: RoundingMode;
}

/** Taxed prices that are computed always tell the total tax. */
export type ComputedTaxedPrice = TaxedPrice & { readonly totalTax: Money };

/** A price that is not `quantity` times a unit price, in `quantity` parts of whole cents that differ by a cent at most. */
const taxOnParts = ({ price, quantity, taxRate, rounding }: Taxable): BigNumber => {
  const low = BigInt(price.centAmount) / BigInt(quantity);
  const left = BigInt(price.centAmount) % BigInt(quantity);
  const high = low + (left < 0n ? -1n : 1n);
  const highs = exactDecimal(left).abs();
  const taxOn = (part: bigint) => taxCentsOf(exactDecimal(part), taxRate, rounding);
  return taxOn(high)
    .times(highs)
    .plus(taxOn(low).times(exactDecimal(quantity).minus(highs)));
};

const taxOnUnits = (taxable: Taxable): BigNumber => {
  const { price, unitPrice, quantity, taxRate, rounding } = taxable;
  if (!(Number.isSafeInteger(quantity) && quantity > 0)) throw new Error(`Cannot tax ${quantity} pieces by the piece`);
  if (unitPrice === undefined) return taxOnParts(taxable);
  assertSameCurrency(price.currencyCode, unitPrice);
  const isWhole = linePrice(unitPrice, quantity, rounding).centAmount === price.centAmount;
  return isWhole ? taxCentsOf(exactCents(unitPrice), taxRate, rounding).times(quantity) : taxOnParts(taxable);
};

/**
 * Net, gross and tax of a line. `price` stays as it is: it is the gross price if the tax is included in it, else the net one.
 * `LineItemLevel` rounds once, on the line. `UnitPriceLevel` rounds on one piece and multiplies; when `price` is not `quantity`
 * times `unitPrice` (a discount), the pieces are parts of `price` that differ by a cent at most. A line of which some pieces cost
 * less than others is better taxed group by group, and added up with `sumTaxed`.
 */
export const computeTaxedPrice = (taxable: Taxable): ComputedTaxedPrice => {
  const { price, taxRate, calculationMode, rounding } = taxable;
  assertRates(taxRate);
  const tax =
    calculationMode === 'UnitPriceLevel' ? taxOnUnits(taxable) : taxCentsOf(exactCents(price), taxRate, rounding);
  const totalTax = moneyOfCents(price.currencyCode, tax);
  const [totalNet, totalGross] = taxRate.includedInPrice
    ? [subtract(price, totalTax), price]
    : [price, add(price, totalTax)];
  return { totalNet, totalGross, taxPortions: taxPortionsOf(totalTax, taxRate), totalTax };
};

/** What taxes are computed with: a tax rate of a tax category, or one from outside. */
export type AppliedTaxRate = Pick<TaxRate, 'name' | 'amount' | 'includedInPrice' | 'subRates'>;

/** The tax of each sub rate, or of the rate itself if it has none; they sum to `totalTax`, also where the sub rates do not sum to the rate. */
export const taxPortionsOf = (
  totalTax: Money,
  { name, amount: rate, subRates }: AppliedTaxRate,
): TaxedPrice['taxPortions'] => {
  const rates = subRates?.length ? subRates : [{ name, amount: rate }];
  const amounts = allocate(
    totalTax,
    rates.map(({ amount }) => amount),
  );
  return rates.map((sub, index) => ({ name: sub.name, rate: sub.amount, amount: amounts[index]! }));
};

const assertRate = (name: string, amount: number): void => {
  if (!(amount >= 0 && amount <= 1))
    throw fail('InvalidInput', { message: `The tax rate '${name}' is ${amount}; expected a number from 0 to 1.` });
};

export const assertRates = ({ name, amount, subRates = [] }: AppliedTaxRate): void => {
  assertRate(name, amount);
  for (const subRate of subRates) assertRate(subRate.name, subRate.amount);
};

/**
 * The tax on so many cents, in whole cents. Of whole cents, the other side of the price rounds (net = gross / (1 + rate), or
 * gross = net * (1 + rate)) and the tax is the difference; a high precision amount has no such other side, so its tax rounds.
 */
export const taxCentsOf = (
  amount: BigNumber,
  { amount: rate, includedInPrice }: AppliedTaxRate,
  rounding: RoundingMode,
): BigNumber => {
  const gross = exactDecimal(rate).plus(1);
  if (amount.isInteger())
    return includedInPrice
      ? amount.minus(divideAndRound(amount, gross, rounding))
      : roundToInteger(amount.times(gross), rounding).minus(amount);
  const tax = amount.times(exactDecimal(rate));
  return includedInPrice ? divideAndRound(tax, gross, rounding) : roundToInteger(tax, rounding);
};

type Portion = TaxedPrice['taxPortions'][number];

/** Portions of the same rate and name become one, in the order in which they first come. */
const mergePortions = (portions: readonly Portion[]): Portion[] => {
  const byRate = new Map<string, Portion>();
  for (const portion of portions) {
    const key = `${portion.rate} ${portion.name ?? ''}`;
    const known = byRate.get(key);
    byRate.set(key, known ? { ...known, amount: add(known.amount, portion.amount) } : portion);
  }
  return [...byRate.values()];
};

/** The taxed price of a cart from those of its lines: nothing rounds again. */
export const sumTaxedPrices = (currencyCode: string, parts: readonly TaxedPrice[]): ComputedTaxedPrice => {
  const totalNet = sum(
    currencyCode,
    parts.map(part => part.totalNet),
  );
  const totalGross = sum(
    currencyCode,
    parts.map(part => part.totalGross),
  );
  return {
    totalNet,
    totalGross,
    taxPortions: mergePortions(parts.flatMap(part => part.taxPortions)),
    totalTax: subtract(totalGross, totalNet),
  };
};
