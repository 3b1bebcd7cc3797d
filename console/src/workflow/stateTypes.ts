/** What states can belong to (STATE019). */
export const stateTypes = [
  'OrderState',
  'LineItemState',
  'ProductState',
  'ReviewState',
  'PaymentState',
  'QuoteRequestState',
  'StagedQuoteState',
  'QuoteState',
] as const;
