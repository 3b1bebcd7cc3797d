import type { Predicate } from './Predicate.js';

/** A predicate that an index can answer: a comparison or a list of values of one path. */
export type Leaf = Extract<Predicate, { kind: 'compare' | 'in' }>;

/**
 * One of the parts that must all match. `whole` is the part as the client wrote it, which decides whether the part
 * matches.
 */
export type Conjunct =
  | { readonly path: string; readonly predicate: Leaf; readonly whole: Predicate }
  | { readonly path: undefined; readonly predicate?: undefined; readonly whole: Predicate };

/** `!=` and `not in` match resources without such a path, so an index by the path does not help. */
const isPositiveLeaf = (predicate: Predicate): predicate is Leaf =>
  (predicate.kind === 'compare' && predicate.operator !== '!=') || (predicate.kind === 'in' && !predicate.negated);

/**
 * Follows nested predicates as long as each holds one condition only: `a(b = 1 and c = 2)` asks for both in one element
 * of `a`, which two paths cannot express. A name with a dot in it would read as two names, so it has no path.
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

/** The parts of a predicate that must all match; the planner looks for those that an index can answer. */
export const conjuncts = (predicate: Predicate): Conjunct[] =>
  predicate.kind === 'and' ? predicate.parts.flatMap(conjuncts) : [conjunct(predicate)];
