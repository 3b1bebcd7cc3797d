import { Type, type Static } from '@sinclair/typebox';
import type { Context } from '../../engine/context.js';
import { List, OneOf, Optional, Shape, Text } from '../../schema/primitives.js';
import { Money, MoneyDraft, moneyOf } from '../../schema/money.js';
import { Reference, ResourceIdentifier } from '../../schema/reference.js';
import { TaxedPrice, TaxRate } from '../../schema/tax.js';
import { DiscountedPrice } from './discountedPrice.js';
import { assertDeliveryKeys, Delivery, DeliveryDraft, deliveryOf } from './delivery.js';

const ShippingMethodState = OneOf(['MatchesCart', 'DoesNotMatchCart']);
const Tiers = List(Type.Any());

export const ShippingInfo = Shape({
  shippingMethodName: Text,
  price: Money,
  shippingRate: Shape({ price: Money, freeAbove: Optional(Money), tiers: Tiers }),
  taxedPrice: Optional(TaxedPrice),
  taxRate: Optional(TaxRate),
  taxCategory: Optional(Reference('tax-category')),
  shippingMethod: Optional(Reference('shipping-method')),
  deliveries: List(Delivery),
  discountedPrice: Optional(DiscountedPrice),
  shippingMethodState: ShippingMethodState,
});

export type ShippingInfo = Static<typeof ShippingInfo>;

/** ShippingInfoImportDraft */
export const ShippingInfoDraft = Shape({
  shippingMethodName: Text,
  price: MoneyDraft,
  shippingRate: Shape({ price: MoneyDraft, freeAbove: Optional(MoneyDraft), tiers: Optional(Tiers) }),
  taxRate: Optional(TaxRate),
  taxCategory: Optional(ResourceIdentifier('tax-category')),
  shippingMethod: Optional(ResourceIdentifier('shipping-method')),
  deliveries: Optional(List(DeliveryDraft)),
  shippingMethodState: Optional(ShippingMethodState),
});

export const shippingInfoOf = (
  draft: Static<typeof ShippingInfoDraft> | undefined,
  context: Context,
): Static<typeof ShippingInfo> | undefined => {
  if (draft === undefined) return undefined;
  const {
    shippingMethodName,
    price,
    shippingRate,
    taxRate,
    taxCategory,
    shippingMethod,
    deliveries = [],
    shippingMethodState = 'MatchesCart',
  } = draft;
  const made = deliveries.map(delivery => deliveryOf(delivery, context));
  assertDeliveryKeys(made);
  return {
    shippingMethodName,
    price: moneyOf(price),
    shippingRate: {
      price: moneyOf(shippingRate.price),
      freeAbove: shippingRate.freeAbove && moneyOf(shippingRate.freeAbove),
      tiers: shippingRate.tiers ?? [],
    },
    taxRate,
    taxCategory: taxCategory && context.reference('tax-category', taxCategory),
    shippingMethod: shippingMethod && context.reference('shipping-method', shippingMethod),
    deliveries: made,
    shippingMethodState,
  };
};
