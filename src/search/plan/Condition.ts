/**
 * A search as the module can run it: everything, nothing, or an expression in its language. It finds what the query matches,
 * or more than that where `isExact` is false: then the contents of what it finds are checked.
 *
 * RediSearch 1.x misses documents under negations, but for one of terms at the very top. So negations go down to terms and
 * ranges, by De Morgan's laws; what still leaves one within a union is not asked of it, but checked.
 */
import type { NumberColumn } from '../searchFields.js';
import { maxColumnValue } from '../terms/columnValue.js';
import { everyTerm } from '../terms/formatTerm.js';

interface IndexCondition {
  readonly kind: 'some';
  /** What it must be; absent: anything. */
  readonly text?: string;
  /** Terms of which it has none. */
  readonly without: readonly string[];
  readonly isExact: boolean;
  /** What it does not find. */
  readonly opposite: () => Condition;
}

export type Condition =
  | { readonly kind: 'everything'; readonly isExact: boolean }
  | { readonly kind: 'nothing' }
  | IndexCondition;

export const everything: Condition = { kind: 'everything', isExact: true };
/** More than what is asked for; nothing in the index tells it apart. */
export const unknown: Condition = { kind: 'everything', isExact: false };
export const nothing: Condition = { kind: 'nothing' };

/** How many there are to look up, or some more. */
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

const tagged = (terms: readonly string[]): string => `@t:{${terms.join('|')}}`;

const hasNone = (terms: readonly string[]): Condition => ({
  kind: 'some',
  without: terms,
  isExact: true,
  opposite: () => anyTerm(terms),
});

/** Has one of the terms. */
export const anyTerm = (terms: readonly string[], exact = true): Condition =>
  terms.length === 0 ? nothing : indexCondition(tagged(terms), () => hasNone(terms), exact);

/** Bounds are integers, as the values are; they are written without an exponent, which the module does not read. */
export const columnBetween = (column: NumberColumn, gte = -Infinity, lte = Infinity): Condition => {
  const from = Math.max(Math.ceil(gte), Number.MIN_SAFE_INTEGER);
  const to = Math.min(Math.floor(lte), Number.MAX_SAFE_INTEGER);
  if (from > to) return nothing;
  const within = `@${column}:[${from} ${maxColumnValue(to)}]`;
  const outside = `(@${column}:[-inf (${from}])|(@${column}:[(${maxColumnValue(to)} +inf])`;
  return indexCondition(within, () => indexCondition(outside, () => columnBetween(column, gte, lte)));
};

export const inexact = (condition: Condition): Condition =>
  condition.kind === 'nothing' ? condition : { ...condition, isExact: false };

const partsOf = (conditions: readonly Condition[]): IndexCondition[] =>
  conditions.filter(condition => condition.kind === 'some');

/** Each in parentheses: without them the module reads a union differently from one version to the next. */
const joined = (texts: readonly string[], by: string): string | undefined =>
  texts.length <= 1 ? texts[0] : texts.map(text => `(${text})`).join(by);

const opposites = (parts: readonly IndexCondition[]): Condition[] => parts.map(({ opposite }) => opposite());

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
    opposite: () => anyOf(opposites(parts)),
  };
};

export const anyOf = (conditions: readonly Condition[]): Condition => {
  // What is exact and everything needs no look at the others.
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
      parts.map(({ text }) => text!),
      '|',
    )!,
    () => allOf(opposites(parts)),
    exact,
  );
};

/** None of them. Of one that finds too much nothing follows: it is left to the check. */
export const noneOf = (conditions: readonly Condition[]): Condition => {
  const opposite = conditions.map(condition => {
    if (condition.kind === 'some') return condition.isExact ? condition.opposite() : unknown;
    if (condition.kind === 'nothing') return everything;
    return condition.isExact ? nothing : unknown;
  });
  return allOf(opposite);
};

/** In the module's words; undefined where nothing can be found. */
export const conditionText = (condition: Condition): string | undefined => {
  if (condition.kind === 'nothing') return undefined;
  if (condition.kind === 'everything') return '*';
  const { text, without } = condition;
  return without.length === 0 ? text : `(${text ?? tagged([everyTerm])}) (-(${tagged([...new Set(without)])}))`;
};
