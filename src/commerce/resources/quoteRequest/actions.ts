import { fail } from '../../../base/errors/ApiError.js';
import { type ActionTable, action, change } from '../../../engine/define/actions.js';
import { changeCustomer } from '../shared/customer.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { transitionState, type Workflow } from '../shared/workflow.js';
import { type QuoteRequest, QuoteRequestState } from './members.js';

export const quoteRequestWorkflow: Workflow<QuoteRequest> = {
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

export const actions: ActionTable<QuoteRequest> = {
  changeQuoteRequestState: change<QuoteRequest>('quoteRequestState', QuoteRequestState, quoteRequestStateChanged),
  changeCustomer: changeCustomer<QuoteRequest>('QuoteRequestCustomerChanged'),
  transitionState: transitionState(quoteRequestWorkflow),
  ...customFields,
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
  ...customFields,
};
