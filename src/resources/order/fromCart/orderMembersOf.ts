/** The members that an order takes over from a cart, or from a quote with the members of a cart. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../../engine/define/Context.js';
import type { Members } from '../../../engine/define/Base.js';
import type { Cart } from '../../shared/cartMembers.js';
import { NonEmptyText, Optional, Shape, Text } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import { OrderState, PaymentState, ShipmentState } from '../enums.js';
import type { Order } from '../members.js';
import { workflowStateOf } from '../../shared/workflowState.js';

/** The members that drafts of orders from carts and from quotes have in common (ORD050 to ORD052, ORD058 to ORD060). */
export const orderDraftMembers = {
  orderNumber: Optional(NonEmptyText),
  purchaseOrderNumber: Optional(Text),
  orderState: Optional(OrderState),
  paymentState: Optional(PaymentState),
  shipmentState: Optional(ShipmentState),
  state: Optional(ResourceIdentifier('state', { load: true })),
};
const OrderDraft = Shape(orderDraftMembers);

const copiedMembers = [
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

type CopiedMembers = Pick<Cart, (typeof copiedMembers)[number]>;

export const orderMembersOf = (
  basket: CopiedMembers,
  draft: Static<typeof OrderDraft>,
  context: Context,
): Members<Order> => {
  const copied = Object.fromEntries(copiedMembers.map(name => [name, basket[name]])) as CopiedMembers;
  const { orderNumber, purchaseOrderNumber, orderState = 'Open', paymentState, shipmentState, state } = draft;
  return {
    ...copied,
    orderNumber,
    orderState,
    paymentState,
    shipmentState,
    purchaseOrderNumber: purchaseOrderNumber ?? copied.purchaseOrderNumber,
    state: state && workflowStateOf(state, context),
    syncInfo: [],
    returnInfo: [],
  };
};
