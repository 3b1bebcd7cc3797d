/**
 * A search as the module can run it: everything, nothing, or an expression in its language. It finds what the query matches,
 * or more than that where `isExact` is false: then the contents of what it finds are checked.
 */
import type { NumberColumn } from '../fields.js';
import { mostOf } from '../terms/columns.js';

export type Condition =
  | { readonly kind: 'everything'; readonly isExact: boolean }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'some'; readonly text: string; readonly isExact: boolean };

export const everything: Condition = { kind: 'everything', isExact: true };
/** More than what is asked for; nothing in the index tells it apart. */
export const unknown: Condition = { kind: 'everything', isExact: false };
export const nothing: Condition = { kind: 'nothing' };

/** How many there are to look up, or some more. */
export const termsOf = (condition: Condition): number => (condition.kind === 'some' ? condition.text.split(/[|{]/).length - 1 : 0);

const isExact = (condition: Condition): boolean => condition.kind === 'nothing' || condition.isExact;

const some = (text: string, exact: boolean): Condition => ({ kind: 'some', text, isExact: exact });

/** Has one of the terms. */
export const anyTerm = (terms: readonly string[], exact = true): Condition =>
  (terms.length === 0 ? nothing : some(`@t:{${terms.join('|')}}`, exact));

/** Bounds are integers, as the values are; they are written without an exponent, which the module does not read. */
export const between = (column: NumberColumn, gte = -Infinity, lte = Infinity): Condition => {
  const from = Math.max(Math.ceil(gte), Number.MIN_SAFE_INTEGER);
  const to = Math.min(Math.floor(lte), Number.MAX_SAFE_INTEGER);
  return from > to ? nothing : some(`@${column}:[${from} ${mostOf(to)}]`, true);
};

export const inexact = (condition: Condition): Condition => (condition.kind === 'nothing' ? condition : { ...condition, isExact: false });

/** Each in parentheses when joined: without them the module reads a union differently from one version to the next. */
const texts = (conditions: readonly Condition[]): string[] => conditions.flatMap(condition => (condition.kind === 'some' ? condition.text : []));

export const allOf = (conditions: readonly Condition[]): Condition => {
  if (conditions.some(({ kind }) => kind === 'nothing')) return nothing;
  const exact = conditions.every(isExact);
  const parts = texts(conditions);
  if (parts.length === 0) return exact ? everything : unknown;
  return some(parts.length === 1 ? parts[0]! : parts.map(part => `(${part})`).join(' '), exact);
};

export const anyOf = (conditions: readonly Condition[]): Condition => {
  // What is exact and everything needs no look at the others.
  if (conditions.some(condition => condition.kind === 'everything' && condition.isExact)) return everything;
  if (conditions.some(({ kind }) => kind === 'everything')) return unknown;
  const parts = texts(conditions);
  if (parts.length === 0) return nothing;
  return some(parts.length === 1 ? parts[0]! : parts.map(part => `(${part})`).join('|'), conditions.every(isExact));
};

/** None of them. Of one that finds too much nothing follows: it is left to the check. */
export const noneOf = (conditions: readonly Condition[]): Condition => {
  const known = conditions.filter(isExact);
  const exact = known.length === conditions.length;
  const found = anyOf(known);
  if (found.kind === 'everything') return nothing;
  if (found.kind === 'nothing') return exact ? everything : unknown;
  return some(`-(${found.text})`, exact);
};

/** In the module's words; undefined where nothing can be found. */
export const queryOf = (condition: Condition): string | undefined => {
  if (condition.kind === 'nothing') return undefined;
  return condition.kind === 'everything' ? '*' : condition.text;
};
