import { limits } from '../../base/config/limits.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import { searchedWords } from '../fields/searchedWords.js';
import type { SearchField } from '../fields/SearchField.js';
import type { Expression, Query } from '../query/ast.js';
import { sameDataTerm, stagedDataTerm, stagedField } from '../terms/formatTerm.js';
import { concernsRows, type RowList } from '../match/rows.js';
import { allOf, anyOf, anyTerm, type Condition, inexact, noneOf, termCount, unknown } from './Condition.js';
import { planExpression, type Languages } from './planExpression.js';

const tooLong = (terms: number) =>
  invalidInput(
    `query: expected a query that comes to at most ${limits.searchTermsMax} terms of the index, ` +
      `got ${terms} or more. A word counts once for each field and language that it may stand in, ` +
      "'all' being many, and a range up to some hundred times.",
  );

/** Counts the terms of a query while it is planned, because each lookup blocks Redis. */
class TermCounter {
  #total = 0;

  count(condition: Condition): Condition {
    this.#total += termCount(condition);
    if (this.#total > limits.searchTermsMax) throw tooLong(this.#total);
    return condition;
  }
}

/** Holds the context that all parts of a query share while they are planned. */
interface Planning {
  readonly languages: Languages;
  readonly counter: TermCounter;
  /** The list whose elements are matched one by one: the terms of a document do not tell which element has them. */
  readonly rows?: Pick<RowList, 'list'>;
}

/** Tells whether the words that a text must have could come from several elements. */
const hasSpreadWords = (query: Expression, rows: Pick<RowList, 'list'>): boolean =>
  'mustMatch' in query &&
  query.mustMatch === 'all' &&
  searchedWords(query.value).length > 1 &&
  concernsRows(query, rows);

const planPart = (query: Query, planning: Planning): Condition => {
  const { languages, counter, rows } = planning;
  if (!('parts' in query)) {
    const condition = counter.count(planExpression(query, languages));
    return rows !== undefined && hasSpreadWords(query, rows) ? inexact(condition) : condition;
  }
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

const withFields = (query: Query, fieldOf: (field: SearchField) => SearchField): Query =>
  'parts' in query
    ? { ...query, parts: query.parts.map(part => withFields(part, fieldOf)) }
    : { ...query, field: fieldOf(query.field) };

/** Finds resources by their staged data, which equals the current data of most resources. */
const planStaged = (query: Query, planning: Planning): Condition => {
  const own = planPart(withFields(query, stagedField), planning);
  return anyOf([allOf([planPart(query, planning), anyTerm([sameDataTerm])]), allOf([own, anyTerm([stagedDataTerm])])]);
};

/** Translates a query to a condition of the index, on the current or on the staged data of resources. */
export const planQuery = (
  query: Query,
  languages: Languages,
  rows?: Pick<RowList, 'list'>,
  isStaged = false,
): Condition => (isStaged ? planStaged : planPart)(query, { languages, rows, counter: new TermCounter() });
