import type { Static } from '@sinclair/typebox';
import {
  CurrencyCode,
  Flag,
  IntegerFrom,
  List,
  NonEmptyText,
  OneOf,
  Optional,
  Shape,
} from '../../engine/schema/primitives.js';
import { Money } from './money.js';
import { Type } from '../../engine/schema/Type.js';
import { Named } from '../../engine/schema/Named.js';

/** Bounds the tiers of one rate. */
export const tiersMax = 200;
/** Bounds the text of a price function. */
export const functionLengthMax = 256;

const PriceFunction = Named(
  'PriceFunction',
  Shape({
    currencyCode: CurrencyCode,
    function: Type.String({ minLength: 1, maxLength: functionLengthMax }),
  }),
  { input: 'PriceFunctionDraft' },
);

const PositiveInteger = IntegerFrom(1, Number.MAX_SAFE_INTEGER);

export const tierMembers = {
  type: OneOf(['CartValue', 'CartClassification', 'CartScore']),
  minimumCentAmount: Optional(PositiveInteger),
  value: Optional(NonEmptyText),
  score: Optional(PositiveInteger),
  priceFunction: Optional(PriceFunction),
};

/** True if a cart or a place gets this rate or tier; only in responses about its shipping methods. */
export const isMatching = Optional(Flag);

/** Only the members of a tier's type are stored. */
export const Tier = Named('ShippingRatePriceTier', Shape({ ...tierMembers, price: Optional(Money), isMatching }));

/** A price in one currency, the value of goods from which on shipping is free, and tiers that replace the price. */
export const ShippingRate = Named(
  'ShippingRate',
  Shape({
    price: Money,
    freeAbove: Optional(Money),
    tiers: List(Tier, tiersMax),
    isMatching,
  }),
);

export type Tier = Static<typeof Tier>;
export type ShippingRate = Static<typeof ShippingRate>;
