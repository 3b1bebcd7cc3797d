import type { Content } from '../document/content.js';
import type { Compound, Query } from '../query/ast.js';
import { wordsOf } from '../fields/comparableValues.js';
import { type ExpressionMeasure, measureExpression } from './measureExpression.js';

/** Returns the part of a query's weight that a content matches; -1 when the query does not match. */
type Weigh = (content: Content) => number;

const isCompound = (query: Query): query is Compound => 'parts' in query;

/** The weight of a query that matches completely. */
const weightOf = (query: Query): number => {
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

const weigh = (query: Query): Weigh => {
  if (!isCompound(query)) return weighMeasure(measureExpression(query), query.boost);
  const parts = query.parts.map(weigh);
  switch (query.kind) {
    case 'and':
      return weighAll(parts);
    case 'or':
      return weighSome(parts);
    case 'not':
      return weighNegated(weighSome(parts), weightOf(query));
    case 'filter':
      return weighConstant(weighAll(parts), 0);
  }
};

/** Returns the relevance of a content, 0 to 1; undefined when the query does not match. */
export type Relevance = (content: Content) => number | undefined;

/** Compiles a query to its relevance function (SEARCH007, SEARCH017, SEARCH022). */
export const relevanceOf = (query: Query): Relevance => {
  const weightIn = weigh(query);
  const maxWeight = weightOf(query);
  return content => {
    const weight = weightIn(content);
    if (weight < 0) return undefined;
    return maxWeight === 0 ? 0 : Math.min(1, weight / maxWeight);
  };
};

/** The relevance of every match when all matches have the same; otherwise undefined. */
export const constantRelevance = (query: Query): number | undefined => {
  if (hasVaryingRelevance(query)) return undefined;
  return weightOf(query) === 0 ? 0 : 1;
};

const hasVaryingRelevance = (query: Query): boolean => {
  if (!isCompound(query))
    return query.kind === 'fullText' && query.mustMatch === 'any' && query.boost > 0 && wordsOf(query.value).length > 1;
  if (query.kind === 'filter' || query.kind === 'not') return false;
  return (
    (query.kind === 'or' && query.parts.length > 1 && weightOf(query) > 0) || query.parts.some(hasVaryingRelevance)
  );
};
