import type { Random } from '../../../src/seed/Random.js';
import { fieldValues, type ProjectData } from './fieldValues.js';
import type { WireOrder } from './wire.js';

/** The orders that queries are made for, and a source of random numbers. */
export interface QuerySource {
  readonly random: Random;
  readonly orders: readonly WireOrder[];
  readonly projectData: ProjectData;
}

/** A field as a query names it. */
export interface SearchField {
  readonly field: string;
  readonly customType?: string;
  readonly language?: string;
}

const triesMax = 12;

/** Some values that some order has, if one is found in a few tries. */
export const sampleValues = (
  { random, orders, projectData }: QuerySource,
  named: SearchField,
): (string | number | boolean)[] => {
  for (let tries = 0; tries < triesMax && orders.length > 0; tries++) {
    const values = fieldValues(random.pick(orders), named, projectData);
    if (values.length > 0) return values.map(({ value }) => value);
  }
  return [];
};
