import { limits } from '../config/limits.js';
import { fail } from '../errors/ApiError.js';

/** The approximate length of a number, or of the name and punctuation of a member, in JSON. */
const memberCharacters = 8;

/**
 * Throws InvalidInput for a response that is too long: with aliases one large value may be returned many times, while
 * its resource is loaded only once.
 */
export const assertResponseSize = (data: unknown, charactersMax = limits.graphqlBytesMax): void => {
  let left = charactersMax;
  const count = (value: unknown): void => {
    left -= typeof value === 'string' ? value.length : memberCharacters;
    if (left < 0)
      throw fail('InvalidInput', {
        message:
          `The answer would be longer than ${charactersMax} characters. ` +
          'Ask for fewer fields, or for fewer results with limit.',
      });
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      value.forEach(count);
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      left -= name.length;
      count(member);
    }
  };
  count(data);
};
