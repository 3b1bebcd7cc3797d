/** The names of the counters of a code's uses: of all uses, and of the uses by one customer (ORD102). */
export const discountCodeCounters = (codeId: string, customerId: string | undefined): string[] => [
  `code/${codeId}`,
  ...(customerId === undefined ? [] : [`code/${codeId}/${customerId}`]),
];
