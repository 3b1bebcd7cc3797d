/** A staged quote is made from a quote request, together with its quotation cart. */
import { assertExpectedVersion } from '../../../engine/commit/commit.js';
import type { Static } from '@sinclair/typebox';
import { fail } from '../../../base/errors/ApiError.js';
import type { EveryMember } from '../../../engine/define/Base.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import { creation } from '../../../engine/define/defineResource.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Flag, Integer, Key, Optional, Shape } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { quoteRequestStateChanged } from '../quoteRequest/actions.js';
import type { QuoteRequest } from '../quoteRequest/index.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import { cartMembersOf } from '../shared/cartAndOrder/quotedCart.js';
import { inheritCustomFields } from '../shared/customFields.js';
import { loadSourceAtVersion, type SourceChange } from '../shared/loadSourceAtVersion.js';
import { workflowStateOf } from '../shared/workflow.js';
import { stagedQuoteWorkflow } from './actions.js';
import type { StagedQuote } from './members.js';

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
    throw fail('InvalidOperation', {
      message: `The quote request is ${quoteRequestState}: no offer can be made for it.`,
    });
};

const acceptedChange = (request: QuoteRequest): SourceChange =>
  request.quoteRequestState === 'Accepted'
    ? { set: {} }
    : { set: { quoteRequestState: 'Accepted' }, messages: [quoteRequestStateChanged(request, 'Accepted')] };

/** The cart in which a seller prepares a quote, with the members of the quote request. It is not deleted by age. */
const quotationCartOf = (request: QuoteRequest): EveryMember<Cart> => ({
  ...cartMembersOf(request),
  totalLineItemQuantity:
    request.lineItems.length === 0 ? undefined : request.lineItems.reduce((all, { quantity }) => all + quantity, 0),
  cartState: 'Active',
  key: undefined,
  anonymousId: undefined,
  discountTypeCombination: undefined,
  freezeStrategy: undefined,
  shippingCustomFields: undefined,
  custom: undefined,
  deleteDaysAfterLastModification: undefined,
  lock: undefined,
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

export const draft = creation<StagedQuote, typeof StagedQuoteDraft>(
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
