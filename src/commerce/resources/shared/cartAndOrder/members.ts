/**
 * The members that carts and orders have in common, in groups, so that each resource type keeps its own order of
 * members, and the members of carts, in their order on the wire. Orders and quotes are made from carts, hence those are
 * declared here.
 */
import { Named } from '../../../../engine/schema/Named.js';
import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../../engine/define/Base.js';
import { CustomFields } from '../../../../engine/schema/customFields.js';
import {
  CountryCode,
  DateTime,
  IntegerFrom,
  Key,
  List,
  Locale,
  OneOf,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../../../engine/schema/primitives.js';
import { KeyReference, Reference } from '../../../../engine/schema/reference.js';
import { Type } from '../../../../engine/schema/Type.js';
import { Address } from '../../../values/address.js';
import {
  DirectDiscount,
  DiscountCodeInfo,
  DiscountOnTotalPrice,
  DiscountTypeCombination,
} from '../../../values/discount.js';
import { Money } from '../../../values/money.js';
import { RoundingMode, TaxCalculationMode, TaxedPrice, TaxMode } from '../../../values/tax.js';
import { CustomLineItem, InventoryMode, LineItem } from './items.js';
import { ShippingInfo, ShippingRateInput } from './shipping.js';

const ShippingMode = Named('ShippingMode', OneOf(['Single', 'Multiple']));
export const CartOrigin = Named('CartOrigin', OneOf(['Customer', 'Merchant', 'Quote']));

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
export const PaymentInfo = Named('PaymentInfo', Shape({ payments: List(Reference('payment', { exclusive: true })) }));

export const CartOrOrder = Shape({
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

export type CartOrOrder = Static<typeof CartOrOrder>;

/** The states of a cart (ORD063). */
const CartState = Named('CartState', OneOf(['Active', 'Merged', 'Ordered', 'Frozen']));
export const FreezeStrategy = Named('FreezeStrategy', OneOf(['SoftFreeze', 'HardFreeze']));

/** Keeps clients without a scope for it from changing the cart (lock.ts). */
const CartLock = Named('CartLock', Shape({ createdAt: DateTime, clientId: Text }));

/** The inventory modes that clients may set. Carts reserve no stock. */
export const CartInventoryMode = Named('CartInventoryMode', OneOf(['None', 'TrackOnly', 'ReserveOnOrder']), {
  input: 'InventoryMode',
});

/** Bounds the line items of a cart, and its custom line items. */
export const itemsMax = 500;
const deleteDaysMax = 365_250;
export const DeleteDays = IntegerFrom(1, deleteDaysMax);

export const CartMembers = Shape(
  {
    key: Optional(Key),
    ...ownerMembers,
    ...itemMembers,
    totalLineItemQuantity: Optional(Quantity),
    ...amountMembers,
    discountTypeCombination: Optional(DiscountTypeCombination),
    taxMode: TaxMode,
    priceRoundingMode: RoundingMode,
    taxRoundingMode: RoundingMode,
    taxCalculationMode: TaxCalculationMode,
    inventoryMode: InventoryMode,
    cartState: CartState,
    freezeStrategy: Optional(FreezeStrategy),
    ...shippingMembers,
    discountCodes: List(DiscountCodeInfo),
    directDiscounts: List(DirectDiscount),
    refusedGifts: List(Reference('cart-discount')),
    paymentInfo: Optional(PaymentInfo),
    country: Optional(CountryCode),
    locale: Optional(Locale),
    origin: CartOrigin,
    custom: Optional(CustomFields),
    deleteDaysAfterLastModification: Optional(DeleteDays),
    purchaseOrderNumber: Optional(Text),
    lock: Optional(CartLock),
  },
  {
    queryableMembers: ['shippingKey', 'warnings'],
    customFieldHolders: { custom: 'order', shippingCustomFields: 'shipping' },
  },
);

export type Cart = Base & Static<typeof CartMembers> & Sends<'cart'>;

/** Bounds the discount codes of a cart. */
export const discountCodesMax = 10;
