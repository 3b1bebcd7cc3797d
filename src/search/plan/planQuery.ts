import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import type { Query } from '../query/ast.js';
import { allOf, anyOf, type Condition, noneOf, termCount } from './Condition.js';
import { planExpression, type Languages } from './planExpression.js';

const tooLong = (terms: number) =>
  fail('InvalidInput', {
    message: `query: expected a query that comes to at most ${limits.searchTermsMax} terms of the index, got ${terms} or more. A word counts once for each field and language that it may stand in, 'all' being many, and a range up to some hundred times.`,
  });

/** Counts the terms of a query while it is planned, because each lookup blocks Redis. */
class TermCounter {
  #total = 0;

  count(condition: Condition): Condition {
    this.#total += termCount(condition);
    if (this.#total > limits.searchTermsMax) throw tooLong(this.#total);
    return condition;
  }
}

const planPart = (query: Query, languages: Languages, counter: TermCounter): Condition => {
  if (!('parts' in query)) return counter.count(planExpression(query, languages));
  const parts = query.parts.map(part => planPart(part, languages, counter));
  switch (query.kind) {
    case 'and':
    case 'filter':
      return allOf(parts);
    case 'or':
      return anyOf(parts);
    case 'not':
      return noneOf(parts);
  }
};

/** Translates a query to a condition of the index. */
export const planQuery = (query: Query, languages: Languages): Condition =>
  planPart(query, languages, new TermCounter());
