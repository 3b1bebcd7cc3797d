import type { TaxedPrice } from '../schema/tax.js';
import { minus } from './minus.js';
import { plus } from './plus.js';
import { sum } from './sum.js';
import type { ComputedTaxedPrice } from './taxedPrice.js';

type Portion = TaxedPrice['taxPortions'][number];

/** Portions of the same rate and name become one, in the order in which they first come. */
const merged = (portions: readonly Portion[]): Portion[] => {
  const byRate = new Map<string, Portion>();
  for (const portion of portions) {
    const key = `${portion.rate} ${portion.name ?? ''}`;
    const known = byRate.get(key);
    byRate.set(key, known ? { ...known, amount: plus(known.amount, portion.amount) } : portion);
  }
  return [...byRate.values()];
};

/** The taxed price of a cart from those of its lines: nothing rounds again. */
export const sumTaxed = (currencyCode: string, parts: readonly TaxedPrice[]): ComputedTaxedPrice => {
  const totalNet = sum(
    currencyCode,
    parts.map(part => part.totalNet),
  );
  const totalGross = sum(
    currencyCode,
    parts.map(part => part.totalGross),
  );
  return {
    totalNet,
    totalGross,
    taxPortions: merged(parts.flatMap(part => part.taxPortions)),
    totalTax: minus(totalGross, totalNet),
  };
};
