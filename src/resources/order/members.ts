/** What an order holds besides what the engine sets (ORD004 to ORD039); the order of members is the wire's. */
import { Type, type Static } from '@sinclair/typebox';
import type { Base } from '../../engine/defineResource.js';
import { Address } from '../types/address.js';
import { CountryCode, DateTime, List, Locale, Optional, Shape, Text } from '../types/basic.js';
import { CustomFields } from '../types/customFields.js';
import { Money } from '../types/money.js';
import { KeyReference, Reference } from '../types/reference.js';
import { RoundingMode, TaxCalculationMode, TaxedPrice, TaxMode } from '../types/tax.js';
import { CustomLineItem } from './customLineItem.js';
import { CartOrigin, InventoryMode, OrderState, PaymentState, ShipmentState, ShippingMode } from './enums.js';
import { DirectDiscount, DiscountCodeInfo } from '../cart/discounts.js';
import { ShippingRateInput } from '../cart/shippingRateInput.js';
import { DiscountOnTotalPrice } from './discountedPrice.js';
import { LineItem } from './lineItem.js';
import { ReturnInfo } from './returnInfo.js';
import { ShippingInfo } from './shippingInfo.js';

const SyncInfo = Shape({ channel: Reference('channel'), externalId: Optional(Text), syncedAt: DateTime });

export const OrderMembers = Shape({
  orderNumber: Optional(Text),
  purchaseOrderNumber: Optional(Text),
  customerId: Optional(Text),
  customerEmail: Optional(Text),
  customerGroup: Optional(Reference('customer-group')),
  anonymousId: Optional(Text),
  businessUnit: Optional(KeyReference('business-unit')),
  store: Optional(KeyReference('store')),
  lineItems: List(LineItem),
  customLineItems: List(CustomLineItem),
  totalPrice: Money,
  taxedPrice: Optional(TaxedPrice),
  taxedShippingPrice: Optional(TaxedPrice),
  discountOnTotalPrice: Optional(DiscountOnTotalPrice),
  priceRoundingMode: Optional(RoundingMode),
  taxMode: TaxMode,
  taxRoundingMode: RoundingMode,
  taxCalculationMode: TaxCalculationMode,
  inventoryMode: InventoryMode,
  billingAddress: Optional(Address),
  shippingAddress: Optional(Address),
  shippingMode: ShippingMode,
  shippingInfo: Optional(ShippingInfo),
  shippingRateInput: Optional(ShippingRateInput),
  shippingCustomFields: Optional(CustomFields),
  shipping: List(Type.Any()),
  itemShippingAddresses: List(Address),
  discountCodes: Optional(List(DiscountCodeInfo)),
  directDiscounts: Optional(List(DirectDiscount)),
  refusedGifts: List(Reference('cart-discount')),
  paymentInfo: Optional(Shape({ payments: List(Reference('payment', { exclusive: true })) })),
  country: Optional(CountryCode),
  locale: Optional(Locale),
  origin: CartOrigin,
  cart: Optional(Reference('cart')),
  quote: Optional(Reference('quote')),
  orderState: OrderState,
  shipmentState: Optional(ShipmentState),
  paymentState: Optional(PaymentState),
  state: Optional(Reference('state')),
  syncInfo: List(SyncInfo),
  returnInfo: List(ReturnInfo),
  custom: Optional(CustomFields),
  completedAt: Optional(DateTime),
});

export type Order = Base & Static<typeof OrderMembers>;
