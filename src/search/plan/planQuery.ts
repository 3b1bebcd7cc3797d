/** From a query to what the module is asked for. */
import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import type { Query } from '../query/ast.js';
import { allOf, anyOf, type Condition, noneOf, termCount } from './Condition.js';
import { planExpression, type Languages } from './planExpression.js';

const tooLong = (terms: number) =>
  fail('InvalidInput', {
    message: `query: expected a query that comes to at most ${limits.searchTermsMax} terms of the index, got ${terms} or more. A word counts once for each field and language that it may stand in, 'all' being many, and a range up to some hundred times.`,
  });

/** Each term is looked up while Redis does nothing else; counted on the way, so that no more are made than one expression has. */
class Terms {
  #count = 0;

  take(condition: Condition): Condition {
    this.#count += termCount(condition);
    if (this.#count > limits.searchTermsMax) throw tooLong(this.#count);
    return condition;
  }
}

const plan = (query: Query, languages: Languages, terms: Terms): Condition => {
  if (!('parts' in query)) return terms.take(planExpression(query, languages));
  const parts = query.parts.map(part => plan(part, languages, terms));
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

export const planQuery = (query: Query, languages: Languages): Condition => plan(query, languages, new Terms());
