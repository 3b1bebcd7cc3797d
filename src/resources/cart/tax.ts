/** Tax rates that come from outside (`taxMode` External, ExternalAmount, or items that bring their own). */
import type { Static } from '@sinclair/typebox';
import { fail } from '../../errors/ApiError.js';
import { exactDecimal } from '../../pricing/money.js';
import { CountryCode, Decimal, Flag, List, Optional, Shape, Text } from '../../schema/primitives.js';
import { MoneyDraft } from '../../schema/money.js';
import type { TaxRate } from '../../schema/tax.js';

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
