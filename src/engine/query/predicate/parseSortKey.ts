import { type ApiError, fail } from '../../../errors/ApiError.js';
import type { SortKey } from './compareBy.js';
import { sortCharactersMax, sortSegmentsMax } from './predicateLimits.js';
import { abbreviateClientText } from './predicateSyntaxError.js';

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

/** Reads `<path> [asc|desc]` (GEN055 to GEN057), ascending without a direction; throws InvalidInput. */
export const parseSortKey = (text: string): SortKey => {
  if (text.length > sortCharactersMax) throw malformedSort(text, `at most ${sortCharactersMax} characters`);
  const [path = '', direction = 'asc', ...rest] = text.split(/[ \t\r\n]/).filter(word => word !== '');
  if (rest.length > 0) throw malformedSort(rest.join(' '), 'end of input');
  const known = directions.get(direction.toLowerCase());
  if (known === undefined) throw malformedSort(direction, "'asc' or 'desc'");
  return { path: parseSortPath(path), direction: known };
};
