import { Snapshot, Unsent } from '../../../engine/define/Message.js';
import { Named } from '../../../engine/schema/Named.js';
import { DateTime, Flag, Integer, List, Optional, Quantity, Shape, Text } from '../../../engine/schema/primitives.js';
import { KeyReference, Reference } from '../../../engine/schema/reference.js';
import { Address } from '../../values/address.js';
import { DiscountCodeState, DiscountedPricePerQuantity } from '../../values/discount.js';
import { Money } from '../../values/money.js';
import { Price } from '../../values/price.js';
import { TaxedItemPrice } from '../../values/tax.js';
import { customFieldMessageTable } from '../shared/customFieldActions.js';
import { CustomLineItem, LineItem } from '../shared/cartAndOrder/items.js';
import {
  Delivery,
  DeliveryItems,
  EstimatedDelivery,
  Measurements,
  Parcel,
  TrackingData,
  ShippingInfo,
  ShippingRateInput,
} from '../shared/cartAndOrder/shipping.js';
import { ShippingDetails } from '../shared/cartAndOrder/shippingDetails.js';
import { OrderState, PaymentState, ReturnShipmentState, ShipmentState, type Order, ReturnInfo } from './members.js';

const text = Optional(Text);
const order = { order: Snapshot<Order>('order') };
const payment = { paymentRef: Reference('payment') };
const state = Reference('state');
const customer = Optional(Reference('customer'));
const customerGroup = Optional(Reference('customer-group'));
const addresses = { address: Optional(Address), oldAddress: Optional(Address) };
const businessUnit = Optional(KeyReference('business-unit'));
const lineItem = { lineItemId: Text, lineItemKey: text };
const customLineItem = { customLineItemId: Text, customLineItemKey: text };
const itemTransition = { quantity: Integer, transitionDate: DateTime, fromState: state, toState: state };
/** Clients know this member, but it is never sent: orders have one shipping method only. */
const shipping = { shippingKey: Unsent(Text) };
const ofDelivery = { deliveryId: Text, ...shipping };
const ofParcel = { ...ofDelivery, parcelId: Text };
const itemsUpdated = { items: DeliveryItems, oldItems: DeliveryItems };

export const messages = {
  OrderCreated: order,
  OrderImported: order,
  OrderDeleted: order,
  OrderStateChanged: { orderState: OrderState, oldOrderState: OrderState },
  OrderShipmentStateChanged: { shipmentState: ShipmentState, oldShipmentState: Optional(ShipmentState) },
  OrderPaymentStateChanged: { paymentState: PaymentState, oldPaymentState: Optional(PaymentState) },
  OrderStateTransition: { state, oldState: Optional(state), force: Flag },
  OrderBillingAddressSet: addresses,
  OrderShippingAddressSet: addresses,
  // The SDK spells the second member in this way.
  OrderBusinessUnitSet: { businessUnit, oldbusinessUnit: businessUnit },
  OrderCustomerEmailSet: { email: text, oldEmail: text },
  OrderCustomerSet: { customer, customerGroup, oldCustomer: customer, oldCustomerGroup: customerGroup },
  OrderEstimatedDeliverySet: { estimatedDelivery: Optional(EstimatedDelivery) },
  OrderPurchaseOrderNumberSet: { purchaseOrderNumber: text, oldPurchaseOrderNumber: text },
  OrderStoreSet: { store: Optional(KeyReference('store')), oldStore: Optional(KeyReference('store')) },
  OrderPaymentAdded: payment,
  OrderPaymentRemoved: { ...payment, removedPaymentInfo: Flag },
  LineItemStateTransition: { ...lineItem, ...itemTransition },
  CustomLineItemStateTransition: { ...customLineItem, ...itemTransition },

  DeliveryAdded: { delivery: Delivery, ...shipping },
  DeliveryRemoved: { delivery: Delivery, ...shipping },
  DeliveryAddressSet: { ...ofDelivery, ...addresses },
  DeliveryItemsUpdated: { ...ofDelivery, ...itemsUpdated },
  ParcelAddedToDelivery: { delivery: Delivery, parcel: Parcel, ...shipping },
  ParcelRemovedFromDelivery: { ...ofDelivery, parcel: Parcel },
  ParcelItemsUpdated: { ...ofParcel, ...itemsUpdated },
  ParcelMeasurementsUpdated: { ...ofParcel, measurements: Optional(Measurements) },
  ParcelTrackingDataUpdated: { ...ofParcel, trackingData: Optional(TrackingData) },

  ReturnInfoAdded: { returnInfo: ReturnInfo },
  ReturnInfoSet: { returnInfo: List(ReturnInfo) },
  OrderReturnShipmentStateChanged: { returnItemId: Text, returnShipmentState: ReturnShipmentState },

  ...customFieldMessageTable('Order', {}),
  ...customFieldMessageTable('Delivery', { deliveryId: Text }),
};

const discountedPricePerQuantity = DiscountedPricePerQuantity;
const discountCode = Reference('discount-code');
/** The GraphQL schema defines these types. */
const [Shipping, MethodTaxedPrice] = [Named('Shipping', Shape({})), Named('MethodTaxedPrice', Shape({}))];
const purchaseOrderNumber = { purchaseOrderNumber: text, oldPurchaseOrderNumber: text };

/** No action sends these messages: orders are not edited after their creation and have one shipping method. */
export const unsentMessages = {
  OrderCustomLineItemAdded: { customLineItem: CustomLineItem },
  OrderCustomLineItemDiscountSet: { ...customLineItem, discountedPricePerQuantity, taxedPrice: TaxedItemPrice },
  OrderCustomLineItemQuantityChanged: { ...customLineItem, quantity: Quantity, oldQuantity: Quantity },
  OrderCustomLineItemRemoved: { ...customLineItem, customLineItem: CustomLineItem },
  OrderCustomerGroupSet: { customerGroup, oldCustomerGroup: customerGroup },
  OrderDiscountCodeAdded: { discountCode },
  OrderDiscountCodeRemoved: { discountCode },
  OrderDiscountCodeStateSet: { discountCode, state: DiscountCodeState, oldState: DiscountCodeState },
  OrderLineItemAdded: { lineItem: LineItem, addedQuantity: Quantity },
  OrderLineItemDiscountSet: {
    ...lineItem,
    discountedPricePerQuantity,
    totalPrice: Money,
    taxedPrice: TaxedItemPrice,
    taxedPricePortions: List(MethodTaxedPrice),
  },
  OrderLineItemDistributionChannelSet: { ...lineItem, distributionChannel: Reference('channel') },
  OrderLineItemRemoved: {
    ...lineItem,
    removedQuantity: Quantity,
    newQuantity: Quantity,
    newState: List(Text),
    newTotalPrice: Money,
    newTaxedPrice: TaxedItemPrice,
    newPrice: Price,
    newShippingDetails: ShippingDetails,
  },
  OrderShippingContainerSet: {},
  OrderShippingInfoSet: { shippingInfo: ShippingInfo, oldShippingInfo: ShippingInfo },
  OrderShippingRateInputSet: { shippingRateInput: ShippingRateInput, oldShippingRateInput: ShippingRateInput },
  OrderShippingUpdated: { current: Shipping, updated: Shipping },
  PurchaseOrderNumberSet: purchaseOrderNumber,
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly order: typeof messages;
  }
}
