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

/** The members that an order has of its own: they name its source. */
type SourceMembers = Pick<Order, 'cart' | 'quote' | 'custom'>;

type CopiedMembers = Pick<
  Cart,
  | 'customerId'
  | 'customerEmail'
  | 'customerGroup'
  | 'anonymousId'
  | 'businessUnit'
  | 'store'
  | 'lineItems'
  | 'customLineItems'
  | 'totalPrice'
  | 'taxedPrice'
  | 'taxedShippingPrice'
  | 'discountOnTotalPrice'
  | 'priceRoundingMode'
  | 'taxMode'
  | 'taxRoundingMode'
  | 'taxCalculationMode'
  | 'inventoryMode'
  | 'billingAddress'
  | 'shippingAddress'
  | 'shippingMode'
  | 'shippingInfo'
  | 'shippingRateInput'
  | 'shippingCustomFields'
  | 'shipping'
  | 'itemShippingAddresses'
  | 'discountCodes'
  | 'directDiscounts'
  | 'refusedGifts'
  | 'paymentInfo'
  | 'country'
  | 'locale'
  | 'origin'
  | 'purchaseOrderNumber'
>;

/**
 * The members of an order. They are written out: in an object that begins with a spread, each further member costs a
 * hidden class (applyDraft.ts).
 */
export const orderMembersOf = (
  basket: CopiedMembers,
  draft: Static<typeof OrderDraft>,
  context: Context,
  { cart, quote, custom }: SourceMembers,
): Members<Order> => {
  const { orderNumber, purchaseOrderNumber, orderState = 'Open', paymentState, shipmentState, state } = draft;
  return {
    customerId: basket.customerId,
    customerEmail: basket.customerEmail,
    customerGroup: basket.customerGroup,
    anonymousId: basket.anonymousId,
    businessUnit: basket.businessUnit,
    store: basket.store,
    lineItems: basket.lineItems,
    customLineItems: basket.customLineItems,
    totalPrice: basket.totalPrice,
    taxedPrice: basket.taxedPrice,
    taxedShippingPrice: basket.taxedShippingPrice,
    discountOnTotalPrice: basket.discountOnTotalPrice,
    priceRoundingMode: basket.priceRoundingMode,
    taxMode: basket.taxMode,
    taxRoundingMode: basket.taxRoundingMode,
    taxCalculationMode: basket.taxCalculationMode,
    inventoryMode: basket.inventoryMode,
    billingAddress: basket.billingAddress,
    shippingAddress: basket.shippingAddress,
    shippingMode: basket.shippingMode,
    shippingInfo: basket.shippingInfo,
    shippingRateInput: basket.shippingRateInput,
    shippingCustomFields: basket.shippingCustomFields,
    shipping: basket.shipping,
    itemShippingAddresses: basket.itemShippingAddresses,
    discountCodes: basket.discountCodes,
    directDiscounts: basket.directDiscounts,
    refusedGifts: basket.refusedGifts,
    paymentInfo: basket.paymentInfo,
    country: basket.country,
    locale: basket.locale,
    origin: basket.origin,
    cart,
    quote,
    custom,
    orderNumber,
    orderState,
    paymentState,
    shipmentState,
    purchaseOrderNumber: purchaseOrderNumber ?? basket.purchaseOrderNumber,
    state: state && workflowStateOf(state, context),
    syncInfo: [],
    returnInfo: [],
    completedAt: undefined,
  };
};
