import type { TaxRate } from '../schema/tax.js';

/** The place that decides the tax rate. */
export interface TaxPlace {
  readonly country: string;
  readonly state?: string;
}

/**
 * The rate of a place: the rate of its state, else the rate of its whole country. Rates of other states do not apply.
 */
export const taxRateFor = <R extends TaxRate>(
  { rates }: { readonly rates: readonly R[] },
  { country, state }: TaxPlace,
): R | undefined => {
  const inCountry = rates.filter(rate => rate.country === country);
  const ofState = state === undefined ? undefined : inCountry.find(rate => rate.state === state);
  return ofState ?? inCountry.find(rate => rate.state === undefined);
};
