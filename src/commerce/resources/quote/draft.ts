/** A quote is made from a staged quote and copies the members of its quotation cart. */
import { assertExpectedVersion } from '../../../engine/commit/commit.js';
import type { Static } from '@sinclair/typebox';
import { fail } from '../../../base/errors/ApiError.js';
import type { Members } from '../../../engine/define/Base.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import { creation } from '../../../engine/define/defineResource.js';
import { loadStored } from '../../../engine/loadResources.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Flag, Integer, Key, Optional, Shape } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import { copyQuotedMembers, type QuotedCart } from '../shared/cartAndOrder/quotedCart.js';
import { inheritCustomFields } from '../shared/customFields.js';
import { loadSourceAtVersion, type SourceChange } from '../shared/loadSourceAtVersion.js';
import { workflowStateOf } from '../shared/workflow.js';
import { stagedQuoteStateChanged } from '../stagedQuote/actions.js';
import type { StagedQuote } from '../stagedQuote/index.js';
import { quoteWorkflow } from './actions.js';
import type { Quote } from './members.js';

const QuoteDraft = Shape({
  key: Optional(Key),
  stagedQuote: ResourceIdentifier('staged-quote', { load: true }),
  stagedQuoteVersion: Integer,
  stagedQuoteStateToSent: Optional(Flag),
  state: Optional(ResourceIdentifier('state', { load: true })),
  custom: Optional(CustomFieldsDraft),
});

type Draft = Static<typeof QuoteDraft>;

const assertOpen = ({ stagedQuoteState }: StagedQuote): void => {
  if (stagedQuoteState === 'Closed')
    throw fail('InvalidOperation', { message: 'The staged quote is Closed: no quote can be made from it.' });
};

const sentChange = (staged: StagedQuote): SourceChange =>
  staged.stagedQuoteState === 'Sent'
    ? { set: {} }
    : { set: { stagedQuoteState: 'Sent' }, messages: [stagedQuoteStateChanged(staged, 'Sent')] };

/** Copies the quotation cart as it is at the commit: the draft names no version of it. */
const beforeCommit: BeforeCommit<Quote> = async (access, { projectKey, draft, after, pathMembers }) => {
  const { stagedQuoteVersion, stagedQuoteStateToSent = false } = draft as Draft;
  const staged = await loadSourceAtVersion<StagedQuote>(
    access,
    projectKey,
    after.stagedQuote,
    stagedQuoteVersion,
    stagedQuoteStateToSent ? sentChange : undefined,
  );
  const cart = await loadStored(access, projectKey, 'cart', staged.source.quotationCart.id);
  if (cart === undefined) throw new Error(`the quotation cart of the staged quote ${staged.source.id} is gone`);
  return {
    set: { ...copyQuotedMembers(cart.resource as Cart), ...pathMembers },
    updates: [staged, { typeId: 'cart', stored: cart, set: {} }],
  };
};

export const draft = creation<Quote, typeof QuoteDraft>(
  QuoteDraft,
  (given, context) => {
    const staged = context.load<StagedQuote>('staged-quote', given.stagedQuote);
    assertExpectedVersion(staged, given.stagedQuoteVersion);
    assertOpen(staged);
    const { id, customer, quoteRequest, validTo, sellerComment, purchaseOrderNumber } = staged;
    const members: Omit<Members<Quote>, keyof QuotedCart> = {
      key: given.key,
      quoteRequest,
      stagedQuote: { typeId: 'staged-quote', id },
      customer,
      validTo,
      sellerComment,
      custom: inheritCustomFields(staged.custom, given.custom, 'quote', context),
      quoteState: 'Pending',
      state: given.state && workflowStateOf(given.state, context, quoteWorkflow.type, quoteWorkflow.nouns),
      purchaseOrderNumber,
    };
    // `beforeCommit` adds the members of the quotation cart.
    return { members: members as Members<Quote>, messages: quote => [{ type: 'QuoteCreated', quote }] };
  },
  [],
  beforeCommit,
);
