import { limits } from '../config/limits.js';
import { fail } from '../errors/ApiError.js';

const refusal = (values: string) =>
  fail('InvalidInput', {
    message: `The answer would have more than ${values}. Ask for fewer fields, or for fewer results with limit.`,
  });

/**
 * Limits the values of one response, and those that are collected without a pause: a short document may ask for each of
 * the elements of a long list a hundred times. The resources of a long page are collected in several turns of the event
 * loop.
 */
export class ValueBudget {
  #left = limits.graphqlValuesMax;
  #leftInTurn = limits.graphqlTurnValuesMax;
  #isTurnExceeded = false;

  /** The values that follow are collected in another turn of the event loop. */
  beginTurn(): void {
    this.#leftInTurn = limits.graphqlTurnValuesMax;
  }

  /** `atOnce` values are collected in this turn. False: there are too many, and the response will be refused. */
  take(values: number, atOnce = values): boolean {
    this.#left -= values;
    this.#leftInTurn -= atOnce;
    this.#isTurnExceeded ||= this.#leftInTurn < 0;
    return this.#left >= 0 && !this.#isTurnExceeded;
  }

  assertKept(): void {
    if (this.#left < 0) throw refusal(`${limits.graphqlValuesMax} values`);
    if (this.#isTurnExceeded) throw refusal(`${limits.graphqlTurnValuesMax} values in the lists of a part of it`);
  }
}
