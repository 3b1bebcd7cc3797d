/** The names under which the uses of a code are counted (ORD102). */
export const discountCodeCounters = (codeId: string, customerId: string | undefined): string[] => [
  `code/${codeId}`,
  ...(customerId === undefined ? [] : [`code/${codeId}/${customerId}`]),
];
