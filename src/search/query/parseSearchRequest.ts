/** Reads and checks a search request (SEARCH002): all its faults are told together, each with its place. */
import { limits } from '../../config/limits.js';
import type { SearchRequest } from './ast.js';
import { parseQuery } from './parseQuery.js';
import { RequestErrors } from './RequestErrors.js';
import { parseMembers } from './parseMembers.js';
import { parseInteger } from './parseOptions.js';
import { parseSort } from './parseSort.js';

const members = ['query', 'sort', 'limit', 'offset'] as const;

/** The request; throws an ApiError of what is wrong with it: SyntaxError, RequiredField, InvalidInput. */
export const parseSearchRequest = (body: Readonly<Record<string, unknown>>): SearchRequest => {
  const faults = new RequestErrors();
  const given = parseMembers(body, 'The request', members, faults) ?? {};
  if (given.query === undefined) faults.addRequiredField('query', 'a compound expression or a single query expression');
  const query = given.query === undefined ? undefined : parseQuery(given.query, 'query', faults);
  const sort = parseSort(given.sort, faults);
  // LIM009, LIM010
  const limit = parseInteger(given.limit, limits.searchLimitDefault, limits.searchLimitMax, 'limit', faults);
  const offset = parseInteger(given.offset, 0, limits.searchOffsetMax, 'offset', faults);
  faults.throwIfAny();
  return { query: query!, sort, limit, offset };
};
