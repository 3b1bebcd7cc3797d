import { fail } from '../../../base/errors/ApiError.js';
import { type ActionTable, action, change } from '../../../engine/define/actions.js';
import { Optional, Text } from '../../../engine/schema/primitives.js';
import { changeCustomer } from '../shared/customer.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { transitionState, type Workflow } from '../shared/workflow.js';
import { MyQuoteState, type Quote, SettableQuoteState } from './members.js';

export const quoteWorkflow: Workflow<Quote> = {
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
  if (quoteState !== 'Pending')
    throw fail('InvalidOperation', { message: `The quote '${id}' is ${quoteState}; expected a Pending one.` });
};

const requestQuoteRenegotiation = action({ buyerComment: Optional(Text) }, (quote: Quote, { buyerComment }) => {
  assertPending(quote);
  return {
    set: { quoteState: 'DeclinedForRenegotiation' as const, buyerComment },
    messages: [{ type: 'QuoteRenegotiationRequested', buyerComment }],
  };
});

const customFields = customFieldActions('', resourceCustomFields<Quote>('quote'));

export const actions: ActionTable<Quote> = {
  changeQuoteState: change<Quote>('quoteState', SettableQuoteState, quoteStateChanged),
  requestQuoteRenegotiation,
  changeCustomer: changeCustomer<Quote>('QuoteCustomerChanged'),
  transitionState: transitionState(quoteWorkflow),
  ...customFields,
};

/** The actions of buyers on their quotes. */
export const myActions: ActionTable<Quote> = {
  changeMyQuoteState: action({ quoteState: MyQuoteState }, (quote: Quote, { quoteState }) => {
    assertPending(quote);
    return { set: { quoteState }, messages: [quoteStateChanged(quote, quoteState)] };
  }),
  requestQuoteRenegotiation,
  ...customFields,
};
