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

const copyMembers = (basket: CopiedMembers): CopiedMembers => {
  const copied: Partial<Record<keyof CopiedMembers, unknown>> = {};
  for (const name of copiedMembers) {
    const value = basket[name];
    if (value !== undefined) copied[name] = value;
  }
  return copied as CopiedMembers;
};

export const orderMembersOf = (
  basket: CopiedMembers,
  draft: Static<typeof OrderDraft>,
  context: Context,
): Members<Order> => {
  const copied = copyMembers(basket);
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
