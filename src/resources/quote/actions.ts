import { action, change } from '../../engine/define/actions.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { Optional, Text } from '../../schema/primitives.js';
import { changeCustomer } from '../shared/changeCustomer.js';
import { transitionState, type Workflow } from '../shared/transitionState.js';
import { MyQuoteState, type Quote, SettableQuoteState } from './members.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

export const quoteWorkflow: Workflow = {
  type: 'QuoteState',
  subject: 'A quote',
  nouns: 'Quotes',
  message: 'QuoteStateTransition',
};

export const quoteStateChanged = ({ quoteState: oldQuoteState }: Quote, quoteState: unknown) => ({
  type: 'QuoteStateChanged',
  quoteState,
  oldQuoteState,
});

/** Refuses an answer to a quote that is not pending. */
export const assertPending = ({ quoteState, id }: Quote): void => {
  if (quoteState !== 'Pending')
    throw fail('InvalidOperation', { message: `The quote '${id}' is ${quoteState}; expected a Pending one.` });
};

const requestQuoteRenegotiation: Action<Quote> = action(
  { buyerComment: Optional(Text) },
  (quote: Quote, { buyerComment }) => {
    assertPending(quote);
    return {
      set: { quoteState: 'DeclinedForRenegotiation', buyerComment },
      messages: [{ type: 'QuoteRenegotiationRequested', buyerComment }],
    };
  },
);

export const actions: ActionTable<Quote> = {
  changeQuoteState: change<Quote>('quoteState', SettableQuoteState, quoteStateChanged),
  requestQuoteRenegotiation,
  changeCustomer: changeCustomer('QuoteCustomerChanged'),
  transitionState: transitionState(quoteWorkflow),
  setCustomType: setCustomType(resourceCustomFields<Quote>('quote')),
  setCustomField: setCustomField(resourceCustomFields<Quote>('quote')),
};

/** The actions of buyers on their quotes. */
export const myActions: ActionTable<Quote> = {
  changeMyQuoteState: action({ quoteState: MyQuoteState }, (quote: Quote, { quoteState }) => {
    assertPending(quote);
    return { set: { quoteState }, messages: [quoteStateChanged(quote, quoteState)] };
  }),
  requestQuoteRenegotiation,
};
