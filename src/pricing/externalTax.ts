/** Taxes that another system computes (`taxMode` ExternalAmount). */
import { sameValue } from '../engine/document/sameValue.js';
import type { Money } from '../schema/money.js';
import type { TaxedPrice, TaxRate } from '../schema/tax.js';
import { subtract } from './money.js';
import { computeTaxedPrice, taxPortionsOf } from './tax.js';

/** The tax of an item or of shipping. */
export interface AppliedTax {
  readonly taxRate?: TaxRate;
  readonly taxedPrice?: TaxedPrice;
}

/** The taxed price of something with the price `price`, of which another system computed the gross amount. */
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
