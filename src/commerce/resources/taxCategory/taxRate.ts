/** Tax rates of a category, as drafts and as stored. */
import type { Static } from '@sinclair/typebox';
import { BigNumber } from 'bignumber.js';
import type { Context } from '../../../engine/define/Context.js';
import { fail } from '../../../base/errors/ApiError.js';
import {
  CountryCode,
  Flag,
  Key,
  List,
  NonEmptyText,
  Optional,
  Shape,
  Text,
} from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { TaxRate as AnyTaxRate } from '../../values/tax.js';
import { Type } from '../../../engine/schema/Type.js';

const subRatesMax = 100;
/** A part of the price: 0.19 is 19 percent. */
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** Rates of a category have ids, unlike external rates on line items. */
export const TaxRate = Shape({ ...AnyTaxRate.properties, id: Text });

const SubRateDraft = Named('SubRateDraft', Shape({ name: NonEmptyText, amount: Share }));
export const TaxRateDraft = Named(
  'TaxRateDraft',
  Shape({
    key: Optional(Key),
    name: NonEmptyText,
    amount: Optional(Share),
    includedInPrice: Flag,
    country: CountryCode,
    state: Optional(NonEmptyText),
    subRates: Optional(List(SubRateDraft, subRatesMax)),
  }),
);

export type TaxRate = Static<typeof TaxRate>;
type Draft = Static<typeof TaxRateDraft>;

/** Adds decimal fractions exactly: 0.1 and 0.2 make 0.3. */
const sumSubRates = (subRates: NonNullable<Draft['subRates']>): BigNumber =>
  subRates.reduce((sum, { amount }) => sum.plus(amount), new BigNumber(0));

/** Computes the amount of a rate with sub-rates, and refuses an amount that differs from their sum. */
const taxRateAmount = ({ amount, subRates = [] }: Draft): number => {
  if (subRates.length === 0) {
    if (amount !== undefined) return amount;
    throw fail('RequiredField', { field: 'taxRate.amount', expected: 'a number from 0 to 1, or subRates' });
  }
  const sum = sumSubRates(subRates);
  if (amount !== undefined && !sum.eq(amount))
    throw fail('InvalidInput', {
      message: `The subRates of a tax rate must sum up to its amount: expected ${amount}, got ${sum.toFixed()}.`,
    });
  if (sum.gt(1))
    throw fail('InvalidInput', { message: `The amounts of subRates sum up to at most 1; got ${sum.toFixed()}.` });
  return sum.toNumber();
};

export const toTaxRate = (draft: Draft, context: Context): TaxRate => {
  const { key, name, includedInPrice, country, state, subRates } = draft;
  return { id: context.newId(), key, name, amount: taxRateAmount(draft), includedInPrice, country, state, subRates };
};
