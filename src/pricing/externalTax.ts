import type { Static } from '@sinclair/typebox';
import { sameValue } from '../engine/document/sameValue.js';
import { fail } from '../errors/ApiError.js';
import { computeTaxedPrice, taxPortionsOf } from './tax.js';
import { type Money, moneyOf } from '../schema/money.js';
import type { TaxedPrice, TaxRate } from '../schema/tax.js';
import { type ExternalTaxAmountDraft, externalTaxRateOf } from '../resources/cart/tax.js';
import { subtract } from './money.js';

/** What something is taxed with. */
export interface AppliedTax {
  readonly taxRate?: TaxRate;
  readonly taxedPrice?: TaxedPrice;
}

/** The gross amount of something that costs `price`, as another system computed it. */
const amountOf = (price: Money, totalGross: Money, taxRate: TaxRate): TaxedPrice => {
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

/** `taxMode` ExternalAmount, as an action gives it; nothing given, nothing taxed. */
export const externalTaxOf = (price: Money, draft: Static<typeof ExternalTaxAmountDraft> | undefined): AppliedTax => {
  if (draft === undefined) return { taxRate: undefined, taxedPrice: undefined };
  const { currencyCode } = draft.totalGross;
  if (currencyCode !== price.currencyCode)
    throw fail('InvalidInput', {
      message: `The cart has the currency ${price.currencyCode}; externalTaxAmount.totalGross is in ${currencyCode}.`,
    });
  const taxRate = externalTaxRateOf(draft.taxRate, 'externalTaxAmount.taxRate')!;
  return { taxRate, taxedPrice: amountOf(price, moneyOf(draft.totalGross), taxRate) };
};

/** What stood before the update: what it cost, and what it was taxed with. */
interface Before extends AppliedTax {
  readonly price: Money;
}

/**
 * What is left of a tax from outside once it is known what is taxed. One that came with this update holds for the price as
 * it is now; an older one as long as that is the price that it was given for, and the cart takes its taxes from there.
 */
export const retainExternalTax = (
  price: Money,
  { taxRate, taxedPrice: given }: AppliedTax,
  before: Before | undefined,
  switched: boolean,
): AppliedTax => {
  const isNew = before === undefined || !sameValue(before.taxedPrice, given) || !sameValue(before.taxRate, taxRate);
  if (isNew)
    return given === undefined || taxRate === undefined
      ? { taxRate }
      : { taxRate, taxedPrice: amountOf(price, given.totalGross, taxRate) };
  return switched || !sameValue(before.price, price)
    ? { taxRate: switched ? undefined : taxRate }
    : { taxRate, taxedPrice: given };
};
