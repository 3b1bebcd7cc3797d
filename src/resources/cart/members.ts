/** What a cart holds besides what the engine sets; the order of members is the wire's. */
import { type Static, Type } from '@sinclair/typebox';
import type { Base } from '../../engine/defineResource.js';
import { CustomLineItem } from '../order/customLineItem.js';
import { DiscountOnTotalPrice } from '../order/discountedPrice.js';
import { CartOrigin, InventoryMode, ShippingMode } from '../order/enums.js';
import { LineItem } from '../order/lineItem.js';
import { ShippingInfo } from '../order/shippingInfo.js';
import { Address } from '../types/address.js';
import { CountryCode, IntegerFrom, Key, List, Locale, OneOf, Optional, Quantity, Shape, Text } from '../types/basic.js';
import { CustomFields } from '../types/customFields.js';
import { Money } from '../types/money.js';
import { KeyReference, Reference } from '../types/reference.js';
import { RoundingMode, TaxCalculationMode, TaxedPrice, TaxMode } from '../types/tax.js';
import { DirectDiscount, DiscountCodeInfo } from './discounts.js';
import { ShippingRateInput } from './shippingRateInput.js';

/** ORD063, and Frozen. */
export const CartState = OneOf(['Active', 'Merged', 'Ordered', 'Frozen']);
export const FreezeStrategy = OneOf(['SoftFreeze', 'HardFreeze']);

/** What clients may choose: no stock is kept aside for carts. */
export const CartInventoryMode = OneOf(['None', 'TrackOnly', 'ReserveOnOrder']);

/** Most line items of a cart, and most custom ones. */
export const itemsMax = 500;

const deleteDaysMax = 365_250;
export const DeleteDays = IntegerFrom(1, deleteDaysMax);

export const CartMembers = Shape({
  key: Optional(Key),
  customerId: Optional(Text),
  customerEmail: Optional(Text),
  customerGroup: Optional(Reference('customer-group')),
  anonymousId: Optional(Text),
  businessUnit: Optional(KeyReference('business-unit')),
  store: Optional(KeyReference('store')),
  lineItems: List(LineItem),
  customLineItems: List(CustomLineItem),
  totalLineItemQuantity: Optional(Quantity),
  totalPrice: Money,
  taxedPrice: Optional(TaxedPrice),
  taxedShippingPrice: Optional(TaxedPrice),
  discountOnTotalPrice: Optional(DiscountOnTotalPrice),
  taxMode: TaxMode,
  priceRoundingMode: RoundingMode,
  taxRoundingMode: RoundingMode,
  taxCalculationMode: TaxCalculationMode,
  inventoryMode: InventoryMode,
  cartState: CartState,
  freezeStrategy: Optional(FreezeStrategy),
  billingAddress: Optional(Address),
  shippingAddress: Optional(Address),
  shippingMode: ShippingMode,
  shippingInfo: Optional(ShippingInfo),
  shippingRateInput: Optional(ShippingRateInput),
  shippingCustomFields: Optional(CustomFields),
  shipping: List(Type.Any()),
  itemShippingAddresses: List(Address),
  discountCodes: List(DiscountCodeInfo),
  directDiscounts: List(DirectDiscount),
  refusedGifts: List(Reference('cart-discount')),
  paymentInfo: Optional(Shape({ payments: List(Reference('payment', { exclusive: true })) })),
  country: Optional(CountryCode),
  locale: Optional(Locale),
  origin: CartOrigin,
  custom: Optional(CustomFields),
  deleteDaysAfterLastModification: Optional(DeleteDays),
  purchaseOrderNumber: Optional(Text),
});

export type Cart = Base & Static<typeof CartMembers>;
