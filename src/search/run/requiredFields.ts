import { contentMemberOf } from '../document/contentPaths.js';
import type { ContentMembers } from '../document/unpackPart.js';
import type { Query, SearchRequest, SortCriterion } from '../query/ast.js';
import type { SearchField } from '../fields/searchFields.js';

const fieldsOfQuery = (query: Query): SearchField[] =>
  'parts' in query ? query.parts.flatMap(fieldsOfQuery) : [query.field];

const fieldsOfSort = ({ field, filter }: SortCriterion): SearchField[] =>
  filter === undefined ? [field] : [field, filter.field];

/** The members of a content that a search reads; undefined when it reads all. */
export const requiredFields = ({ query, sort }: Pick<SearchRequest, 'query' | 'sort'>): ContentMembers | undefined => {
  const fields = [...fieldsOfQuery(query), ...sort.flatMap(fieldsOfSort)];
  return fields.some(({ isAll }) => isAll === true) ? undefined : new Set(fields.map(contentMemberOf));
};
