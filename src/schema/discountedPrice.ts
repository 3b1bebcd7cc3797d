/** What discounts made of a price, and which ones. */
import type { Static } from '@sinclair/typebox';
import { List, Quantity, Shape } from './primitives.js';
import { Money, TypedMoney } from './money.js';
import { LooseReference } from './reference.js';

export const DiscountPortion = Shape({
  discount: LooseReference('cart-discount', 'direct-discount'),
  discountedAmount: Money,
});
export const DiscountedPrice = Shape({ value: Money, includedDiscounts: List(DiscountPortion) });
/** Pieces that no discount lowered keep the fractions of a cent that their price has. */
const DiscountedPiecePrice = Shape({ value: TypedMoney, includedDiscounts: List(DiscountPortion) });
export const DiscountedPricePerQuantity = List(Shape({ quantity: Quantity, discountedPrice: DiscountedPiecePrice }));
export const DiscountOnTotalPrice = Shape({ discountedAmount: Money, includedDiscounts: List(DiscountPortion) });

export type DiscountPortion = Static<typeof DiscountPortion>;
export type DiscountedPiecePrice = Static<typeof DiscountedPiecePrice>;
