import type { Random } from '../../../examples/sample-shop/choices.js';
import { fieldValues, type ProjectData } from '../../support/search/fieldValues.js';
import type { SearchField, WireOrder } from '../../support/search/wire.js';

/** The orders that queries are generated from, and a source of random numbers. */
export interface QuerySource {
  readonly random: Random;
  readonly orders: readonly WireOrder[];
  readonly projectData: ProjectData;
}

const triesMax = 12;

/** Returns the values of a random order in one field; tries a few orders. */
export const sampleValues = (
  { random, orders, projectData }: QuerySource,
  searchField: SearchField,
): (string | number | boolean)[] => {
  for (let tries = 0; tries < triesMax && orders.length > 0; tries++) {
    const values = fieldValues(random.pick(orders), searchField, projectData);
    if (values.length > 0) return values.map(({ value }) => value);
  }
  return [];
};
