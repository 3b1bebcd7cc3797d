const digits = new Map<string, number>();

/** The number of minor digits of a currency (ISO 4217): 0 for JPY, 2 for EUR, 3 for KWD; 2 for an unknown currency. */
export const fractionDigitsOf = (currencyCode: string): number => {
  let known = digits.get(currencyCode);
  if (known === undefined) {
    known =
      new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode }).resolvedOptions()
        .maximumFractionDigits ?? 2;
    digits.set(currencyCode, known);
  }
  return known;
};
