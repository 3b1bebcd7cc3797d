import type { TaxCategory } from '../resources/taxCategory/index.js';
import type { TaxRate } from '../resources/taxCategory/rate.js';

/** Where goods are taxed. */
export interface TaxedAt {
  readonly country: string;
  readonly state?: string;
}

/** The rate of a place: that of its state before that of its whole country. A rate of another state is none of its own. */
export const taxRateFor = ({ rates }: Pick<TaxCategory, 'rates'>, { country, state }: TaxedAt): TaxRate | undefined => {
  const there = rates.filter(rate => rate.country === country);
  const ofState = state === undefined ? undefined : there.find(rate => rate.state === state);
  return ofState ?? there.find(rate => rate.state === undefined);
};
