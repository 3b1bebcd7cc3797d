import type { Static } from '@sinclair/typebox';
import type { Base, Members, Sends } from '../../engine/define/Base.js';
import { DateTime, Key, OneOf, Optional, Shape, Text, Flag, Integer } from '../../engine/schema/primitives.js';
import { Named } from '../../engine/schema/Named.js';
import { CustomFields, CustomFieldsDraft } from '../../engine/schema/customFields.js';
import { Reference, ResourceIdentifier } from '../../engine/schema/reference.js';
import { quotedMembers, copyQuotedMembers, type QuotedCart } from './shared/cartAndOrder/quotedCart.js';
import { Snapshot } from '../../engine/define/Message.js';
import { invalidOperation } from '../../base/errors/ApiError.js';
import { type ActionTable, action, change } from '../../engine/define/actions.js';
import { changeCustomer } from './shared/customer.js';
import { customFieldActions, resourceCustomFields } from './shared/customFieldActions.js';
import { transitionState, type Workflow, workflowStateOf } from './shared/workflow.js';
import { assertExpectedVersion } from '../../engine/commit/commit.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { loadStored } from '../../engine/loadResources.js';
import type { Cart } from './shared/cartAndOrder/members.js';
import { inheritCustomFields } from './shared/customFields.js';
import { loadSourceAtVersion, type SourceChange } from './shared/loadSourceAtVersion.js';
import { stagedQuoteStateChanged, type StagedQuote } from './stagedQuote.js';

/** States that changeQuoteState may set. `requestQuoteRenegotiation` sets DeclinedForRenegotiation. */
const settable = ['Pending', 'RenegotiationAddressed', 'Accepted', 'Declined', 'Withdrawn'] as const;
const SettableQuoteState = Named('SettableQuoteState', OneOf(settable), { input: 'QuoteState' });
/** States that buyers may set. */
const MyQuoteState = Named('MyQuoteState', OneOf(['Accepted', 'Declined']));
const QuoteState = Named('QuoteState', OneOf([...settable, 'DeclinedForRenegotiation']));

const QuoteMembers = Shape({
  key: Optional(Key),
  quoteRequest: Reference('quote-request'),
  stagedQuote: Reference('staged-quote'),
  customer: Optional(Reference('customer')),
  validTo: Optional(DateTime),
  sellerComment: Optional(Text),
  buyerComment: Optional(Text),
  ...quotedMembers,
  custom: Optional(CustomFields),
  quoteState: QuoteState,
  state: Optional(Reference('state')),
  purchaseOrderNumber: Optional(Text),
});

export type Quote = Base & Static<typeof QuoteMembers> & Sends<'quote'>;

const messages = {
  QuoteCreated: { quote: Snapshot<Quote>('quote') },
  QuoteDeleted: {},
  QuoteCustomerChanged: { customer: Reference('customer'), previousCustomer: Optional(Reference('customer')) },
  QuoteRenegotiationRequested: { buyerComment: Optional(Text) },
  QuoteStateChanged: { quoteState: QuoteState, oldQuoteState: QuoteState },
  QuoteStateTransition: { state: Reference('state'), oldState: Optional(Reference('state')), force: Flag },
};

declare module '../../engine/define/Message.js' {
  interface SentMessages {
    readonly quote: typeof messages;
  }
}

const quoteWorkflow: Workflow<Quote> = {
  type: 'QuoteState',
  subject: 'A quote',
  nouns: 'Quotes',
  message: 'QuoteStateTransition',
};

export const quoteStateChanged = ({ quoteState: oldQuoteState }: Quote, quoteState: Quote['quoteState']) => ({
  type: 'QuoteStateChanged' as const,
  quoteState,
  oldQuoteState,
});

/** Refuses an answer to a quote that is not pending. */
export const assertPending = ({ quoteState, id }: Quote): void => {
  if (quoteState !== 'Pending') throw invalidOperation(`The quote '${id}' is ${quoteState}; expected a Pending one.`);
};

const requestQuoteRenegotiation = action({ buyerComment: Optional(Text) }, (quote: Quote, { buyerComment }) => {
  assertPending(quote);
  return {
    set: { quoteState: 'DeclinedForRenegotiation' as const, buyerComment },
    messages: [{ type: 'QuoteRenegotiationRequested', buyerComment }],
  };
});

const customFields = customFieldActions('', resourceCustomFields<Quote>('quote'));

const actions: ActionTable<Quote> = {
  changeQuoteState: change<Quote>('quoteState', SettableQuoteState, quoteStateChanged),
  requestQuoteRenegotiation,
  changeCustomer: changeCustomer<Quote>('QuoteCustomerChanged'),
  transitionState: transitionState(quoteWorkflow),
  ...customFields,
};

/** The actions of buyers on their quotes. */
const myActions: ActionTable<Quote> = {
  changeMyQuoteState: action({ quoteState: MyQuoteState }, (quote: Quote, { quoteState }) => {
    assertPending(quote);
    return { set: { quoteState }, messages: [quoteStateChanged(quote, quoteState)] };
  }),
  requestQuoteRenegotiation,
  ...customFields,
};

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
    throw invalidOperation('The staged quote is Closed: no quote can be made from it.');
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

const draft = creation<Quote, typeof QuoteDraft>(
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

/** Quotes: offers that buyers can order (ORD056, ORD065). */
export const quote = defineResource<Quote>({
  typeId: 'quote',
  path: 'quotes',
  scopes: { read: ['view_quotes'], write: ['manage_quotes'] },
  resource: QuoteMembers,
  draft,
  actions,
  unique: ['key'],
  indexes: [
    'customer.id',
    'quoteRequest.id',
    'stagedQuote.id',
    'quoteState',
    'store.key',
    'state.id',
    'lineItems.productId',
    'lineItems.variant.sku',
  ],
  storeField: 'store',
  own: { scopes: ['manage_my_quotes'], by: 'customer', actions: myActions },
  messages,
  removal: { messages: () => [{ type: 'QuoteDeleted' }], erasable: true },
});
