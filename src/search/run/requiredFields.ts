/** What of an order's content a search looks at. */
import { contentMemberOf } from '../document/content.js';
import type { ContentMembers } from '../document/unpackPart.js';
import type { SearchField } from '../searchFields.js';
import type { Query, SearchRequest, SortCriterion } from '../query/ast.js';

const fieldsOfQuery = (query: Query): SearchField[] =>
  'parts' in query ? query.parts.flatMap(fieldsOfQuery) : [query.field];

const fieldsOfSorting = ({ field, filter }: SortCriterion): SearchField[] =>
  filter === undefined ? [field] : [field, filter.field];

/** Undefined: all of it. */
export const requiredFields = ({ query, sort }: Pick<SearchRequest, 'query' | 'sort'>): ContentMembers | undefined => {
  const fields = [...fieldsOfQuery(query), ...sort.flatMap(fieldsOfSorting)];
  return fields.some(({ isAll }) => isAll === true) ? undefined : new Set(fields.map(contentMemberOf));
};
