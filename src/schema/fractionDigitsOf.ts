const digits = new Map<string, number>();

/** ISO 4217's minor unit: 0 for JPY, 2 for EUR, 3 for KWD; 2 where the currency is unknown. */
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
