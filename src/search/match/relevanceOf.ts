/** Whether an order meets a query, and how much of it: its relevance (SEARCH007, SEARCH017, SEARCH022). */
import type { Content } from '../document/content.js';
import type { Compound, Query } from '../query/ast.js';
import { wordsOf } from '../comparableValues.js';
import { type ExpressionMeasure, measureExpression } from './measureExpression.js';

/** What of a query's weight is met; -1 where the query does not match. */
type Weigh = (content: Content) => number;

const isCompound = (query: Query): query is Compound => 'parts' in query;

/** The weight of a query that is met in full. */
const weightOf = (query: Query): number => {
  if (!isCompound(query)) return query.boost;
  return query.kind === 'filter' ? 0 : query.parts.reduce((sum, part) => sum + weightOf(part), 0);
};

const all =
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

const some =
  (parts: readonly Weigh[]): Weigh =>
  content => {
    const met = parts.map(part => part(content)).filter(weight => weight >= 0);
    return met.length === 0 ? -1 : met.reduce((sum, weight) => sum + weight, 0);
  };

const constant =
  (test: Weigh, weight: number): Weigh =>
  content =>
    test(content) < 0 ? -1 : weight;

const negated =
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
      return all(parts);
    case 'or':
      return some(parts);
    case 'not':
      return negated(some(parts), weightOf(query));
    case 'filter':
      return constant(all(parts), 0);
  }
};

/** Relevance of a content, 0 to 1; undefined where the query does not match. */
export type Relevance = (content: Content) => number | undefined;

export const relevanceOf = (query: Query): Relevance => {
  const met = weigh(query);
  const most = weightOf(query);
  return content => {
    const weight = met(content);
    if (weight < 0) return undefined;
    return most === 0 ? 0 : Math.min(1, weight / most);
  };
};

/** What every match has, where no two can differ; undefined where they can. */
export const constantRelevance = (query: Query): number | undefined => {
  if (varies(query)) return undefined;
  return weightOf(query) === 0 ? 0 : 1;
};

const varies = (query: Query): boolean => {
  if (!isCompound(query))
    return query.kind === 'fullText' && query.mustMatch === 'any' && query.boost > 0 && wordsOf(query.value).length > 1;
  if (query.kind === 'filter' || query.kind === 'not') return false;
  return (query.kind === 'or' && query.parts.length > 1 && weightOf(query) > 0) || query.parts.some(varies);
};
