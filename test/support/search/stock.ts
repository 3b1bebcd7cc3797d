import type { Random } from '../../../src/seed/Random.js';
import { valuesOf, type World } from './values.js';
import type { WireOrder } from './wire.js';

/** The orders that queries are made for, and a source of random numbers. */
export interface Stock {
  readonly random: Random;
  readonly orders: readonly WireOrder[];
  readonly world: World;
}

/** A field as a query names it. */
export interface Named {
  readonly field: string;
  readonly customType?: string;
  readonly language?: string;
}

const triesMax = 12;

/** Some values that some order has, if one is found in a few tries. */
export const someValues = ({ random, orders, world }: Stock, named: Named): (string | number | boolean)[] => {
  for (let tries = 0; tries < triesMax && orders.length > 0; tries++) {
    const values = valuesOf(random.pick(orders), named, world);
    if (values.length > 0) return values.map(({ value }) => value);
  }
  return [];
};
