/** Reads single query parameters; a malformed value is refused with the expected and the given value. */
import { errorEntry, fail, failAll } from '../base/errors/ApiError.js';

const malformedParameter = (name: string, value: string, expected: string) =>
  fail('InvalidInput', {
    message: `Malformed parameter: ${name}: expected ${expected}, got '${value.slice(0, 100)}'.`,
  });

/** Reads an integer between two bounds. */
export const readInteger = (
  query: URLSearchParams,
  name: string,
  byDefault: number,
  minimum: number,
  maximum: number,
): number => {
  const value = query.get(name);
  if (value === null) return byDefault;
  const number = Number(value);
  if (!/^-?\d{1,16}$/.test(value) || number < minimum || number > maximum)
    throw malformedParameter(name, value, `an integer from ${minimum} to ${maximum}`);
  return number;
};

/** Reads the version last seen, which a deletion requires (GEN074, GEN082). */
export const readVersion = (query: URLSearchParams): number => {
  if (!query.has('version'))
    throw failAll([errorEntry('RequiredField', { field: 'version', expected: 'an integer, the version last seen' })]);
  return readInteger(query, 'version', 0, 0, Number.MAX_SAFE_INTEGER);
};

/** Reads `true` or `false`. */
export const readFlag = (query: URLSearchParams, name: string, byDefault: boolean): boolean => {
  const value = query.get(name);
  if (value === null) return byDefault;
  if (value !== 'true' && value !== 'false') throw malformedParameter(name, value, 'true or false');
  return value === 'true';
};
