/** Reads and checks a search request (SEARCH002): all its faults are told together, each with its place. */
import { limits } from '../../config/limits.js';
import type { SearchRequest } from './ast.js';
import { readQuery } from './compound.js';
import { Faults } from './faults.js';
import { membersOf } from './members.js';
import { readInteger } from './options.js';
import { readSort } from './sorting.js';

const members = ['query', 'sort', 'limit', 'offset'] as const;

/** The request; throws an ApiError of what is wrong with it: SyntaxError, RequiredField, InvalidInput. */
export const readSearchRequest = (body: Readonly<Record<string, unknown>>): SearchRequest => {
  const faults = new Faults();
  const given = membersOf(body, 'The request', members, faults) ?? {};
  if (given.query === undefined) faults.required('query', 'a compound expression or a single query expression');
  const query = given.query === undefined ? undefined : readQuery(given.query, 'query', faults);
  const sort = readSort(given.sort, faults);
  // LIM009, LIM010
  const limit = readInteger(given.limit, limits.searchLimitDefault, limits.searchLimitMax, 'limit', faults);
  const offset = readInteger(given.offset, 0, limits.searchOffsetMax, 'offset', faults);
  faults.check();
  return { query: query!, sort, limit, offset };
};
