/** What of an order's content a search looks at. */
import { memberOfField } from '../document/content.js';
import type { Wanted } from '../document/part.js';
import type { SearchField } from '../fields.js';
import type { Query, SearchRequest, Sorting } from '../query/ast.js';

const fieldsOfQuery = (query: Query): SearchField[] =>
  'parts' in query ? query.parts.flatMap(fieldsOfQuery) : [query.field];

const fieldsOfSorting = ({ field, filter }: Sorting): SearchField[] =>
  filter === undefined ? [field] : [field, filter.field];

/** Undefined: all of it. */
export const lookedAt = ({ query, sort }: Pick<SearchRequest, 'query' | 'sort'>): Wanted | undefined => {
  const fields = [...fieldsOfQuery(query), ...sort.flatMap(fieldsOfSorting)];
  return fields.some(({ isAll }) => isAll === true) ? undefined : new Set(fields.map(memberOfField));
};
