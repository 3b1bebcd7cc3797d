import { action, change } from '../../engine/define/actions.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { Optional, Text } from '../../schema/primitives.js';
import { changeCustomer } from '../shared/changeCustomer.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { transitionState, type Workflow } from '../shared/transitionState.js';
import { OwnQuoteState, type Quote, SettableQuoteState } from './members.js';

export const workflow: Workflow = {
  type: 'QuoteState',
  subject: 'A quote',
  nouns: 'Quotes',
  message: 'QuoteStateTransition',
};

export const stateChanged = ({ quoteState: oldQuoteState }: Quote, quoteState: unknown) => ({
  type: 'QuoteStateChanged',
  quoteState,
  oldQuoteState,
});

/** An answer takes an offer that waits for one. */
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
  changeQuoteState: change<Quote>('quoteState', SettableQuoteState, stateChanged),
  requestQuoteRenegotiation,
  changeCustomer: changeCustomer('QuoteCustomerChanged'),
  transitionState: transitionState(workflow),
  setCustomType: setCustomType(ownCustom<Quote>('quote')),
  setCustomField: setCustomField(ownCustom<Quote>('quote')),
};

/** What buyers may do with a quote of theirs. */
export const ownActions: ActionTable<Quote> = {
  changeMyQuoteState: action({ quoteState: OwnQuoteState }, (quote: Quote, { quoteState }) => {
    assertPending(quote);
    return { set: { quoteState }, messages: [stateChanged(quote, quoteState)] };
  }),
  requestQuoteRenegotiation,
};
