/** From a query to what the module is asked for. */
import type { Query } from '../query/ast.js';
import { allOf, anyOf, type Condition, noneOf } from './condition.js';
import { conditionOf, type Languages } from './expression.js';

export const planQuery = (query: Query, languages: Languages): Condition => {
  if (!('parts' in query)) return conditionOf(query, languages);
  const parts = query.parts.map(part => planQuery(part, languages));
  switch (query.kind) {
    case 'and': case 'filter': return allOf(parts);
    case 'or': return anyOf(parts);
    case 'not': return noneOf(parts);
  }
};
