/** The members of orders, in their order on the wire (ORD004 to ORD039). The engine adds those of `Base`. */
import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import { InventoryMode } from '../shared/cartAndOrder/items.js';
import {
  amountMembers,
  CartOrigin,
  itemMembers,
  ownerMembers,
  PaymentInfo,
  shippingMembers,
} from '../shared/cartAndOrder/members.js';
import {
  CountryCode,
  DateTime,
  List,
  Locale,
  OneOf,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../../engine/schema/primitives.js';
import { CustomFields } from '../../../engine/schema/customFields.js';
import { Reference } from '../../../engine/schema/reference.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../values/tax.js';
import { DirectDiscount, DiscountCodeInfo, DiscountTypeCombination } from '../../values/discount.js';
import { Named } from '../../../engine/schema/Named.js';

/** The enumerations of orders are spelled as on the wire (ORD044 to ORD046). */
export const OrderState = Named('OrderState', OneOf(['Open', 'Confirmed', 'Complete', 'Cancelled']));
export const ShipmentState = Named(
  'ShipmentState',
  OneOf(['Shipped', 'Delivered', 'Ready', 'Pending', 'Delayed', 'Partial', 'Backorder']),
);
export const PaymentState = Named('PaymentState', OneOf(['BalanceDue', 'Failed', 'Pending', 'CreditOwed', 'Paid']));
export const ReturnShipmentState = Named(
  'ReturnShipmentState',
  OneOf(['Advised', 'Returned', 'BackInStock', 'Unusable']),
);
export const ReturnPaymentState = Named(
  'ReturnPaymentState',
  OneOf(['NonRefundable', 'Initial', 'Refunded', 'NotRefunded']),
);

const SyncInfo = Named(
  'SyncInfo',
  Shape({ channel: Reference('channel'), externalId: Optional(Text), syncedAt: DateTime }),
);

const ReturnItem = Named(
  'ReturnItem',
  Shape(
    {
      id: Text,
      key: Optional(Text),
      quantity: Quantity,
      type: OneOf(['LineItemReturnItem', 'CustomLineItemReturnItem']),
      lineItemId: Optional(Text),
      customLineItemId: Optional(Text),
      comment: Optional(Text),
      shipmentState: ReturnShipmentState,
      paymentState: ReturnPaymentState,
      custom: Optional(CustomFields),
      createdAt: DateTime,
      lastModifiedAt: DateTime,
    },
    { customFieldHolders: { custom: 'order-return-item' } },
  ),
);

export const ReturnInfo = Named(
  'ReturnInfo',
  Shape({
    items: List(ReturnItem),
    returnTrackingId: Optional(Text),
    returnDate: Optional(DateTime),
  }),
);

export const OrderMembers = Shape(
  {
    orderNumber: Optional(Text),
    purchaseOrderNumber: Optional(Text),
    ...ownerMembers,
    ...itemMembers,
    ...amountMembers,
    discountTypeCombination: Optional(DiscountTypeCombination),
    priceRoundingMode: Optional(RoundingMode),
    taxMode: TaxMode,
    taxRoundingMode: RoundingMode,
    taxCalculationMode: TaxCalculationMode,
    inventoryMode: InventoryMode,
    ...shippingMembers,
    discountCodes: Optional(List(DiscountCodeInfo)),
    directDiscounts: Optional(List(DirectDiscount)),
    refusedGifts: List(Reference('cart-discount')),
    paymentInfo: Optional(PaymentInfo),
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
  },
  {
    queryableMembers: ['shippingKey', 'recurringOrder'],
    customFieldHolders: { custom: 'order', shippingCustomFields: 'shipping' },
  },
);

export type Order = Base & Static<typeof OrderMembers> & Sends<'order'>;
export type ReturnItem = Static<typeof ReturnItem>;
export type ReturnInfo = Static<typeof ReturnInfo>;
