import type { Content } from '../document/contentOf.js';
import { type Compound, type Expression, preferencesOf, type Query } from '../query/ast.js';
import { concernsRows, type RowList, splitAt } from './rows.js';
import { editsOf, searchedWords } from '../fields/searchedWords.js';
import { type ExpressionMeasure, measureExpression } from './measureExpression.js';

/** Returns the part of a query's weight that a content matches; -1 when the query does not match. */
type Weigh = (content: Content) => number;

const isCompound = (query: Query): query is Compound => 'parts' in query;

/** Returns the weight of a query that matches completely. */
export const weightOf = (query: Query): number => {
  if (!isCompound(query)) return query.boost;
  return query.kind === 'filter' ? 0 : query.parts.reduce((sum, part) => sum + weightOf(part), 0);
};

const weighAll =
  (parts: readonly Weigh[]): Weigh =>
  content => {
    let sum = 0;
    for (const part of parts) {
      const weight = part(content);
      if (weight < 0) return -1;
      sum += weight;
    }
    return sum;
  };

const weighSome =
  (parts: readonly Weigh[]): Weigh =>
  content => {
    const weights = parts.map(part => part(content)).filter(weight => weight >= 0);
    return weights.length === 0 ? -1 : weights.reduce((sum, weight) => sum + weight, 0);
  };

const weighConstant =
  (test: Weigh, weight: number): Weigh =>
  content =>
    test(content) < 0 ? -1 : weight;

const weighNegated =
  (test: Weigh, weight: number): Weigh =>
  content =>
    test(content) < 0 ? weight : -1;

const weighMeasure =
  (measure: ExpressionMeasure, boost: number): Weigh =>
  content => {
    const share = measure(content);
    return share === 0 ? -1 : share * boost;
  };

/** Weighs conditions on the inner list, which one of its elements has to meet together. */
const weighTogether = (parts: readonly Query[], { withinPath }: RowList): Weigh => {
  const weight = weighAll(parts.map(part => weigh(part, undefined)));
  return content => Math.max(-1, ...splitAt(content, withinPath).map(weight));
};

/** Tells whether a query concerns only elements of the inner list: it is a condition, or an `or` of such queries. */
export const isWithin = (query: Query, rows: RowList): boolean =>
  isCompound(query)
    ? query.kind === 'or' && query.parts.every(part => isWithin(part, rows))
    : query.field.lists.includes(rows.within);

/** Weighs the parts of a conjunction; its parts on the inner list count as one. */
const weighConjunction = (parts: readonly Query[], rows: RowList | undefined): Weigh => {
  const together = rows === undefined ? [] : parts.filter(part => isWithin(part, rows));
  if (rows === undefined || together.length < 2) return weighAll(parts.map(part => weigh(part, rows)));
  const others = parts.filter(part => !isWithin(part, rows)).map(part => weigh(part, rows));
  return weighAll([...others, weighTogether(together, rows)]);
};

const weigh = (query: Query, rows: RowList | undefined): Weigh => {
  if (!isCompound(query)) return weighMeasure(measureExpression(query), query.boost);
  if (query.kind === 'and') return weighConjunction(query.parts, rows);
  if (query.kind === 'filter') return weighConstant(weighConjunction(query.parts, rows), 0);
  const parts = query.parts.map(part => weigh(part, rows));
  switch (query.kind) {
    case 'or':
      return weighSome(parts);
    case 'not':
      return weighNegated(weighSome(parts), weightOf(query));
  }
};

export interface ContentMatch {
  /** The relevance is from 0 to 1. */
  readonly relevance: number;
  /** Positions of the matching elements of the list whose elements are matched one by one; absent when all match. */
  readonly rows?: readonly number[];
}

/** Returns how a content matches; undefined when the query does not match. */
export type Matcher = (content: Content) => ContentMatch | undefined;

/** Compiles a query (SEARCH007, SEARCH017, SEARCH022). With a row list, one of its elements must match the query. */
export const matcherOf = (query: Query, rows?: RowList): Matcher => {
  const weightIn = weigh(query, rows);
  const maxWeight = weightOf(query);
  const relevanceOf = (weight: number): number => (maxWeight === 0 ? 0 : Math.min(1, weight / maxWeight));
  if (rows === undefined || !concernsRows(query, rows))
    return content => {
      const weight = weightIn(content);
      return weight < 0 ? undefined : { relevance: relevanceOf(weight) };
    };
  return content => {
    const weights = splitAt(content, rows.path).map(weightIn);
    const matching = weights.flatMap((weight, at) => (weight < 0 ? [] : [at]));
    return matching.length === 0 ? undefined : { relevance: relevanceOf(Math.max(...weights)), rows: matching };
  };
};

/** Returns the relevance of all matches when it is the same; otherwise undefined. */
export const constantRelevance = (query: Query): number | undefined => {
  if (hasVaryingRelevance(query)) return undefined;
  return weightOf(query) === 0 ? 0 : 1;
};

/** Tells whether only some words may match, or words that are similar. */
const matchesPartly = (expression: Expression): boolean => {
  if (!('mustMatch' in expression)) return false;
  const words = searchedWords(expression.value);
  if (expression.mustMatch === 'any' && words.length > 1) return true;
  if (expression.kind === 'fuzzy') return words.some(word => editsOf(word, expression.level) > 0);
  return expression.kind === 'fullTextPrefix';
};

const hasVaryingRelevance = (query: Query): boolean => {
  if (!isCompound(query)) return query.boost > 0 && (preferencesOf(query).length > 0 || matchesPartly(query));
  if (query.kind === 'filter' || query.kind === 'not') return false;
  return (
    (query.kind === 'or' && query.parts.length > 1 && weightOf(query) > 0) || query.parts.some(hasVaryingRelevance)
  );
};
