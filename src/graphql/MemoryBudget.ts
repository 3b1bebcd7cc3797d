/** What one request may take of a worker's memory, whatever its fields ask for side by side. */
import { limits } from '../config/limits.js';
import { fail } from '../errors/ApiError.js';

/** Bytes of resources that pages and references load together. */
export const createBudget = (bytesMax = limits.graphqlBytesMax) => {
  let left = bytesMax;
  return {
    take: (bytes: number): void => {
      left -= bytes;
      if (left < 0)
        throw fail('InvalidInput', {
          message: `The query loads more than ${bytesMax} bytes of resources. Ask for fewer results with limit.`,
        });
    },
  };
};

export type Budget = ReturnType<typeof createBudget>;

/** What a name, a number or a bracket takes beside the text in it, about. */
const memberCharacters = 8;

/**
 * Throws for an answer that is longer than a request may load: with aliases one large value goes out many times,
 * and takes its resource type only as text.
 */
export const assertResponseSize = (data: unknown, charactersMax = limits.graphqlBytesMax): void => {
  let left = charactersMax;
  const count = (value: unknown): void => {
    left -= typeof value === 'string' ? value.length : memberCharacters;
    if (left < 0)
      throw fail('InvalidInput', {
        message: `The answer would be longer than ${charactersMax} characters. Ask for fewer fields, or for fewer results with limit.`,
      });
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) value.forEach(count);
    else
      for (const name of Object.keys(value)) {
        left -= name.length;
        count((value as Record<string, unknown>)[name]);
      }
  };
  count(data);
};
