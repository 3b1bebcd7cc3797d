import { CountryCode, Decimal, Flag, List, OneOf, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import { BaseMoneyDraft, Money, MoneyDraft, moneyOf } from './money.js';
import type { Static } from '@sinclair/typebox';
import { Named } from '../../engine/schema/Named.js';

export const RoundingMode = Named('RoundingMode', OneOf(['HalfEven', 'HalfUp', 'HalfDown']));
export const TaxCalculationMode = Named('TaxCalculationMode', OneOf(['LineItemLevel', 'UnitPriceLevel']));
export const TaxMode = Named('TaxMode', OneOf(['Platform', 'External', 'ExternalAmount', 'Disabled']));

/** Bounds the parts of a tax rate, such as those of a state and a city. */
export const subRatesMax = 100;

export const SubRate = Named('SubRate', Shape({ name: Text, amount: Decimal }), { input: 'SubRateDraft' });

export const TaxRate = Named(
  'TaxRate',
  Shape({
    id: Optional(Text),
    key: Optional(Text),
    name: Text,
    amount: Decimal,
    includedInPrice: Flag,
    country: CountryCode,
    state: Optional(Text),
    subRates: Optional(List(SubRate)),
  }),
);

const portion = { name: Optional(Text), rate: Decimal };
export const TaxPortionDraft = Named('TaxPortionDraft', Shape({ ...portion, amount: MoneyDraft }));
const TaxPortion = Named('TaxPortion', Shape({ ...portion, amount: Money }));

export const TaxedPriceDraft = Named(
  'TaxedPriceDraft',
  Shape({
    totalNet: BaseMoneyDraft,
    totalGross: BaseMoneyDraft,
    taxPortions: List(TaxPortionDraft),
    totalTax: Optional(BaseMoneyDraft),
  }),
);

export const TaxedPrice = Named(
  'TaxedPrice',
  Shape({
    totalNet: Money,
    totalGross: Money,
    taxPortions: List(TaxPortion),
    totalTax: Optional(Money),
  }),
);
/** The taxed price of one item, or of shipping. */
export const TaxedItemPrice = Named('TaxedItemPrice', TaxedPrice);

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
