/** A quote request copies a cart, which does not change. */
import type { Static } from '@sinclair/typebox';
import { fail, required } from '../../../base/errors/ApiError.js';
import type { Members } from '../../../engine/define/Base.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import type { Context } from '../../../engine/define/Context.js';
import type { CreationResult } from '../../../engine/define/Creation.js';
import { creation } from '../../../engine/define/defineResource.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { loadMany } from '../../../engine/loadResources.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Integer, Key, NonEmptyText, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { type Identifier, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { loadCustomerGroup } from '../shared/customer.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import { copyQuotedMembers, type QuotedCart } from '../shared/cartAndOrder/quotedCart.js';
import { customFieldsOf } from '../shared/customFields.js';
import { loadSourceAtVersion } from '../shared/loadSourceAtVersion.js';
import { workflowStateOf } from '../shared/workflow.js';
import { quoteRequestWorkflow } from './actions.js';
import type { QuoteRequest } from './members.js';

const QuoteRequestDraft = Shape({
  cart: ResourceIdentifier('cart'),
  cartVersion: Integer,
  key: Optional(Key),
  comment: Optional(Text),
  custom: Optional(CustomFieldsDraft),
  state: Optional(ResourceIdentifier('state', { load: true })),
  purchaseOrderNumber: Optional(Text),
});

const MyQuoteRequestDraft = Shape({ cartId: NonEmptyText, cartVersion: Integer, comment: Optional(Text) });

/** The reason against a quote request for a cart; undefined where there is none. */
const obstacleOf = ({
  cartState,
  customerId,
  discountCodes,
  shippingMode,
  shippingAddress,
}: Cart): string | undefined => {
  if (cartState !== 'Active') return `is ${cartState}; expected an Active one`;
  if (customerId === undefined) return 'belongs to no customer';
  if (discountCodes.length > 0) return 'has discount codes';
  if (shippingMode !== 'Single') return `has the shipping mode ${shippingMode}`;
  return shippingAddress === undefined ? 'has no shipping address' : undefined;
};

type Draft = Omit<Static<typeof QuoteRequestDraft>, 'cart'>;

const requestOf = (
  cart: Identifier,
  { key, comment, custom, state, purchaseOrderNumber }: Draft,
  context: Context,
): CreationResult<QuoteRequest> => {
  const members: Omit<Members<QuoteRequest>, keyof QuotedCart | 'customer'> = {
    key,
    quoteRequestState: 'Submitted',
    comment,
    custom: customFieldsOf(custom, 'quote-request', context),
    state: state && workflowStateOf(state, context, quoteRequestWorkflow.type, quoteRequestWorkflow.nouns),
    purchaseOrderNumber,
    cart: context.reference('cart', cart),
  };
  // `beforeCommit` adds the members of the cart.
  return {
    members: members as Members<QuoteRequest>,
    messages: quoteRequest => [{ type: 'QuoteRequestCreated', quoteRequest }],
  };
};

const beforeCommit: BeforeCommit<QuoteRequest> = async (access, { projectKey, draft, after, pathMembers }) => {
  const companion = await loadSourceAtVersion<Cart>(
    access,
    projectKey,
    required(after.cart, 'the cart of a new quote request'),
    (draft as Draft).cartVersion,
  );
  const { source: cart } = companion;
  const obstacle = obstacleOf(cart);
  if (obstacle !== undefined)
    throw fail('InvalidOperation', { message: `No quote can be requested for the cart '${cart.id}': it ${obstacle}.` });
  if (!sameValue(cart.customerGroup, await loadCustomerGroup(access, projectKey, cart)))
    throw fail('InvalidOperation', {
      message: `The cart '${cart.id}' has the prices of a customer group that its customer has no longer. Recalculate it first.`,
    });
  const {
    customer = { typeId: 'customer', id: required(cart.customerId, 'the customer of a cart') },
    purchaseOrderNumber = cart.purchaseOrderNumber,
  } = after as Partial<QuoteRequest>;
  // The path of a store puts a request into this store, also one for a cart without a store.
  return { set: { ...copyQuotedMembers(cart), customer, purchaseOrderNumber, ...pathMembers }, updates: [companion] };
};

/** Refuses carts of other customers and quotation carts. The path sets the customer of the request. */
const beforeMyCommit: BeforeCommit<QuoteRequest> = async (access, change) => {
  const { cart, customer } = change.after;
  const { id } = required(cart, 'the cart of a new quote request');
  const found = (await loadMany<Cart>(access, change.projectKey, 'cart', [id])).get(id);
  if (found?.customerId === undefined || found.customerId !== customer?.id || found.origin === 'Quote')
    throw fail('ReferencedResourceNotFound', { typeId: 'cart', id, identifier: id });
  return beforeCommit(access, change);
};

export const draft = creation<QuoteRequest, typeof QuoteRequestDraft>(
  QuoteRequestDraft,
  ({ cart, ...given }, context) => requestOf(cart, given, context),
  [],
  beforeCommit,
);

export const myDraft = creation<QuoteRequest, typeof MyQuoteRequestDraft>(
  MyQuoteRequestDraft,
  ({ cartId, ...given }, context) => requestOf({ id: cartId }, given, context),
  ({ cartId }) => [{ typeId: 'cart', id: cartId }],
  beforeMyCommit,
);
