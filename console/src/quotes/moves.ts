/** The next steps of a negotiation that the states of its resources allow. */
import {
  type Move,
  type Negotiation,
  type Quote,
  type QuoteRequest,
  type StagedQuote,
  updateOf,
} from './useNegotiation';

/** The name of a text, with the request that it describes. */
export interface NamedMove {
  readonly name: string;
  readonly move: Move;
}

export const requestMoves = (request: QuoteRequest): readonly NamedMove[] => {
  if (request.quoteRequestState !== 'Submitted') return [];
  const { id, version } = request;
  return [
    {
      name: 'makeOffer',
      move: {
        operation: '/staged-quotes',
        body: {
          quoteRequest: { typeId: 'quote-request', id },
          quoteRequestVersion: version,
          quoteRequestStateToAccepted: true,
        },
      },
    },
    {
      name: 'reject',
      move: updateOf('quote-requests', request, { action: 'changeQuoteRequestState', quoteRequestState: 'Rejected' }),
    },
  ];
};

/** Tells whether a quote is pending or accepted, so that nothing can be sent now. */
const isAnswerAwaited = ({ quotes }: Negotiation): boolean =>
  quotes.some(({ quoteState }) => quoteState === 'Pending' || quoteState === 'Accepted');

export const canEdit = (staged: StagedQuote, negotiation: Negotiation): boolean =>
  staged.stagedQuoteState !== 'Closed' && !isAnswerAwaited(negotiation);

export const stagedMoves = (staged: StagedQuote, negotiation: Negotiation): readonly NamedMove[] => {
  if (!canEdit(staged, negotiation)) return [];
  const { id, version } = staged;
  const body = {
    stagedQuote: { typeId: 'staged-quote', id },
    stagedQuoteVersion: version,
    stagedQuoteStateToSent: true,
  };
  return [{ name: 'send', move: { operation: '/quotes', body } }];
};

export const quoteMoves = (quote: Quote): readonly NamedMove[] => {
  const { id, version, quoteState } = quote;
  const change = (state: string): Move => updateOf('quotes', quote, { action: 'changeQuoteState', quoteState: state });
  if (quoteState === 'DeclinedForRenegotiation') return [{ name: 'addressed', move: change('RenegotiationAddressed') }];
  if (quoteState !== 'Pending') return [];
  const order = { quote: { typeId: 'quote', id }, version, quoteStateToAccepted: true };
  return [
    { name: 'order', move: { operation: '/orders/quotes', body: order } },
    { name: 'decline', move: change('Declined') },
    { name: 'withdraw', move: change('Withdrawn') },
  ];
};
