/** What an order takes over from a cart, or from a quote, which holds a cart's members. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../../engine/define/Context.js';
import type { Members } from '../../../engine/define/Base.js';
import type { Cart } from '../../shared/cartMembers.js';
import { NonEmptyText, Optional, Shape, Text } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import { OrderState, PaymentState, ShipmentState } from '../enums.js';
import type { Order } from '../members.js';
import { workflowStateOf } from '../../shared/workflowState.js';

/** What the drafts of orders from carts and from quotes have in common (ORD050 to ORD052, ORD058 to ORD060). */
export const orderDraftMembers = {
  orderNumber: Optional(NonEmptyText),
  purchaseOrderNumber: Optional(Text),
  orderState: Optional(OrderState),
  paymentState: Optional(PaymentState),
  shipmentState: Optional(ShipmentState),
  state: Optional(ResourceIdentifier('state', { load: true })),
};
const OrderDraft = Shape(orderDraftMembers);

/** Members that carts and orders hold alike. */
const shared = [
  'customerId',
  'customerEmail',
  'customerGroup',
  'anonymousId',
  'businessUnit',
  'store',
  'lineItems',
  'customLineItems',
  'totalPrice',
  'taxedPrice',
  'taxedShippingPrice',
  'discountOnTotalPrice',
  'priceRoundingMode',
  'taxMode',
  'taxRoundingMode',
  'taxCalculationMode',
  'inventoryMode',
  'billingAddress',
  'shippingAddress',
  'shippingMode',
  'shippingInfo',
  'shippingRateInput',
  'shippingCustomFields',
  'shipping',
  'itemShippingAddresses',
  'discountCodes',
  'directDiscounts',
  'refusedGifts',
  'paymentInfo',
  'country',
  'locale',
  'origin',
  'custom',
  'purchaseOrderNumber',
] as const satisfies readonly (keyof Cart & keyof Order)[];

type Basket = Pick<Cart, (typeof shared)[number]>;

export const orderMembersOf = (basket: Basket, draft: Static<typeof OrderDraft>, context: Context): Members<Order> => {
  const taken = Object.fromEntries(shared.map(name => [name, basket[name]])) as Basket;
  const { orderNumber, purchaseOrderNumber, orderState = 'Open', paymentState, shipmentState, state } = draft;
  return {
    ...taken,
    orderNumber,
    orderState,
    paymentState,
    shipmentState,
    purchaseOrderNumber: purchaseOrderNumber ?? taken.purchaseOrderNumber,
    state: state && workflowStateOf(state, context),
    syncInfo: [],
    returnInfo: [],
  };
};
