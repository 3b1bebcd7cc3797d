import type { Static } from '@sinclair/typebox';
import { fail } from '../../../errors.js';
import { minus } from '../../../money/minus.js';
import { taxedPrice } from '../../../money/taxedPrice.js';
import { taxPortions } from '../../../money/taxPortions.js';
import { type Money, moneyOf } from '../../types/money.js';
import type { TaxedPrice, TaxRate } from '../../types/tax.js';
import { type ExternalTaxAmountDraft, externalTaxRateOf } from '../tax.js';

/** The gross amount of something as another system computed it (`taxMode` ExternalAmount); nothing given, nothing taxed. */
export const taxedFromOutside = (price: Money, draft: Static<typeof ExternalTaxAmountDraft> | undefined): { readonly taxRate?: TaxRate; readonly taxedPrice?: TaxedPrice } => {
  if (draft === undefined) return { taxRate: undefined, taxedPrice: undefined };
  const { currencyCode } = draft.totalGross;
  if (currencyCode !== price.currencyCode) throw fail('InvalidInput', { message: `The cart has the currency ${price.currencyCode}; externalTaxAmount.totalGross is in ${currencyCode}.` });
  const taxRate = externalTaxRateOf(draft.taxRate, 'externalTaxAmount.taxRate')!;
  const totalGross = moneyOf(draft.totalGross);
  if (taxRate.includedInPrice) return { taxRate, taxedPrice: taxedPrice({ price: totalGross, quantity: 1, taxRate, calculationMode: 'LineItemLevel', rounding: 'HalfEven' }) };
  const totalTax = minus(totalGross, price);
  return { taxRate, taxedPrice: { totalNet: price, totalGross, taxPortions: taxPortions(totalTax, taxRate), totalTax } };
};
