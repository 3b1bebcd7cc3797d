/** The members of orders, in their order on the wire (ORD004 to ORD039). The engine adds the members of `Base`. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { amountMembers, itemMembers, ownerMembers, shippingMembers } from '../shared/basketMembers.js';
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
} from '../../schema/primitives.js';
import { CustomFields } from '../../schema/customFields.js';
import { Reference } from '../../schema/reference.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../schema/tax.js';
import { OrderState, PaymentState, ReturnPaymentState, ReturnShipmentState, ShipmentState } from './enums.js';
import { CartOrigin, InventoryMode } from '../shared/basketEnums.js';
import { DirectDiscount, DiscountCodeInfo } from '../../schema/discount.js';

const SyncInfo = Shape({ channel: Reference('channel'), externalId: Optional(Text), syncedAt: DateTime });

const ReturnItem = Shape(
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
);

export const ReturnInfo = Shape({
  items: List(ReturnItem),
  returnTrackingId: Optional(Text),
  returnDate: Optional(DateTime),
});

export const OrderMembers = Shape(
  {
    orderNumber: Optional(Text),
    purchaseOrderNumber: Optional(Text),
    ...ownerMembers,
    ...itemMembers,
    ...amountMembers,
    priceRoundingMode: Optional(RoundingMode),
    taxMode: TaxMode,
    taxRoundingMode: RoundingMode,
    taxCalculationMode: TaxCalculationMode,
    inventoryMode: InventoryMode,
    ...shippingMembers,
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
  },
  {
    queryableMembers: ['shippingKey', 'recurringOrder', 'discountTypeCombination'],
    customFieldHolders: { custom: 'order', shippingCustomFields: 'shipping' },
  },
);

export type Order = Base & Static<typeof OrderMembers>;
export type ReturnItem = Static<typeof ReturnItem>;
export type ReturnInfo = Static<typeof ReturnInfo>;
