/** Tax rates and amounts of another system (`taxMode` External or ExternalAmount, and items without a product). */
import type { Static } from '@sinclair/typebox';
import { fail } from '../../errors/ApiError.js';
import { exactDecimal } from '../../pricing/money.js';
import { CountryCode, Decimal, Flag, List, Optional, Shape, Text } from '../../schema/primitives.js';
import { type Money, MoneyDraft, moneyOf } from '../../schema/money.js';
import type { TaxRate } from '../../schema/tax.js';
import { type AppliedTax, externalTaxedPrice } from '../../pricing/externalTax.js';

const subRatesMax = 100;

/** ExternalTaxRateDraft: `amount` from 0 to 1, or the sum of the sub rates. */
export const ExternalTaxRateDraft = Shape({
  name: Text,
  amount: Optional(Decimal),
  includedInPrice: Optional(Flag),
  country: CountryCode,
  state: Optional(Text),
  subRates: Optional(List(Shape({ name: Text, amount: Decimal }), subRatesMax)),
});
export const ExternalTaxAmountDraft = Shape({ totalGross: MoneyDraft, taxRate: ExternalTaxRateDraft });

export type ExternalTaxRateDraft = Static<typeof ExternalTaxRateDraft>;
export type ExternalTaxAmountDraft = Static<typeof ExternalTaxAmountDraft>;

export const externalTaxRateOf = (
  draft: ExternalTaxRateDraft | undefined,
  field = 'externalTaxRate',
): Static<typeof TaxRate> | undefined => {
  if (draft === undefined) return undefined;
  const { amount: given, subRates = [], includedInPrice = false, ...rest } = draft;
  const added = subRates.reduce((all, { amount }) => all.plus(exactDecimal(amount)), exactDecimal(0));
  if (given === undefined && subRates.length === 0)
    throw fail('RequiredField', {
      field: `${field}.amount`,
      expected: 'a number from 0 to 1, or subRates that add up to one',
    });
  if (given !== undefined && subRates.length > 0 && !added.eq(exactDecimal(given)))
    throw fail('InvalidInput', {
      message: `The subRates of ${field} add up to ${added.toString()}; expected its amount, ${given}.`,
    });
  const amount = given ?? added.toNumber();
  if (!(amount >= 0 && amount <= 1))
    throw fail('InvalidField', {
      field: `${field}.amount`,
      invalidValue: amount,
      expected: 'Expected a number from 0 to 1.',
    });
  return { ...rest, amount, includedInPrice, ...(subRates.length > 0 && { subRates }) };
};

/** The tax that an action gives as a gross amount (`taxMode` ExternalAmount). Without a draft it is removed. */
export const externalTaxOf = (price: Money, draft: ExternalTaxAmountDraft | undefined): AppliedTax => {
  const taxRate = externalTaxRateOf(draft?.taxRate, 'externalTaxAmount.taxRate');
  if (draft === undefined || taxRate === undefined) return { taxRate: undefined, taxedPrice: undefined };
  const { currencyCode } = draft.totalGross;
  if (currencyCode !== price.currencyCode)
    throw fail('InvalidInput', {
      message: `The cart has the currency ${price.currencyCode}; externalTaxAmount.totalGross is in ${currencyCode}.`,
    });
  return { taxRate, taxedPrice: externalTaxedPrice(price, moneyOf(draft.totalGross), taxRate) };
};
