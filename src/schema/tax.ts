import { CountryCode, Decimal, Flag, List, OneOf, Optional, Shape, Text } from './primitives.js';
import { Money, MoneyDraft, moneyOf } from './money.js';
import type { Static } from '@sinclair/typebox';

export const RoundingMode = OneOf(['HalfEven', 'HalfUp', 'HalfDown']);
export const TaxCalculationMode = OneOf(['LineItemLevel', 'UnitPriceLevel']);
export const TaxMode = OneOf(['Platform', 'External', 'ExternalAmount', 'Disabled']);

export const TaxRate = Shape({
  id: Optional(Text),
  key: Optional(Text),
  name: Text,
  amount: Decimal,
  includedInPrice: Flag,
  country: CountryCode,
  state: Optional(Text),
  subRates: Optional(List(Shape({ name: Text, amount: Decimal }))),
});

const portion = { name: Optional(Text), rate: Decimal };

export const TaxedPriceDraft = Shape({
  totalNet: MoneyDraft,
  totalGross: MoneyDraft,
  taxPortions: List(Shape({ ...portion, amount: MoneyDraft })),
  totalTax: Optional(MoneyDraft),
});

export const TaxedPrice = Shape({
  totalNet: Money,
  totalGross: Money,
  taxPortions: List(Shape({ ...portion, amount: Money })),
  totalTax: Optional(Money),
});

export type RoundingMode = Static<typeof RoundingMode>;
export type TaxCalculationMode = Static<typeof TaxCalculationMode>;
export type TaxMode = Static<typeof TaxMode>;
export type TaxRate = Static<typeof TaxRate>;
export type TaxedPrice = Static<typeof TaxedPrice>;

export const taxedPriceOf = (
  draft: Static<typeof TaxedPriceDraft> | undefined,
): Static<typeof TaxedPrice> | undefined =>
  draft && {
    totalNet: moneyOf(draft.totalNet),
    totalGross: moneyOf(draft.totalGross),
    taxPortions: draft.taxPortions.map(({ name, rate, amount }) => ({ name, rate, amount: moneyOf(amount) })),
    totalTax: draft.totalTax && moneyOf(draft.totalTax),
  };
