import type { Static } from '@sinclair/typebox';
import { Type } from '../../engine/schema/Type.js';
import { IntegerFrom, List, OneOf, Optional, Quantity, Shape, Text } from '../../engine/schema/primitives.js';
import { LooseReference, Reference } from '../../engine/schema/reference.js';
import { Money, TypedMoney, MoneyDraft } from './money.js';
import { Named } from '../../engine/schema/Named.js';

/** A hundred per cent. */
const permyriadMax = 10_000;

const DiscountApplicationMode = Named(
  'DiscountApplicationMode',
  OneOf(['ProportionateDistribution', 'EvenDistribution', 'IndividualApplication']),
);

/** Members of a discount's value that its draft has as well. */
export const discountValueMembers = {
  type: OneOf(['relative', 'absolute', 'fixed', 'giftLineItem']),
  permyriad: Optional(IntegerFrom(0, permyriadMax)),
  applicationMode: Optional(DiscountApplicationMode),
  variantId: Optional(IntegerFrom(1, Number.MAX_SAFE_INTEGER)),
};

/** Takes off a share or an amount, sets a price, or gives a line item away. Only the members of its type are stored. */
export const DiscountValue = Named(
  'CartDiscountValue',
  Shape({
    ...discountValueMembers,
    money: Optional(List(TypedMoney)),
    product: Optional(Reference('product')),
    supplyChannel: Optional(Reference('channel')),
    distributionChannel: Optional(Reference('channel')),
  }),
);

const predicateLengthMax = 10_000;

/** The text of a predicate about carts or their items; `pricing/cartPredicate.ts` compiles it. */
export const CartPredicate = Type.String({ minLength: 1, maxLength: predicateLengthMax });

const PatternCount = IntegerFrom(0, Number.MAX_SAFE_INTEGER);

/** Units of items that match a predicate: a part of what triggers a discount, or of what is discounted. */
export const PatternComponent = Named(
  'PatternComponent',
  Shape({
    type: OneOf(['CountOnLineItemUnits', 'CountOnCustomLineItemUnits']),
    predicate: CartPredicate,
    minCount: Optional(PatternCount),
    maxCount: Optional(Quantity),
    excludeCount: Optional(PatternCount),
  }),
  { input: 'PatternComponentInput' },
);

export type PatternComponent = Static<typeof PatternComponent>;

const SelectionMode = Named('SelectionMode', OneOf(['Cheapest', 'MostExpensive']));

/** Bounds the components of a pattern: each is tested with every item. */
const componentsMax = 10;

/** The part of a cart that a discount is taken off. Only the members of its type are stored. */
export const DiscountTarget = Named(
  'CartDiscountTarget',
  Shape({
    type: OneOf([
      'lineItems',
      'customLineItems',
      'shipping',
      'totalPrice',
      'multiBuyLineItems',
      'multiBuyCustomLineItems',
      'pattern',
    ]),
    predicate: Optional(CartPredicate),
    triggerQuantity: Optional(Quantity),
    discountedQuantity: Optional(Quantity),
    triggerPattern: Optional(List(PatternComponent, componentsMax)),
    targetPattern: Optional(List(PatternComponent, componentsMax)),
    maxOccurrence: Optional(Quantity),
    selectionMode: Optional(SelectionMode),
  }),
);

export const DiscountPortion = Named(
  'DiscountedLineItemPortion',
  Shape({
    discount: LooseReference('cart-discount', 'direct-discount'),
    discountedAmount: TypedMoney,
  }),
);
export const DiscountedPrice = Named(
  'DiscountedLineItemPrice',
  Shape({ value: Money, includedDiscounts: List(DiscountPortion) }),
);

type DiscountedPiecePrice = Static<typeof DiscountedPiecePrice>;

/** Pieces without a discount keep the fractions of a cent of their price. */
const DiscountedPiecePrice = Named(
  'DiscountedPiecePrice',
  Shape({ value: TypedMoney, includedDiscounts: List(DiscountPortion) }),
  { type: 'DiscountedLineItemPrice' },
);
export const DiscountedPricePerQuantity = List(
  Named('DiscountedLineItemPriceForQuantity', Shape({ quantity: Quantity, discountedPrice: DiscountedPiecePrice })),
);
export const DiscountOnTotalPrice = Named(
  'DiscountOnTotalPrice',
  Shape({
    discountedAmount: Money,
    includedDiscounts: List(Named('DiscountedTotalPricePortion', DiscountPortion)),
    discountedNetAmount: Optional(Money),
    discountedGrossAmount: Optional(Money),
  }),
);

/** Tells whether discounts on products and on carts both apply, or which kind leads to the lower total. */
export const DiscountTypeCombination = Named(
  'DiscountTypeCombination',
  Shape({
    type: OneOf(['Stacking', 'BestDeal']),
    chosenDiscountType: Optional(Named('ChosenDiscountType', OneOf(['CartDiscount', 'ProductDiscount']))),
  }),
);
export type DiscountTypeCombination = Static<typeof DiscountTypeCombination>;

export const DiscountCodeState = Named(
  'DiscountCodeState',
  OneOf([
    'NotActive',
    'NotValid',
    'DoesNotMatchCart',
    'MatchesCart',
    'MaxApplicationReached',
    'ApplicationStoppedByPreviousDiscount',
    'ApplicationStoppedByGroupBestDeal',
  ]),
);
/** A discount code of a cart: buyers enter it. */
export const DiscountCodeInfo = Named(
  'DiscountCodeInfo',
  Shape({ discountCode: LooseReference('discount-code'), state: DiscountCodeState }),
);
/** A discount that a merchant gives to one cart. */
export const DirectDiscount = Named(
  'DirectDiscount',
  Shape({ id: Text, value: DiscountValue, target: Optional(DiscountTarget) }),
);

export type DiscountValue = Static<typeof DiscountValue>;
export type DiscountTarget = Static<typeof DiscountTarget>;
export type DiscountPortion = Static<typeof DiscountPortion>;
export type DiscountedPrice = Static<typeof DiscountedPrice>;

export type DiscountedPricePerQuantity = Static<typeof DiscountedPricePerQuantity>;
export type DiscountOnTotalPrice = Static<typeof DiscountOnTotalPrice>;
export type DiscountCodeState = Static<typeof DiscountCodeState>;
export type DiscountCodeInfo = Static<typeof DiscountCodeInfo>;
export type DirectDiscount = Static<typeof DirectDiscount>;

/** Bounds the amounts of a discount: one for each currency. */
export const currenciesMax = 200;

const members = {
  type: OneOf(['relative', 'absolute', 'external']),
  permyriad: Optional(IntegerFrom(0, permyriadMax)),
};

export type ProductDiscountValue =
  | { readonly type: 'relative'; readonly permyriad: number }
  | { readonly type: 'absolute'; readonly money: readonly Money[] }
  | { readonly type: 'external' };

/** Takes a share or an amount off a price, or leaves its value to another service. */
export const ProductDiscountValue = Named(
  'ProductDiscountValue',
  Type.Unsafe<ProductDiscountValue>(Shape({ ...members, money: Optional(List(Money)) })),
);

export const ProductDiscountValueDraft = Named(
  'ProductDiscountValueDraft',
  Shape({ ...members, money: Optional(List(MoneyDraft, currenciesMax)) }),
  { input: 'ProductDiscountValueInput' },
);

export type ProductDiscountValueDraft = Static<typeof ProductDiscountValueDraft>;

/** The text of a predicate about products and their prices; `pricing/cartPredicate.ts` compiles it. */
export const ProductPredicate = Type.String({ minLength: 1, maxLength: predicateLengthMax });
