import type { Predicate } from './Predicate.js';

/** What an index can answer: a comparison or a list of values of one path. */
export type Leaf = Extract<Predicate, { kind: 'compare' | 'in' }>;

/** One of the parts that must all hold. `whole` is the part as the client wrote it; it alone says when the part matches. */
export type Conjunct =
  | { readonly path: string; readonly predicate: Leaf; readonly whole: Predicate }
  | { readonly path: undefined; readonly predicate?: undefined; readonly whole: Predicate };

/** `!=` and `not in` match what has no such path, so knowing the path would help nobody. */
const isPositiveLeaf = (predicate: Predicate): predicate is Leaf =>
  (predicate.kind === 'compare' && predicate.operator !== '!=') || (predicate.kind === 'in' && !predicate.negated);

/**
 * Goes down through nested predicates as long as each holds one thing only: `a(b = 1 and c = 2)` asks both of the same
 * element of `a`, which two paths cannot tell. A name with a dot in it would read as two names, so it has no path.
 */
const conjunct = (whole: Predicate): Conjunct => {
  const names: string[] = [];
  let inner = whole;
  for (; inner.kind === 'nested'; inner = inner.part) names.push(inner.field);
  if (!isPositiveLeaf(inner)) return { path: undefined, whole };
  names.push(inner.field);
  return names.some(name => name.includes('.'))
    ? { path: undefined, whole }
    : { path: names.join('.'), predicate: inner, whole };
};

/** The parts of a predicate that must all hold, for a planner that looks for one an index can answer. */
export const conjuncts = (predicate: Predicate): Conjunct[] =>
  predicate.kind === 'and' ? predicate.parts.flatMap(conjuncts) : [conjunct(predicate)];
