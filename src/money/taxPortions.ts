import type { Money } from '../schema/money.js';
import type { TaxedPrice, TaxRate } from '../schema/tax.js';
import { allocate } from './allocate.js';

/** What taxes are computed with: a tax rate of a tax category, or one from outside. */
export type Rate = Pick<TaxRate, 'name' | 'amount' | 'includedInPrice' | 'subRates'>;

/** The tax of each sub rate, or of the rate itself if it has none; they sum to `totalTax`, also where the sub rates do not sum to the rate. */
export const taxPortions = (totalTax: Money, { name, amount: rate, subRates }: Rate): TaxedPrice['taxPortions'] => {
  const rates = subRates?.length ? subRates : [{ name, amount: rate }];
  const amounts = allocate(
    totalTax,
    rates.map(({ amount }) => amount),
  );
  return rates.map((sub, index) => ({ name: sub.name, rate: sub.amount, amount: amounts[index]! }));
};
