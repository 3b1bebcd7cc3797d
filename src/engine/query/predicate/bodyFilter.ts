import { toUtcDateTime } from '../../schema/dateTimes.js';
import type { Literal, Predicate } from './Predicate.js';
import { compilePredicate } from './compilePredicate.js';

/** Tests whether a body contains the required byte sequences. */
type BytesTest = (body: Buffer) => boolean;

/** A body contains one sequence of each group. */
type Groups = readonly (readonly string[])[];

/** Bounds the sequences to search for: more of them would take longer than to parse a body. */
const sequencesMax = 8;

/** Stored bodies are written by JSON.stringify, without white space. */
const nameText = (field: string): Groups => [[`${JSON.stringify(field)}:`]];

/** Undefined for literals that a matching value may spell in another way, and for those that are no texts. */
const literalTexts = (literals: readonly Literal[]): string[] | undefined => {
  if (literals.length > sequencesMax) return undefined;
  const texts = literals.map(literal =>
    typeof literal === 'string' && toUtcDateTime(literal) === undefined ? JSON.stringify(literal) : undefined,
  );
  return texts.every(text => text !== undefined) ? texts : undefined;
};

/** The bodies in which a field is one of the values. */
const anyValue = (field: string, literals: readonly Literal[]): Groups => {
  const texts = literalTexts(literals);
  return texts === undefined ? nameText(field) : [texts];
};

const everyValue = (field: string, literals: readonly Literal[]): Groups => {
  const texts = literalTexts(literals);
  return texts === undefined ? nameText(field) : texts.map(text => [text]);
};

/** One of the parts matches: if one part requires nothing, all of them together require nothing. */
const anyPart = (parts: readonly Groups[]): Groups => {
  const firsts = parts.map(([first]) => first);
  return firsts.every(first => first !== undefined) ? [firsts.flat()] : [];
};

/** Returns what every matching body contains; negations match absent fields, so they require nothing. */
const requiredGroups = (predicate: Predicate): Groups => {
  switch (predicate.kind) {
    case 'and':
      return predicate.parts.flatMap(requiredGroups);
    case 'or':
      return anyPart(predicate.parts.map(requiredGroups));
    case 'not':
      return [];
    case 'compare':
      if (predicate.operator === '!=') return [];
      return predicate.operator === '=' ? anyValue(predicate.field, [predicate.value]) : nameText(predicate.field);
    case 'in':
      return predicate.negated ? [] : anyValue(predicate.field, predicate.values);
    case 'contains':
      return (predicate.mode === 'any' ? anyValue : everyValue)(predicate.field, predicate.values);
    case 'empty':
      return predicate.negated ? nameText(predicate.field) : [];
    case 'defined':
      return predicate.negated ? [] : nameText(predicate.field);
    case 'nested': {
      const inner = requiredGroups(predicate.part);
      return inner.length === 0 ? nameText(predicate.field) : inner;
    }
    case 'within':
      return nameText(predicate.field);
  }
};

/** Takes groups as long as they are few; the others are left to the predicate. */
const fewGroups = (groups: Groups): Groups => {
  let left = sequencesMax;
  return groups.filter(group => {
    left -= group.length;
    return left >= 0;
  });
};

/**
 * A quick test that every matching body passes: the names and the texts that a predicate asks for stand in its bytes.
 * Undefined for a predicate that requires none.
 */
export const requiredBytes = (predicate: Predicate): BytesTest | undefined => {
  const groups = fewGroups(requiredGroups(predicate)).map(group => group.map(text => Buffer.from(text)));
  if (groups.length === 0) return undefined;
  return body => {
    for (const group of groups) if (!group.some(bytes => body.includes(bytes))) return false;
    return true;
  };
};

/** The top-level members of a resource that a predicate reads. */
const topLevelMembers = (predicate: Predicate, members = new Set<string>()): Set<string> => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      for (const part of predicate.parts) topLevelMembers(part, members);
      return members;
    case 'not':
      return topLevelMembers(predicate.part, members);
    default:
      return members.add(predicate.field);
  }
};

/**
 * The members of a stored body that were read to decide about it, if it matches: those of the predicate, and others
 * that the caller wants.
 */
export type BodyFilter = (body: Buffer) => Readonly<Record<string, unknown>> | undefined;

/** Tells what a query sees of a stored body. */
export interface MemberReader {
  /** Returns a function that reads some top-level members of a body. */
  readonly read: (names: ReadonlySet<string>) => (body: Buffer) => Readonly<Record<string, unknown>>;
  /** Tells whether a field follows from another member, so that its value does not stand in the body. */
  readonly isDerived: (name: string) => boolean;
}

/**
 * Compiles a predicate into a filter of stored bodies. A body without the bytes that the predicate requires is not
 * parsed; of other bodies only the named members are.
 */
export const compileBodyFilter = (
  predicate: Predicate | undefined,
  { read, isDerived }: MemberReader,
  wanted: Iterable<string> = [],
): BodyFilter => {
  const names = new Set(wanted);
  if (predicate === undefined) return read(names);
  topLevelMembers(predicate, names);
  const readNamed = read(names);
  const mayMatch = [...names].some(isDerived) ? undefined : requiredBytes(predicate);
  const matches = compilePredicate(predicate);
  return body => {
    if (mayMatch?.(body) === false) return undefined;
    const members = readNamed(body);
    return matches(members) ? members : undefined;
  };
};

/** A predicate about one field that an index can answer: a comparison, or a list of values. */
export type Leaf = Extract<Predicate, { kind: 'compare' | 'in' | 'contains' }>;

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
  /** True if the part is all that the predicate asks for at this place. */
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
