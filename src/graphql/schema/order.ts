/** Orders. */
import { OrderMembers } from '../../resources/order/members.js';
import { basketFields } from './basket.js';
import {
  OrderState,
  PaymentState,
  ReturnPaymentState,
  ReturnShipmentState,
  ShipmentState,
} from '../../resources/order/enums.js';
import { enumSdl, otherScalarsSdl } from './deriveSdl.js';

const orderFields = /* GraphQL */ `
    id: String!
    version: Long!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
    orderNumber: String
    ${basketFields.trim()}
    cart: Cart
    cartRef: Reference
    quoteRef: Reference
    orderState: OrderState!
    shipmentState: ShipmentState
    paymentState: PaymentState
    state: State
    stateRef: Reference
    syncInfo: [SyncInfo!]!
    returnInfo: [ReturnInfo!]!
    completedAt: DateTime
    lastMessageSequenceNumber: Long!
    customFieldsRaw(includeNames: [String!], excludeNames: [String!]): [RawCustomField!]
    customFields: Type
    customFieldList(includeNames: [String!], excludeNames: [String!]): [CustomField!]
    custom: Type
`;

export default /* GraphQL */ `
  type Order implements Versioned {
    ${orderFields.trim()}
    ${otherScalarsSdl(OrderMembers, orderFields)}
  }

  type OrderQueryResult {
    offset: Int!
    count: Int!
    total: Long!
    results: [Order!]!
  }

  ${enumSdl('OrderState', OrderState)}
  ${enumSdl('ShipmentState', ShipmentState)}
  ${enumSdl('PaymentState', PaymentState)}

  type SyncInfo { channel: Channel channelRef: Reference externalId: String syncedAt: DateTime! }
  type ReturnInfo { items: [ReturnItem!]! returnTrackingId: String returnDate: DateTime }
  type ReturnItem {
    id: String!
    key: String
    quantity: Long!
    type: String!
    lineItemId: String
    customLineItemId: String
    comment: String
    shipmentState: ReturnShipmentState!
    paymentState: ReturnPaymentState!
    custom: Type
    createdAt: DateTime!
    lastModifiedAt: DateTime!
  }
  ${enumSdl('ReturnShipmentState', ReturnShipmentState)}
  ${enumSdl('ReturnPaymentState', ReturnPaymentState)}
`;
