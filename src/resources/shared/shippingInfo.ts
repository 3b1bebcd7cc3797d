import type { Static } from '@sinclair/typebox';
import { List, OneOf, Optional, Shape, Text } from '../../schema/primitives.js';
import { Money } from '../../schema/money.js';
import { Reference } from '../../schema/reference.js';
import { TaxedPrice, TaxRate } from '../../schema/tax.js';
import { DiscountedPrice } from '../../schema/discount.js';
import { isMatching } from '../../schema/shippingRate.js';
import { Type } from '../../schema/Type.js';
import { Delivery } from './delivery.js';

export const ShippingMethodState = OneOf(['MatchesCart', 'DoesNotMatchCart']);

export const Tiers = List(Type.Any());

export const ShippingInfo = Shape({
  shippingMethodName: Text,
  price: Money,
  shippingRate: Shape({ price: Money, freeAbove: Optional(Money), tiers: Tiers, isMatching }),
  taxedPrice: Optional(TaxedPrice),
  taxRate: Optional(TaxRate),
  taxCategory: Optional(Reference('tax-category')),
  shippingMethod: Optional(Reference('shipping-method')),
  deliveries: List(Delivery),
  discountedPrice: Optional(DiscountedPrice),
  shippingMethodState: ShippingMethodState,
});

export type ShippingInfo = Static<typeof ShippingInfo>;
