import type { BigNumber } from 'bignumber.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { type Money, type TypedMoney, zero } from '../values/money.js';
import type { RoundingMode, TaxCalculationMode, TaxedPrice, TaxRate } from '../values/tax.js';
import {
  add,
  allocate,
  assertSameCurrency,
  divideAndRound,
  divideIntegers,
  exactCents,
  exactDecimal,
  linePrice,
  moneyOfCents,
  roundToInteger,
  subtract,
  sum,
} from './moneyArithmetic.js';

/** A line that is to be taxed. */
export interface Taxable {
  /** The price of the whole line after discounts. */
  readonly price: Money;
  /** The price of one piece; only `UnitPriceLevel` reads it. */
  readonly unitPrice?: TypedMoney;
  readonly quantity: number;
  /** True if `price` is the price of the pieces, even if it is not their product in the rounding of taxes. */
  readonly isOfUnits?: boolean;
  readonly taxRate: AppliedTaxRate;
  readonly calculationMode: TaxCalculationMode;
  readonly rounding: RoundingMode;
}

/** A computed taxed price always has a total tax. */
export type ComputedTaxedPrice = TaxedPrice & { readonly totalTax: Money };

/**
 * The tax on a price that is not a multiple of a unit price: on `quantity` parts of whole cents that differ by at most
 * a cent.
 */
const taxCentsOfParts = ({ price, quantity, taxRate, rounding }: Taxable): BigNumber => {
  const low = BigInt(price.centAmount) / BigInt(quantity);
  const left = BigInt(price.centAmount) % BigInt(quantity);
  const high = low + (left < 0n ? -1n : 1n);
  const highCount = exactDecimal(left).abs();
  const taxOn = (part: bigint) => taxCentsOf(exactDecimal(part), taxRate, rounding);
  return taxOn(high)
    .times(highCount)
    .plus(taxOn(low).times(exactDecimal(quantity).minus(highCount)));
};

const taxCentsOfUnits = (taxable: Taxable): BigNumber => {
  const { price, unitPrice, quantity, isOfUnits = false, taxRate, rounding } = taxable;
  if (!(Number.isSafeInteger(quantity) && quantity > 0)) throw new Error(`Cannot tax ${quantity} pieces by the piece`);
  if (unitPrice === undefined) return taxCentsOfParts(taxable);
  assertSameCurrency(price.currencyCode, unitPrice);
  const isWhole = isOfUnits || linePrice(unitPrice, quantity, rounding).centAmount === price.centAmount;
  return isWhole ? taxCentsOf(exactCents(unitPrice), taxRate, rounding).times(quantity) : taxCentsOfParts(taxable);
};

/**
 * Net, gross and tax of a line. `price` is the gross price if the rate is included in it, else the net price.
 * `LineItemLevel` rounds the tax of the line. `UnitPriceLevel` rounds the tax of one piece and multiplies it; where
 * `price` is not `quantity` times `unitPrice` (after a discount), it taxes parts of `price` that differ by at most a
 * cent. Callers tax a line with several piece prices group by group and add them with `sumTaxedPrices`.
 */
export const computeTaxedPrice = (taxable: Taxable): ComputedTaxedPrice => {
  const { price, taxRate, calculationMode, rounding } = taxable;
  assertRates(taxRate);
  const tax =
    calculationMode === 'UnitPriceLevel'
      ? taxCentsOfUnits(taxable)
      : (plainTaxCentsOf(price.centAmount, taxRate, rounding) ?? taxCentsOf(exactCents(price), taxRate, rounding));
  const totalTax = moneyOfCents(price.currencyCode, tax);
  const [totalNet, totalGross] = taxRate.includedInPrice
    ? [subtract(price, totalTax), price]
    : [price, add(price, totalTax)];
  return { totalNet, totalGross, taxPortions: taxPortionsOf(totalTax, taxRate), totalTax };
};

/** A tax rate of a tax category, or an external tax rate. */
export type AppliedTaxRate = Pick<TaxRate, 'name' | 'amount' | 'includedInPrice' | 'subRates'>;

/**
 * Splits the tax by sub rate. The portions always add up to `totalTax`, even if the sub rates do not add up to the
 * rate.
 */
export const taxPortionsOf = (
  totalTax: Money,
  { name, amount: rate, subRates }: AppliedTaxRate,
): TaxedPrice['taxPortions'] => {
  if (subRates === undefined || subRates.length === 0) return [{ name, rate, amount: totalTax }];
  const rates = subRates;
  const amounts = allocate(
    totalTax,
    rates.map(({ amount }) => amount),
  );
  return rates.map((sub, index) => ({
    name: sub.name,
    rate: sub.amount,
    amount: amounts[index] ?? zero(totalTax.currencyCode),
  }));
};

const assertRate = (name: string, amount: number): void => {
  if (!(amount >= 0 && amount <= 1))
    throw invalidInput(`The tax rate '${name}' is ${amount}; expected a number from 0 to 1.`);
};

const assertRates = ({ name, amount, subRates = [] }: AppliedTaxRate): void => {
  assertRate(name, amount);
  for (const subRate of subRates) assertRate(subRate.name, subRate.amount);
};

/**
 * The tax on an amount, in whole cents. For whole cents, the other price is rounded (net = gross / (1 + rate), or
 * gross = net * (1 + rate)) and the tax is the difference. For fractions of a cent the tax itself is rounded.
 */
const taxCentsOf = (
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

/** Rates have at most two to five digits behind the point. */
const plainDenominatorMax = 1_000_000;

/**
 * The tax on whole cents, computed with plain numbers; undefined where these are not exact. Decimals of up to 15 digits
 * and their nearest binary fractions belong together one to one: the quotient of two such integers is the rate only if
 * the decimal text of the rate is that quotient.
 */
const plainTaxCentsOf = (
  centAmount: number,
  { amount: rate, includedInPrice }: AppliedTaxRate,
  rounding: RoundingMode,
): number | undefined => {
  let denominator = 1;
  while (Math.round(rate * denominator) / denominator !== rate)
    if ((denominator *= 10) > plainDenominatorMax) return undefined;
  const grossNumerator = denominator + Math.round(rate * denominator);
  const product = centAmount * (includedInPrice ? denominator : grossNumerator);
  if (!Number.isSafeInteger(product)) return undefined;
  return includedInPrice
    ? centAmount - divideIntegers(product, grossNumerator, rounding)
    : divideIntegers(product, denominator, rounding) - centAmount;
};

type Portion = TaxedPrice['taxPortions'][number];

/** Portions with the same rate and name. */
interface PortionGroup {
  readonly portion: Portion;
  readonly amounts: Money[];
}

const isOfGroup = ({ portion }: PortionGroup, { name = '', rate }: Portion): boolean =>
  portion.rate === rate && (portion.name ?? '') === name;

/**
 * Merges portions with the same rate and name, in the order of their first occurrence. Most carts have one or two
 * rates, and their items hundreds of portions, of which most follow one of their own group.
 */
const mergePortions = (parts: readonly TaxedPrice[]): Portion[] => {
  const groups = new Map<string, PortionGroup>();
  let group: PortionGroup | undefined;
  for (const { taxPortions } of parts)
    for (const portion of taxPortions) {
      if (group === undefined || !isOfGroup(group, portion)) {
        const key = `${portion.rate} ${portion.name ?? ''}`;
        group = groups.get(key) ?? { portion, amounts: [] };
        groups.set(key, group);
      }
      group.amounts.push(portion.amount);
    }
  return [...groups.values()].map(({ portion, amounts }) =>
    amounts.length === 1 ? portion : { ...portion, amount: sum(portion.amount.currencyCode, amounts) },
  );
};

/** The taxed price of a cart as the sum of its lines. Nothing is rounded again. */
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
    taxPortions: mergePortions(parts),
    totalTax: subtract(totalGross, totalNet),
  };
};

/** The tax of an item or of shipping. */
export interface AppliedTax {
  readonly taxRate?: TaxRate;
  readonly taxedPrice?: TaxedPrice;
}

/** The taxed price of an item or of shipping at the price `price`, whose gross amount another system computed. */
export const externalTaxedPrice = (price: Money, totalGross: Money, taxRate: TaxRate): TaxedPrice => {
  if (taxRate.includedInPrice)
    return computeTaxedPrice({
      price: totalGross,
      quantity: 1,
      taxRate,
      calculationMode: 'LineItemLevel',
      rounding: 'HalfEven',
    });
  const totalTax = subtract(totalGross, price);
  return { totalNet: price, totalGross, taxPortions: taxPortionsOf(totalTax, taxRate), totalTax };
};

/** The tax before the update, and the price that it was for. */
interface TaxBefore extends AppliedTax {
  readonly price: Money;
}

/**
 * The external tax after an update. A tax that this update set applies to the new price. An older tax stays as long as
 * the price and the tax mode stay.
 */
export const retainExternalTax = (
  price: Money,
  { taxRate, taxedPrice }: AppliedTax,
  before: TaxBefore | undefined,
  isModeSwitched: boolean,
): AppliedTax => {
  const isNew =
    before === undefined || !sameValue(before.taxedPrice, taxedPrice) || !sameValue(before.taxRate, taxRate);
  if (isNew)
    return taxedPrice === undefined || taxRate === undefined
      ? { taxRate }
      : { taxRate, taxedPrice: externalTaxedPrice(price, taxedPrice.totalGross, taxRate) };
  if (isModeSwitched) return { taxRate: undefined };
  return sameValue(before.price, price) ? { taxRate, taxedPrice } : { taxRate };
};
