/** A staged quote is made from a quote request, together with its quotation cart. */
import type { Static } from '@sinclair/typebox';
import { creation } from '../../engine/define/defineResource.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import { workflowStateOf } from '../shared/workflowState.js';
import { quoteRequestStateChanged } from '../quoteRequest/actions.js';
import type { QuoteRequest } from '../quoteRequest/index.js';
import { Flag, Integer, Key, Optional, Shape } from '../../schema/primitives.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { inheritCustomFields } from '../shared/inheritCustomFields.js';
import { assertVersion, type SourceChange, loadSourceAtVersion } from '../shared/loadSourceAtVersion.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { stagedQuoteWorkflow } from './actions.js';
import type { StagedQuote } from './members.js';
import { quotationCartOf } from './quotationCartOf.js';

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

export const stagedQuoteCreation = creation<StagedQuote, typeof StagedQuoteDraft>(
  StagedQuoteDraft,
  (draft, context) => {
    const request = context.load<QuoteRequest>('quote-request', draft.quoteRequest);
    assertVersion(request, draft.quoteRequestVersion);
    assertOpenRequest(request);
    const { id, customer, purchaseOrderNumber, businessUnit, store } = request;
    return {
      members: {
        key: draft.key,
        stagedQuoteState: 'InProgress',
        customer,
        quoteRequest: { typeId: 'quote-request', id },
        quotationCart: { typeId: 'cart', id: context.newId() },
        custom: inheritCustomFields(request.custom, draft.custom, 'staged-quote', context),
        state:
          draft.state && workflowStateOf(draft.state, context, stagedQuoteWorkflow.type, stagedQuoteWorkflow.nouns),
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
