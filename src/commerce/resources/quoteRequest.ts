import type { Static } from '@sinclair/typebox';
import type { Base, Members, Sends } from '../../engine/define/Base.js';
import { quotedMembers, copyQuotedMembers, type QuotedCart } from './shared/cartAndOrder/quotedCart.js';
import { Key, OneOf, Optional, Shape, Text, Flag, Integer, NonEmptyText } from '../../engine/schema/primitives.js';
import { Named } from '../../engine/schema/Named.js';
import { CustomFields, CustomFieldsDraft } from '../../engine/schema/customFields.js';
import { Reference, type Identifier, ResourceIdentifier } from '../../engine/schema/reference.js';
import { Snapshot } from '../../engine/define/Message.js';
import { fail, required, invalidOperation } from '../../base/errors/ApiError.js';
import { type ActionTable, action, change } from '../../engine/define/actions.js';
import { changeCustomer, loadCustomerGroup } from './shared/customer.js';
import { customFieldActions, resourceCustomFields } from './shared/customFieldActions.js';
import { transitionState, type Workflow, workflowStateOf } from './shared/workflow.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import type { Context } from '../../engine/define/Context.js';
import type { CreationResult } from '../../engine/define/Creation.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { loadMany } from '../../engine/loadResources.js';
import type { Cart } from './shared/cartAndOrder/members.js';
import { customFieldsOf } from './shared/customFields.js';
import { loadSourceAtVersion } from './shared/loadSourceAtVersion.js';

const QuoteRequestState = Named(
  'QuoteRequestState',
  OneOf(['Submitted', 'Accepted', 'Closed', 'Rejected', 'Cancelled']),
);

const QuoteRequestMembers = Shape({
  key: Optional(Key),
  quoteRequestState: QuoteRequestState,
  comment: Optional(Text),
  // Absent once the customer was erased with all related data.
  customer: Optional(Reference('customer')),
  ...quotedMembers,
  custom: Optional(CustomFields),
  state: Optional(Reference('state')),
  purchaseOrderNumber: Optional(Text),
  cart: Optional(Reference('cart')),
});

export type QuoteRequest = Base & Static<typeof QuoteRequestMembers> & Sends<'quoteRequest'>;

const messages = {
  QuoteRequestCreated: { quoteRequest: Snapshot<QuoteRequest>('quote-request') },
  QuoteRequestDeleted: {},
  QuoteRequestCustomerChanged: { customer: Reference('customer'), previousCustomer: Optional(Reference('customer')) },
  QuoteRequestStateChanged: { quoteRequestState: QuoteRequestState, oldQuoteRequestState: QuoteRequestState },
  QuoteRequestStateTransition: { state: Reference('state'), oldState: Optional(Reference('state')), force: Flag },
};

declare module '../../engine/define/Message.js' {
  interface SentMessages {
    readonly quoteRequest: typeof messages;
  }
}

const quoteRequestWorkflow: Workflow<QuoteRequest> = {
  type: 'QuoteRequestState',
  subject: 'A quote request',
  nouns: 'Quote requests',
  message: 'QuoteRequestStateTransition',
};

export const quoteRequestStateChanged = (
  { quoteRequestState: oldQuoteRequestState }: QuoteRequest,
  quoteRequestState: QuoteRequest['quoteRequestState'],
) => ({ type: 'QuoteRequestStateChanged' as const, quoteRequestState, oldQuoteRequestState });

const customFields = customFieldActions('', resourceCustomFields<QuoteRequest>('quote-request'));

const actions: ActionTable<QuoteRequest> = {
  changeQuoteRequestState: change<QuoteRequest>('quoteRequestState', QuoteRequestState, quoteRequestStateChanged),
  changeCustomer: changeCustomer<QuoteRequest>('QuoteRequestCustomerChanged'),
  transitionState: transitionState(quoteRequestWorkflow),
  ...customFields,
};

/** The actions of buyers on their quote requests. */
const myActions: ActionTable<QuoteRequest> = {
  cancelQuoteRequest: action({}, (request: QuoteRequest) => {
    if (request.quoteRequestState !== 'Submitted')
      throw invalidOperation(
        `The quote request is ${request.quoteRequestState}; only a Submitted one can be cancelled.`,
      );
    return { set: { quoteRequestState: 'Cancelled' }, messages: [quoteRequestStateChanged(request, 'Cancelled')] };
  }),
  ...customFields,
};

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
    throw invalidOperation(`No quote can be requested for the cart '${cart.id}': it ${obstacle}.`);
  if (!sameValue(cart.customerGroup, await loadCustomerGroup(access, projectKey, cart)))
    throw invalidOperation(
      `The cart '${cart.id}' has the prices of a customer group that its customer has no longer. ` +
        'Recalculate it first.',
    );
  const {
    customer = { typeId: 'customer', id: required(cart.customerId, 'the customer of a cart') },
    purchaseOrderNumber = cart.purchaseOrderNumber,
  } = after as Partial<QuoteRequest>;
  // The path of a store puts a request into this store, also one for a cart without a store.
  return { set: { ...copyQuotedMembers(cart), customer, purchaseOrderNumber, ...pathMembers }, updates: [companion] };
};

/** Refuses carts of other customers and quotation carts. The path sets the customer of the request. */
const beforeMyCommit: BeforeCommit<QuoteRequest> = async (access, input) => {
  const { cart, customer } = input.after;
  const { id } = required(cart, 'the cart of a new quote request');
  const found = (await loadMany<Cart>(access, input.projectKey, 'cart', [id])).get(id);
  if (found?.customerId === undefined || found.customerId !== customer?.id || found.origin === 'Quote')
    throw fail('ReferencedResourceNotFound', { typeId: 'cart', id, identifier: id });
  return beforeCommit(access, input);
};

const draft = creation<QuoteRequest, typeof QuoteRequestDraft>(
  QuoteRequestDraft,
  ({ cart, ...given }, context) => requestOf(cart, given, context),
  [],
  beforeCommit,
);

const myDraft = creation<QuoteRequest, typeof MyQuoteRequestDraft>(
  MyQuoteRequestDraft,
  ({ cartId, ...given }, context) => requestOf({ id: cartId }, given, context),
  ({ cartId }) => [{ typeId: 'cart', id: cartId }],
  beforeMyCommit,
);

/** Quote requests: buyers request a quote for a cart. */
export const quoteRequest = defineResource<QuoteRequest>({
  typeId: 'quote-request',
  path: 'quote-requests',
  scopes: { read: ['view_quote_requests'], write: ['manage_quote_requests'] },
  resource: QuoteRequestMembers,
  draft,
  actions,
  unique: ['key'],
  indexes: [
    'customer.id',
    'quoteRequestState',
    'store.key',
    'cart.id',
    'state.id',
    'lineItems.productId',
    'lineItems.variant.sku',
  ],
  storeField: 'store',
  own: { scopes: ['manage_my_quote_requests'], by: 'customer', draft: myDraft, actions: myActions },
  messages,
  removal: { messages: () => [{ type: 'QuoteRequestDeleted' }], erasable: true },
});
