/**
 * Members that carts and orders have in common, in groups, so that each resource type keeps its own order of members.
 */
import type { Static } from '@sinclair/typebox';
import { Address } from '../../schema/address.js';
import { CustomFields } from '../../schema/customFields.js';
import { DiscountOnTotalPrice } from '../../schema/discount.js';
import { Money } from '../../schema/money.js';
import { CountryCode, List, Locale, Optional, Shape, Text } from '../../schema/primitives.js';
import { KeyReference, Reference } from '../../schema/reference.js';
import { RoundingMode, TaxCalculationMode, TaxedPrice, TaxMode } from '../../schema/tax.js';
import { Type } from '../../schema/Type.js';
import { CartOrigin, InventoryMode, ShippingMode } from './basketEnums.js';
import { CustomLineItem } from './customLineItem.js';
import { LineItem } from './lineItem.js';
import { ShippingInfo } from './shippingInfo.js';
import { ShippingRateInput } from './shippingRateInput.js';

export const ownerMembers = {
  customerId: Optional(Text),
  customerEmail: Optional(Text),
  customerGroup: Optional(Reference('customer-group')),
  anonymousId: Optional(Text),
  businessUnit: Optional(KeyReference('business-unit')),
  store: Optional(KeyReference('store')),
};

export const itemMembers = { lineItems: List(LineItem), customLineItems: List(CustomLineItem) };

export const amountMembers = {
  totalPrice: Money,
  taxedPrice: Optional(TaxedPrice),
  taxedShippingPrice: Optional(TaxedPrice),
  discountOnTotalPrice: Optional(DiscountOnTotalPrice),
};

export const shippingMembers = {
  billingAddress: Optional(Address),
  shippingAddress: Optional(Address),
  shippingMode: ShippingMode,
  shippingInfo: Optional(ShippingInfo),
  shippingRateInput: Optional(ShippingRateInput),
  shippingCustomFields: Optional(CustomFields),
  shipping: List(Type.Any()),
  itemShippingAddresses: List(Address),
};

/** A payment belongs to one cart, or to the order of that cart. */
const PaymentInfo = Shape({ payments: List(Reference('payment', { exclusive: true })) });

const Basket = Shape({
  ...ownerMembers,
  ...itemMembers,
  ...amountMembers,
  ...shippingMembers,
  taxMode: TaxMode,
  taxRoundingMode: RoundingMode,
  taxCalculationMode: TaxCalculationMode,
  inventoryMode: InventoryMode,
  refusedGifts: List(Reference('cart-discount')),
  paymentInfo: Optional(PaymentInfo),
  country: Optional(CountryCode),
  locale: Optional(Locale),
  origin: CartOrigin,
  custom: Optional(CustomFields),
  purchaseOrderNumber: Optional(Text),
});

/** A cart or an order. */
export type Basket = Static<typeof Basket>;
