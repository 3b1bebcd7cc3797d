/** Discounts as carts and orders hold them: what a discount takes off, from what, and the prices that it leads to. */
import type { Static } from '@sinclair/typebox';
import { CartPredicate } from './CartPredicate.js';
import { IntegerFrom, List, OneOf, Optional, Quantity, Shape, Text } from './primitives.js';
import { Money, TypedMoney } from './money.js';
import { LooseReference, Reference } from './reference.js';

const permyriadMax = 10_000;

/** Members of a discount's value that its draft has as well. */
export const discountValueMembers = {
  type: OneOf(['relative', 'absolute', 'fixed', 'giftLineItem']),
  permyriad: Optional(IntegerFrom(0, permyriadMax)),
  applicationMode: Optional(OneOf(['ProportionateDistribution', 'EvenDistribution', 'IndividualApplication'])),
  variantId: Optional(IntegerFrom(1, Number.MAX_SAFE_INTEGER)),
};

/** Takes off a share or an amount, sets a price, or gives a line item away. Only the members of its type are stored. */
export const DiscountValue = Shape({
  ...discountValueMembers,
  money: Optional(List(TypedMoney)),
  product: Optional(Reference('product')),
  supplyChannel: Optional(Reference('channel')),
  distributionChannel: Optional(Reference('channel')),
});

/** The part of a cart that a discount is taken off. Only the members of its type are stored. */
export const DiscountTarget = Shape(
  {
    type: OneOf([
      'lineItems',
      'customLineItems',
      'shipping',
      'totalPrice',
      'multiBuyLineItems',
      'multiBuyCustomLineItems',
    ]),
    predicate: Optional(CartPredicate),
    triggerQuantity: Optional(Quantity),
    discountedQuantity: Optional(Quantity),
    maxOccurrence: Optional(Quantity),
    selectionMode: Optional(OneOf(['Cheapest', 'MostExpensive'])),
  },
  { queryableMembers: ['triggerPattern', 'targetPattern'] },
);

export const DiscountPortion = Shape({
  discount: LooseReference('cart-discount', 'direct-discount'),
  discountedAmount: Money,
});
export const DiscountedPrice = Shape({ value: Money, includedDiscounts: List(DiscountPortion) });
/** Pieces without a discount keep the fractions of a cent of their price. */
const DiscountedPiecePrice = Shape({ value: TypedMoney, includedDiscounts: List(DiscountPortion) });
export const DiscountedPricePerQuantity = List(Shape({ quantity: Quantity, discountedPrice: DiscountedPiecePrice }));
export const DiscountOnTotalPrice = Shape(
  { discountedAmount: Money, includedDiscounts: List(DiscountPortion) },
  { queryableMembers: ['discountedNetAmount', 'discountedGrossAmount'] },
);

export const DiscountCodeState = OneOf([
  'NotActive',
  'NotValid',
  'DoesNotMatchCart',
  'MatchesCart',
  'MaxApplicationReached',
  'ApplicationStoppedByPreviousDiscount',
]);
/** A discount code of a cart: buyers enter it. */
export const DiscountCodeInfo = Shape({ discountCode: LooseReference('discount-code'), state: DiscountCodeState });
/** A discount that a merchant gives to one cart. */
export const DirectDiscount = Shape({ id: Text, value: DiscountValue, target: Optional(DiscountTarget) });

export type DiscountValue = Static<typeof DiscountValue>;
export type DiscountTarget = Static<typeof DiscountTarget>;
export type DiscountPortion = Static<typeof DiscountPortion>;
export type DiscountedPrice = Static<typeof DiscountedPrice>;
export type DiscountedPiecePrice = Static<typeof DiscountedPiecePrice>;
export type DiscountedPricePerQuantity = Static<typeof DiscountedPricePerQuantity>;
export type DiscountOnTotalPrice = Static<typeof DiscountOnTotalPrice>;
export type DiscountCodeState = Static<typeof DiscountCodeState>;
export type DiscountCodeInfo = Static<typeof DiscountCodeInfo>;
export type DirectDiscount = Static<typeof DirectDiscount>;
