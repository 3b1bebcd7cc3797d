import { limits } from '../../base/config/limits.js';
import { fail } from '../../base/errors/ApiError.js';
import type { Query } from '../query/ast.js';
import { concernsRows, type RowList } from '../match/rows.js';
import { allOf, anyOf, type Condition, inexact, noneOf, termCount, unknown } from './Condition.js';
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

/** What stays the same while the parts of a query are planned. */
interface Planning {
  readonly languages: Languages;
  readonly counter: TermCounter;
  /** The list whose elements are matched one by one: the terms of a document do not tell which element has them. */
  readonly rows?: Pick<RowList, 'list'>;
}

const planPart = (query: Query, planning: Planning): Condition => {
  const { languages, counter, rows } = planning;
  if (!('parts' in query)) return counter.count(planExpression(query, languages));
  const parts = query.parts.map(part => planPart(part, planning));
  const concerned = rows === undefined ? 0 : query.parts.filter(part => concernsRows(part, rows)).length;
  switch (query.kind) {
    case 'and':
    case 'filter':
      return concerned > 1 ? inexact(allOf(parts)) : allOf(parts);
    case 'or':
      return anyOf(parts);
    case 'not':
      return concerned > 0 ? unknown : noneOf(parts);
  }
};

/** Translates a query to a condition of the index. */
export const planQuery = (query: Query, languages: Languages, rows?: Pick<RowList, 'list'>): Condition =>
  planPart(query, { languages, rows, counter: new TermCounter() });
