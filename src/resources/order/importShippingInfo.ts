import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { List, Optional, Shape, Text } from '../../schema/primitives.js';
import { MoneyDraft, moneyOf } from '../../schema/money.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { TaxRate } from '../../schema/tax.js';
import { assertDeliveryKeys, DeliveryDraft, deliveryOf } from '../shared/delivery.js';
import { ShippingInfo, ShippingMethodState, Tiers } from '../shared/shippingInfo.js';

export const ShippingInfoImportDraft = Shape({
  shippingMethodName: Text,
  price: MoneyDraft,
  shippingRate: Shape({ price: MoneyDraft, freeAbove: Optional(MoneyDraft), tiers: Optional(Tiers) }),
  taxRate: Optional(TaxRate),
  taxCategory: Optional(ResourceIdentifier('tax-category')),
  shippingMethod: Optional(ResourceIdentifier('shipping-method')),
  deliveries: Optional(List(DeliveryDraft)),
  shippingMethodState: Optional(ShippingMethodState),
});

export const importShippingInfo = (
  draft: Static<typeof ShippingInfoImportDraft> | undefined,
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
  const stored = deliveries.map(delivery => deliveryOf(delivery, context));
  assertDeliveryKeys(stored);
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
    deliveries: stored,
    shippingMethodState,
  };
};
