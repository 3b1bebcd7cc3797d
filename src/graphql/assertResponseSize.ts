import { limits } from '../config/limits.js';
import { fail } from '../errors/ApiError.js';

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
    // A list of the names would be garbage for each object of the response.
    for (const name in value) {
      left -= name.length;
      count((value as Readonly<Record<string, unknown>>)[name]);
    }
  };
  const count = (value: unknown): void => {
    left -= typeof value === 'string' ? value.length : memberCharacters;
    if (left < 0)
      throw fail('InvalidInput', {
        message:
          `The answer would be longer than ${charactersMax} characters. ` +
          'Ask for fewer fields, or for fewer results with limit.',
      });
    if (typeof value === 'object' && value !== null) countMembers(value);
  };
  count(data);
};
