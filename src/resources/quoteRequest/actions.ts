import { action, change } from '../../engine/define/actions.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { changeCustomer } from '../shared/changeCustomer.js';
import { transitionState, type Workflow } from '../shared/transitionState.js';
import { type QuoteRequest, QuoteRequestState } from './members.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

export const quoteRequestWorkflow: Workflow = {
  type: 'QuoteRequestState',
  subject: 'A quote request',
  nouns: 'Quote requests',
  message: 'QuoteRequestStateTransition',
};

export const quoteRequestStateChanged = (
  { quoteRequestState: oldQuoteRequestState }: QuoteRequest,
  quoteRequestState: unknown,
) => ({ type: 'QuoteRequestStateChanged', quoteRequestState, oldQuoteRequestState });

export const actions: ActionTable<QuoteRequest> = {
  changeQuoteRequestState: change<QuoteRequest>('quoteRequestState', QuoteRequestState, quoteRequestStateChanged),
  changeCustomer: changeCustomer('QuoteRequestCustomerChanged'),
  transitionState: transitionState(quoteRequestWorkflow),
  setCustomType: setCustomType(resourceCustomFields<QuoteRequest>('quote-request')),
  setCustomField: setCustomField(resourceCustomFields<QuoteRequest>('quote-request')),
};

/** The actions of buyers on their quote requests. */
export const myActions: ActionTable<QuoteRequest> = {
  cancelQuoteRequest: action({}, (request: QuoteRequest) => {
    if (request.quoteRequestState !== 'Submitted')
      throw fail('InvalidOperation', {
        message: `The quote request is ${request.quoteRequestState}; only a Submitted one can be cancelled.`,
      });
    return { set: { quoteRequestState: 'Cancelled' }, messages: [quoteRequestStateChanged(request, 'Cancelled')] };
  }),
};
