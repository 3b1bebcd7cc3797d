import { type ApiError, fail } from '../../../base/errors/ApiError.js';
import type { FieldScope } from './FieldScope.js';
import type { SortKey } from './comparisons.js';
import { sortCharactersMax, sortSegmentsMax, abbreviateClientText } from './predicateLimits.js';

const directions = new Map<string, SortKey['direction']>([
  ['asc', 'asc'],
  ['desc', 'desc'],
]);
const segment = /^[a-zA-Z0-9_-]+$/;

const malformedSort = (text: string, expected: string): ApiError =>
  fail('InvalidInput', {
    message: `Malformed parameter: sort: Invalid input '${abbreviateClientText(text)}', expected ${expected}.`,
  });

const parseSortPath = (text: string): string[] => {
  const path = text.split('.');
  if (path.length > sortSegmentsMax) throw malformedSort(text, `a path of at most ${sortSegmentsMax} field names`);
  if (!path.every(name => segment.test(name))) throw malformedSort(text, "field names joined by '.'");
  return path;
};

/** Asserts that a path is one of fields; returns it as it is stored, with the language in which texts are sorted. */
const enterFields = (fields: FieldScope, text: string, path: readonly string[]): Omit<SortKey, 'direction'> => {
  let at = text.search(/\S/);
  let language: string | undefined;
  const stored = path.map(each => {
    const entered = fields.enter(each, at);
    at += each.length + 1;
    language = entered.language;
    return entered.name;
  });
  return { path: stored, ...(language !== undefined && { language }) };
};

/**
 * Reads `<path> [asc|desc]` (GEN055 to GEN057), ascending without a direction; throws InvalidInput. With `fields` the
 * path may name only fields that its resources can have.
 */
export const parseSortKey = (text: string, fields?: FieldScope): SortKey => {
  if (text.length > sortCharactersMax) throw malformedSort(text, `at most ${sortCharactersMax} characters`);
  const [pathText = '', direction = 'asc', ...rest] = text.split(/[ \t\r\n]/).filter(word => word !== '');
  if (rest.length > 0) throw malformedSort(rest.join(' '), 'end of input');
  const known = directions.get(direction.toLowerCase());
  if (known === undefined) throw malformedSort(direction, "'asc' or 'desc'");
  const path = parseSortPath(pathText);
  return { ...(fields === undefined ? { path } : enterFields(fields, text, path)), direction: known };
};
