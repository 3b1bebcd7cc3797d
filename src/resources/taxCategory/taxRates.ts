import { Optional, Text } from '../../schema/primitives.js';
import { assertUniqueKeys, findElement } from '../shared/listElements.js';
import type { TaxCategory } from './members.js';
import { TaxRate } from './taxRate.js';

export const names = { taxRateId: Optional(Text), taxRateKey: Optional(Text) };

export const findTaxRate = (
  { rates }: TaxCategory,
  { taxRateId: id, taxRateKey: key }: { readonly taxRateId?: string; readonly taxRateKey?: string },
) => findElement(rates, { id, key }, 'taxRate', 'tax category');

/** Refuses duplicate keys of rates. */
export const withRates = (rates: TaxRate[]) => {
  assertUniqueKeys(rates, 'rates.key');
  return { rates };
};
