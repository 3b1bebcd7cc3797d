/** Query parameters: each reader refuses a malformed value with what was expected and what came. */
import { errorEntry, fail, failAll } from '../errors/ApiError.js';

const malformed = (name: string, value: string, expected: string) =>
  fail('InvalidInput', {
    message: `Malformed parameter: ${name}: expected ${expected}, got '${value.slice(0, 100)}'.`,
  });

/** GEN074, GEN082: the version last seen, required on DELETE. */
export const readVersion = (query: URLSearchParams): number => {
  const value = query.get('version');
  if (value === null)
    throw failAll([errorEntry('RequiredField', { field: 'version', expected: 'an integer, the version last seen' })]);
  return readInteger(query, 'version', 0, 0, Number.MAX_SAFE_INTEGER);
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
    throw malformed(name, value, `an integer from ${minimum} to ${maximum}`);
  return number;
};

export const readFlag = (query: URLSearchParams, name: string, byDefault: boolean): boolean => {
  const value = query.get(name);
  if (value === null) return byDefault;
  if (value !== 'true' && value !== 'false') throw malformed(name, value, 'true or false');
  return value === 'true';
};
