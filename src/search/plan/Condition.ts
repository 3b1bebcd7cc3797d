/**
 * A condition of the index: everything, nothing, or an expression in RediSearch's language. It finds the resources that
 * a query matches, or more when `isExact` is false; then the contents of the hits are checked.
 *
 * RediSearch 1.x misses documents under negations, except for one negation of terms at the top. Negations are therefore
 * moved down to terms and ranges by De Morgan's laws; a negation that would remain inside a union is left to the check.
 */
import type { NumberColumn } from '../redisearch/Generation.js';
import { maxColumnValue, everyTerm } from '../terms/formatTerm.js';

interface IndexCondition {
  readonly kind: 'some';
  /** Expression that a document must match; absent: any document. */
  readonly text?: string;
  /** Terms that a document must not have. */
  readonly without: readonly string[];
  readonly isExact: boolean;
  /** Creates the negated condition. */
  readonly opposite: () => Condition;
}

export type Condition =
  | { readonly kind: 'everything'; readonly isExact: boolean }
  | { readonly kind: 'nothing' }
  | IndexCondition;

export const everything: Condition = { kind: 'everything', isExact: true };
/** Finds all resources, which have to be checked: the index cannot select among them. */
export const unknown: Condition = { kind: 'everything', isExact: false };
export const nothing: Condition = { kind: 'nothing' };

/** Returns the number of terms that the condition looks up, or slightly more. */
export const termCount = (condition: Condition): number =>
  condition.kind === 'some' ? (condition.text ?? '').split(/[|{]/).length - 1 + condition.without.length : 0;

const isExact = (condition: Condition): boolean => condition.kind === 'nothing' || condition.isExact;

const indexCondition = (text: string, opposite: () => Condition, exact = true): IndexCondition => ({
  kind: 'some',
  text,
  without: [],
  isExact: exact,
  opposite,
});

const tagText = (terms: readonly string[]): string => `@t:{${terms.join('|')}}`;

const hasNone = (terms: readonly string[]): Condition => ({
  kind: 'some',
  without: terms,
  isExact: true,
  opposite: () => anyTerm(terms),
});

/** Finds documents with at least one of the terms. */
export const anyTerm = (terms: readonly string[], exact = true): Condition =>
  terms.length === 0 ? nothing : indexCondition(tagText(terms), () => hasNone(terms), exact);

/**
 * Finds documents with a column value in a range. Bounds are integers, because RediSearch cannot read an exponent.
 */
export const columnBetween = (column: NumberColumn, gte = -Infinity, lte = Infinity): Condition => {
  const from = Math.max(Math.ceil(gte), Number.MIN_SAFE_INTEGER);
  const to = Math.min(Math.floor(lte), Number.MAX_SAFE_INTEGER);
  if (from > to) return nothing;
  const inside = `@${column}:[${from} ${maxColumnValue(to)}]`;
  const outside = `(@${column}:[-inf (${from}])|(@${column}:[(${maxColumnValue(to)} +inf])`;
  return indexCondition(inside, () => indexCondition(outside, () => columnBetween(column, gte, lte)));
};

/** Returns the same condition, but its hits have to be checked. */
export const inexact = (condition: Condition): Condition =>
  condition.kind === 'nothing' ? condition : { ...condition, isExact: false };

const partsOf = (conditions: readonly Condition[]): IndexCondition[] =>
  conditions.filter(condition => condition.kind === 'some');

/** Puts each text in parentheses, because versions of RediSearch differ in how they read a union without them. */
const joined = (texts: readonly string[], by: string): string | undefined =>
  texts.length <= 1 ? texts[0] : texts.map(text => `(${text})`).join(by);

const oppositesOf = (parts: readonly IndexCondition[]): Condition[] => parts.map(({ opposite }) => opposite());

export const allOf = (conditions: readonly Condition[]): Condition => {
  if (conditions.some(({ kind }) => kind === 'nothing')) return nothing;
  const exact = conditions.every(isExact);
  const parts = partsOf(conditions);
  if (parts.length === 0) return exact ? everything : unknown;
  return {
    kind: 'some',
    text: joined(
      parts.flatMap(({ text }) => text ?? []),
      ' ',
    ),
    without: parts.flatMap(({ without }) => without),
    isExact: exact,
    opposite: () => anyOf(oppositesOf(parts)),
  };
};

export const anyOf = (conditions: readonly Condition[]): Condition => {
  if (conditions.some(condition => condition.kind === 'everything' && condition.isExact)) return everything;
  const parts = partsOf(conditions);
  if (
    conditions.some(({ kind }) => kind === 'everything') ||
    (parts.length > 1 && parts.some(({ text }) => text === undefined))
  )
    return unknown;
  if (parts.length <= 1) return parts[0] ?? nothing;
  const exact = conditions.every(isExact) && parts.every(({ without }) => without.length === 0);
  return indexCondition(
    joined(
      parts.flatMap(({ text }) => text ?? []),
      '|',
    ) ?? '',
    () => allOf(oppositesOf(parts)),
    exact,
  );
};

/** Finds documents that match no condition. An inexact condition cannot be negated and is left to the check. */
export const noneOf = (conditions: readonly Condition[]): Condition => {
  const opposite = conditions.map(condition => {
    if (condition.kind === 'some') return condition.isExact ? condition.opposite() : unknown;
    if (condition.kind === 'nothing') return everything;
    return condition.isExact ? nothing : unknown;
  });
  return allOf(opposite);
};

/** Returns the condition in RediSearch's language; undefined when it finds nothing. */
export const conditionText = (condition: Condition): string | undefined => {
  if (condition.kind === 'nothing') return undefined;
  if (condition.kind === 'everything') return '*';
  const { text, without } = condition;
  return without.length === 0 ? text : `(${text ?? tagText([everyTerm])}) (-(${tagText([...new Set(without)])}))`;
};
