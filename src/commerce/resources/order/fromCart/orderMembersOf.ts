/** The members that an order takes over from a cart, or from a quote with the members of a cart. */
import type { Static } from '@sinclair/typebox';
import type { EveryMember } from '../../../../engine/define/Base.js';
import type { Context } from '../../../../engine/define/Context.js';
import type { CartMembersTaken } from '../../shared/cartAndOrder/copies.js';
import type { Cart } from '../../shared/cartAndOrder/members.js';
import { NonEmptyText, Optional, Shape, Text } from '../../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../../engine/schema/reference.js';
import { workflowStateOf } from '../../shared/workflow.js';
import { type Order, OrderState, PaymentState, ShipmentState } from '../members.js';

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

/** The members that the order does not copy: the source that it names, and its custom fields. */
type SourceMembers = Pick<Order, 'cart' | 'quote' | 'custom'>;

type CopiedMembers = Pick<Cart, CartMembersTaken<'order'>>;

/**
 * Returns the members of an order: those of the cart that shared/cartAndOrder/copies.ts names. They are written out,
 * since in an object that begins with a spread each further member costs a hidden class (applyDraft.ts).
 */
export const orderMembersOf = (
  source: CopiedMembers,
  draft: Static<typeof OrderDraft>,
  context: Context,
  { cart, quote, custom }: SourceMembers,
): EveryMember<Order> => {
  const { orderNumber, purchaseOrderNumber, orderState = 'Open', paymentState, shipmentState, state } = draft;
  return {
    customerId: source.customerId,
    customerEmail: source.customerEmail,
    customerGroup: source.customerGroup,
    anonymousId: source.anonymousId,
    businessUnit: source.businessUnit,
    store: source.store,
    lineItems: source.lineItems,
    customLineItems: source.customLineItems,
    totalPrice: source.totalPrice,
    taxedPrice: source.taxedPrice,
    taxedShippingPrice: source.taxedShippingPrice,
    discountOnTotalPrice: source.discountOnTotalPrice,
    discountTypeCombination: source.discountTypeCombination,
    priceRoundingMode: source.priceRoundingMode,
    taxMode: source.taxMode,
    taxRoundingMode: source.taxRoundingMode,
    taxCalculationMode: source.taxCalculationMode,
    inventoryMode: source.inventoryMode,
    billingAddress: source.billingAddress,
    shippingAddress: source.shippingAddress,
    shippingMode: source.shippingMode,
    shippingInfo: source.shippingInfo,
    shippingRateInput: source.shippingRateInput,
    shippingCustomFields: source.shippingCustomFields,
    shipping: source.shipping,
    itemShippingAddresses: source.itemShippingAddresses,
    discountCodes: source.discountCodes,
    directDiscounts: source.directDiscounts,
    refusedGifts: source.refusedGifts,
    paymentInfo: source.paymentInfo,
    country: source.country,
    locale: source.locale,
    origin: source.origin,
    cart,
    quote,
    custom,
    orderNumber,
    orderState,
    paymentState,
    shipmentState,
    purchaseOrderNumber: purchaseOrderNumber ?? source.purchaseOrderNumber,
    state: state && workflowStateOf(state, context),
    syncInfo: [],
    returnInfo: [],
    completedAt: undefined,
  };
};
