/** Reads single query parameters; a malformed value is refused with the expected and the given value. */
import { errorEntry, failAll, invalidInput } from '../base/errors/ApiError.js';

const malformedParameter = (name: string, value: string, expected: string) =>
  invalidInput(`Malformed parameter: ${name}: expected ${expected}, got '${value.slice(0, 100)}'.`);

/** Begins the names of variables of predicates, whose empty text is a value to compare with. */
export const variablePrefix = 'var.';

/** Parameters of deletions and other changes: a blank one is a mistake, and not the default. */
const changing: ReadonlySet<string> = new Set(['version', 'dataErasure', 'relatedData']);

const isGiven = ([name, value]: readonly [string, string]): boolean =>
  value.trim() !== '' || name.startsWith(variablePrefix) || changing.has(name);

/**
 * The parameters of a query string, of a form, or of arguments. A blank one restricts nothing, as if it were absent:
 * programs send their search fields, filters and sort keys also where they were left empty.
 */
export const readParameters = (given: string | Iterable<[string, string]>): URLSearchParams => {
  const parameters = new URLSearchParams(typeof given === 'string' ? given : [...given]);
  const all = [...parameters];
  return all.every(isGiven) ? parameters : new URLSearchParams(all.filter(isGiven));
};

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
