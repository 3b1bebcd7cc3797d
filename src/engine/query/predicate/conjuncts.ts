import type { Predicate } from './Predicate.js';

/** A predicate about one field that an index can answer: a comparison, or a list of values. */
export type Leaf = Extract<Predicate, { kind: 'compare' | 'in' | 'contains' }>;

/** A leaf with its path. */
export interface PathLeaf {
  readonly path: string;
  readonly leaf: Leaf;
}

/** `!=` and `not in` match resources without such a path, so an index by the path does not help. */
const isPositiveLeaf = (predicate: Predicate): predicate is Leaf => {
  if (predicate.kind === 'compare') return predicate.operator !== '!=';
  return predicate.kind === 'contains' || (predicate.kind === 'in' && !predicate.negated);
};

/**
 * Reads a predicate as a leaf under its path; undefined where it is none. A name with a dot in it would read as two
 * names, so it has no path.
 */
export const pathLeaf = (predicate: Predicate, parents: readonly string[]): PathLeaf | undefined => {
  if (!isPositiveLeaf(predicate)) return undefined;
  const names = [...parents, predicate.field];
  return names.some(name => name.includes('.')) ? undefined : { path: names.join('.'), leaf: predicate };
};

/** A part of a predicate, below the names of the nested predicates around it. */
export interface Conjunct {
  readonly parents: readonly string[];
  readonly part: Predicate;
  /** Whether the part says all that the predicate asks for at this place. */
  readonly isExact: boolean;
}

/**
 * The parts of a predicate that must all match. Nested predicates are followed: `a(b = 1 and c = 2)` has the parts
 * `b = 1` and `c = 2` below `a`. They are not exact: where `a` is a list, the predicate asks for both in one element.
 */
export const conjuncts = (predicate: Predicate, parents: readonly string[] = [], isExact = true): Conjunct[] => {
  if (predicate.kind === 'and')
    return predicate.parts.flatMap(part => conjuncts(part, parents, isExact && parents.length === 0));
  return predicate.kind === 'nested'
    ? conjuncts(predicate.part, [...parents, predicate.field], isExact)
    : [{ parents, part: predicate, isExact }];
};
