import type { Static } from '@sinclair/typebox';
import type { Base, Members, Sends } from '../../engine/define/Base.js';
import { DateTime, Key, OneOf, Optional, Shape, Text, Flag, Integer } from '../../engine/schema/primitives.js';
import { Named } from '../../engine/schema/Named.js';
import { CustomFields, CustomFieldsDraft } from '../../engine/schema/customFields.js';
import { KeyReference, Reference, ResourceIdentifier } from '../../engine/schema/reference.js';
import { Snapshot } from '../../engine/define/Message.js';
import { type ActionTable, change, set } from '../../engine/define/actions.js';
import { customFieldActions, resourceCustomFields } from './shared/customFieldActions.js';
import { transitionState, type Workflow, workflowStateOf } from './shared/workflow.js';
import { assertExpectedVersion } from '../../engine/commit/commit.js';
import { invalidOperation } from '../../base/errors/ApiError.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { quoteRequestStateChanged, type QuoteRequest } from './quoteRequest.js';
import type { Cart } from './shared/cartAndOrder/members.js';
import { cartMembersOf } from './shared/cartAndOrder/quotedCart.js';
import { inheritCustomFields } from './shared/customFields.js';
import { loadSourceAtVersion, type SourceChange } from './shared/loadSourceAtVersion.js';

const StagedQuoteState = Named('StagedQuoteState', OneOf(['InProgress', 'Sent', 'Closed']));

const StagedQuoteMembers = Shape({
  key: Optional(Key),
  stagedQuoteState: StagedQuoteState,
  customer: Optional(Reference('customer')),
  quoteRequest: Reference('quote-request'),
  quotationCart: Reference('cart'),
  validTo: Optional(DateTime),
  sellerComment: Optional(Text),
  custom: Optional(CustomFields),
  state: Optional(Reference('state')),
  purchaseOrderNumber: Optional(Text),
  businessUnit: Optional(KeyReference('business-unit')),
  store: Optional(KeyReference('store')),
});

export type StagedQuote = Base & Static<typeof StagedQuoteMembers> & Sends<'stagedQuote'>;

const messages = {
  StagedQuoteCreated: { stagedQuote: Snapshot<StagedQuote>('staged-quote') },
  StagedQuoteDeleted: {},
  StagedQuoteSellerCommentSet: { sellerComment: Optional(Text) },
  StagedQuoteStateChanged: { stagedQuoteState: StagedQuoteState, oldStagedQuoteState: StagedQuoteState },
  StagedQuoteStateTransition: { state: Reference('state'), oldState: Optional(Reference('state')), force: Flag },
  StagedQuoteValidToSet: { validTo: Optional(DateTime) },
};

declare module '../../engine/define/Message.js' {
  interface SentMessages {
    readonly stagedQuote: typeof messages;
  }
}

const stagedQuoteWorkflow: Workflow<StagedQuote> = {
  type: 'StagedQuoteState',
  subject: 'A staged quote',
  nouns: 'Staged quotes',
  message: 'StagedQuoteStateTransition',
};

export const stagedQuoteStateChanged = (
  { stagedQuoteState: oldStagedQuoteState }: StagedQuote,
  stagedQuoteState: StagedQuote['stagedQuoteState'],
) => ({
  type: 'StagedQuoteStateChanged' as const,
  stagedQuoteState,
  oldStagedQuoteState,
});

const actions: ActionTable<StagedQuote> = {
  changeStagedQuoteState: change<StagedQuote>('stagedQuoteState', StagedQuoteState, stagedQuoteStateChanged),
  setSellerComment: set<StagedQuote>('sellerComment', Text, (_stagedQuote, sellerComment) => ({
    type: 'StagedQuoteSellerCommentSet',
    sellerComment,
  })),
  setValidTo: set<StagedQuote>('validTo', DateTime, (_stagedQuote, validTo) => ({
    type: 'StagedQuoteValidToSet',
    validTo,
  })),
  transitionState: transitionState(stagedQuoteWorkflow),
  ...customFieldActions('', resourceCustomFields<StagedQuote>('staged-quote')),
};

const StagedQuoteDraft = Shape({
  quoteRequest: ResourceIdentifier('quote-request', { load: true }),
  quoteRequestVersion: Integer,
  quoteRequestStateToAccepted: Optional(Flag),
  key: Optional(Key),
  custom: Optional(CustomFieldsDraft),
  state: Optional(ResourceIdentifier('state', { load: true })),
});

type Draft = Static<typeof StagedQuoteDraft>;

const assertOpenRequest = ({ quoteRequestState }: QuoteRequest): void => {
  if (quoteRequestState === 'Cancelled' || quoteRequestState === 'Rejected')
    throw invalidOperation(`The quote request is ${quoteRequestState}: no offer can be made for it.`);
};

const acceptedChange = (request: QuoteRequest): SourceChange =>
  request.quoteRequestState === 'Accepted'
    ? { set: {} }
    : { set: { quoteRequestState: 'Accepted' }, messages: [quoteRequestStateChanged(request, 'Accepted')] };

/** The cart in which a seller prepares a quote, with the members of the quote request. It is not deleted by age. */
const quotationCartOf = (request: QuoteRequest): Members<Cart> => ({
  ...cartMembersOf(request),
  totalLineItemQuantity:
    request.lineItems.length === 0 ? undefined : request.lineItems.reduce((all, { quantity }) => all + quantity, 0),
  cartState: 'Active',
});

const beforeCommit: BeforeCommit<StagedQuote> = async (access, { projectKey, draft, after }) => {
  const { quoteRequestVersion, quoteRequestStateToAccepted = false } = draft as Draft;
  const request = await loadSourceAtVersion<QuoteRequest>(
    access,
    projectKey,
    after.quoteRequest,
    quoteRequestVersion,
    quoteRequestStateToAccepted ? acceptedChange : undefined,
  );
  return {
    updates: [request],
    creations: [
      {
        typeId: 'cart',
        id: after.quotationCart.id,
        members: { ...quotationCartOf(request.source), store: after.store },
      },
    ],
  };
};

const draft = creation<StagedQuote, typeof StagedQuoteDraft>(
  StagedQuoteDraft,
  (given, context) => {
    const request = context.load<QuoteRequest>('quote-request', given.quoteRequest);
    assertExpectedVersion(request, given.quoteRequestVersion);
    assertOpenRequest(request);
    const { id, customer, purchaseOrderNumber, businessUnit, store } = request;
    return {
      members: {
        key: given.key,
        stagedQuoteState: 'InProgress',
        customer,
        quoteRequest: { typeId: 'quote-request', id },
        quotationCart: { typeId: 'cart', id: context.newId() },
        custom: inheritCustomFields(request.custom, given.custom, 'staged-quote', context),
        state:
          given.state && workflowStateOf(given.state, context, stagedQuoteWorkflow.type, stagedQuoteWorkflow.nouns),
        purchaseOrderNumber,
        businessUnit,
        store,
      },
      messages: stagedQuote => [{ type: 'StagedQuoteCreated', stagedQuote }],
    };
  },
  [],
  beforeCommit,
);

/** Staged quotes: quotes in preparation. The quotation cart holds the offer. */
export const stagedQuote = defineResource<StagedQuote>({
  typeId: 'staged-quote',
  visibility: { merchantOnly: true },
  path: 'staged-quotes',
  scopes: { read: ['view_staged_quotes'], write: ['manage_staged_quotes'] },
  resource: StagedQuoteMembers,
  draft,
  actions,
  unique: ['key'],
  indexes: ['customer.id', 'quoteRequest.id', 'stagedQuoteState', 'store.key', 'state.id'],
  storeField: 'store',
  messages,
  removal: { messages: () => [{ type: 'StagedQuoteDeleted' }], erasable: true },
  behindReferences: 'it is the draft of the merchant',
});
