/** What discounts made of a price, and which ones. */
import type { Static } from '@sinclair/typebox';
import { List, Quantity, Shape } from '../types/basic.js';
import { Money } from '../types/money.js';
import { LooseReference } from '../types/reference.js';

export const DiscountPortion = Shape({ discount: LooseReference('cart-discount', 'direct-discount'), discountedAmount: Money });
export const DiscountedPrice = Shape({ value: Money, includedDiscounts: List(DiscountPortion) });
export const DiscountedPricePerQuantity = List(Shape({ quantity: Quantity, discountedPrice: DiscountedPrice }));
export const DiscountOnTotalPrice = Shape({ discountedAmount: Money, includedDiscounts: List(DiscountPortion) });

export type DiscountPortion = Static<typeof DiscountPortion>;
export type DiscountedPrice = Static<typeof DiscountedPrice>;
