import { limits } from '../config/limits.js';
import { fail } from '../errors/ApiError.js';

/**
 * Limits the values of one response: they are collected without a pause, and a short document may ask for each of the
 * elements of a long list a hundred times.
 */
export class ValueBudget {
  #left: number;

  constructor(private readonly valuesMax = limits.graphqlValuesMax) {
    this.#left = valuesMax;
  }

  /** False: the response has too many values, and will be refused as a whole. */
  take(values: number): boolean {
    this.#left -= values;
    return this.#left >= 0;
  }

  assertKept(): void {
    if (this.#left < 0)
      throw fail('InvalidInput', {
        message: `The answer would have more than ${this.valuesMax} values. Ask for fewer fields, or for fewer results with limit.`,
      });
  }
}
