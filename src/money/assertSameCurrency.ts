/** Amounts of one sum share a currency: whoever mixes them has a defect, which no client can mend. */
export const assertSameCurrency = (currencyCode: string, other: { readonly currencyCode: string }): void => {
  if (other.currencyCode !== currencyCode)
    throw new Error(`An amount in ${other.currencyCode} does not add to one in ${currencyCode}`);
};
