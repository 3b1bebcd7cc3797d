import { type Static, Type } from '@sinclair/typebox';
import { CurrencyCode, IntegerFrom, List, NonEmptyText, OneOf, Optional, Shape } from './primitives.js';
import { Money } from './money.js';

export const tiersMax = 200;

const PriceFunction = Shape({
  currencyCode: CurrencyCode,
  function: Type.String({ minLength: 1, maxLength: functionLengthMax }),
});

const Positive = IntegerFrom(1, Number.MAX_SAFE_INTEGER);

export const tierMembers = {
  type: OneOf(['CartValue', 'CartClassification', 'CartScore']),
  minimumCentAmount: Optional(Positive),
  value: Optional(NonEmptyText),
  score: Optional(Positive),
  priceFunction: Optional(PriceFunction),
};

/** Of each type's members only its own are stored (`tierOf`). */
export const Tier = Shape({ ...tierMembers, price: Optional(Money) });

export const ShippingRate = Shape({ price: Money, freeAbove: Optional(Money), tiers: List(Tier, tiersMax) });

export type ShippingRate = Static<typeof ShippingRate>;

export type Tier = Static<typeof Tier>;

export const functionLengthMax = 256;
