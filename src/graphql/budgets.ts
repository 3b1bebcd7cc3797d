import { limits } from '../base/config/limits.js';
import { invalidInput } from '../base/errors/ApiError.js';

/** Limits the bytes of resources that all fields of one request load together. */
export class MemoryBudget {
  #bytesLeft: number;

  constructor(private readonly bytesMax = limits.graphqlBytesMax) {
    this.#bytesLeft = bytesMax;
  }

  /** Throws InvalidInput when the request exceeds its budget. */
  take(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0)
      throw invalidInput(
        `The query loads more than ${this.bytesMax} bytes of resources. Ask for fewer results with limit.`,
      );
  }
}

const refusal = (values: string) =>
  invalidInput(`The answer would have more than ${values}. Ask for fewer fields, or for fewer results with limit.`);

/**
 * Limits the values of one response, and the values that are collected without a pause: a short document may request
 * each element of a long list a hundred times. The resources of a long page are collected in several turns of the
 * event loop.
 */
export class ValueBudget {
  #left = limits.graphqlValuesMax;
  #leftInTurn = limits.graphqlTurnValuesMax;
  #isTurnExceeded = false;

  /** Begins another turn of the event loop, in which the following values are collected. */
  beginTurn(): void {
    this.#leftInTurn = limits.graphqlTurnValuesMax;
  }

  /** Counts values, `atOnce` of them in this turn; false if there are too many and the response will be refused. */
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

/** The approximate length of a number, or of the name and punctuation of a member, in JSON. */
const memberCharacters = 8;

/**
 * Throws InvalidInput for a response that is too long: with aliases one large value may be returned many times, while
 * its resource is loaded only once.
 */
export const assertResponseSize = (data: unknown, charactersMax = limits.graphqlCharactersMax): void => {
  let left = charactersMax;
  const countMembers = (value: object): void => {
    if (Array.isArray(value)) {
      for (const element of value) count(element);
      return;
    }
    // A list of the names would create garbage for each object of the response.
    for (const name in value) {
      left -= name.length;
      count((value as Readonly<Record<string, unknown>>)[name]);
    }
  };
  const count = (value: unknown): void => {
    left -= typeof value === 'string' ? value.length : memberCharacters;
    if (left < 0)
      throw invalidInput(
        `The answer would be longer than ${charactersMax} characters. ` +
          'Ask for fewer fields, or for fewer results with limit.',
      );
    if (typeof value === 'object' && value !== null) countMembers(value);
  };
  count(data);
};
