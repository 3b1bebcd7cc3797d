import type { BigNumber } from 'bignumber.js';
import type { Money, TypedMoney } from '../schema/money.js';
import type { RoundingMode, TaxCalculationMode, TaxedPrice } from '../schema/tax.js';
import { assertSameCurrency } from './assertSameCurrency.js';
import { cents } from './cents.js';
import { exact, exactCents } from './exact.js';
import { linePrice } from './linePrice.js';
import { minus } from './minus.js';
import { plus } from './plus.js';
import { assertRates, taxOf } from './taxOf.js';
import { type Rate, taxPortions } from './taxPortions.js';

export interface Taxable {
  /** Of the whole line, after discounts. */
  readonly price: Money;
  /** Of one piece; only `UnitPriceLevel` reads it. */
  readonly unitPrice?: TypedMoney;
  readonly quantity: number;
  readonly taxRate: Rate;
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
  const highs = exact(left).abs();
  const taxOn = (part: bigint) => taxOf(exact(part), taxRate, rounding);
  return taxOn(high)
    .times(highs)
    .plus(taxOn(low).times(exact(quantity).minus(highs)));
};

const taxOnUnits = (taxable: Taxable): BigNumber => {
  const { price, unitPrice, quantity, taxRate, rounding } = taxable;
  if (!(Number.isSafeInteger(quantity) && quantity > 0)) throw new Error(`Cannot tax ${quantity} pieces by the piece`);
  if (unitPrice === undefined) return taxOnParts(taxable);
  assertSameCurrency(price.currencyCode, unitPrice);
  const isWhole = linePrice(unitPrice, quantity, rounding).centAmount === price.centAmount;
  return isWhole ? taxOf(exactCents(unitPrice), taxRate, rounding).times(quantity) : taxOnParts(taxable);
};

/**
 * Net, gross and tax of a line. `price` stays as it is: it is the gross price if the tax is included in it, else the net one.
 * `LineItemLevel` rounds once, on the line. `UnitPriceLevel` rounds on one piece and multiplies; when `price` is not `quantity`
 * times `unitPrice` (a discount), the pieces are parts of `price` that differ by a cent at most. A line of which some pieces cost
 * less than others is better taxed group by group, and added up with `sumTaxed`.
 */
export const taxedPrice = (taxable: Taxable): ComputedTaxedPrice => {
  const { price, taxRate, calculationMode, rounding } = taxable;
  assertRates(taxRate);
  const tax = calculationMode === 'UnitPriceLevel' ? taxOnUnits(taxable) : taxOf(exactCents(price), taxRate, rounding);
  const totalTax = cents(price.currencyCode, tax);
  const [totalNet, totalGross] = taxRate.includedInPrice
    ? [minus(price, totalTax), price]
    : [price, plus(price, totalTax)];
  return { totalNet, totalGross, taxPortions: taxPortions(totalTax, taxRate), totalTax };
};
