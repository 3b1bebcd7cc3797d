/**
 * Finds language tags of a query in any case. Texts are stored under canonical tags; the spelling of the query is
 * looked for too, since builds before format 10 stored tags as they came. A canonical tag costs nothing more.
 */
import { canonicalLanguageTag } from '../../schema/languageTags.js';
import type { Literal, Predicate } from './Predicate.js';

const spellingsOf = (literal: Literal): readonly Literal[] => {
  const tag = typeof literal === 'string' ? canonicalLanguageTag(literal) : literal;
  return tag === literal ? [literal] : [tag, literal];
};

/** A condition on a field that is a language tag. */
export const withSpellings = (condition: Predicate): Predicate => {
  if (condition.kind === 'compare') {
    const { field, operator, value } = condition;
    const values = spellingsOf(value);
    const isEquality = operator === '=' || operator === '!=';
    return values.length > 1 && isEquality ? { kind: 'in', field, values, negated: operator === '!=' } : condition;
  }
  if (condition.kind === 'contains' && condition.mode === 'all') {
    const parts = condition.values.map(
      (value): Predicate => ({ ...condition, mode: 'any', values: spellingsOf(value) }),
    );
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
  }
  return 'values' in condition ? { ...condition, values: condition.values.flatMap(spellingsOf) } : condition;
};

/** Tells whether a resource without the field matches. */
const matchesAbsent = (condition: Predicate): boolean =>
  condition.kind === 'compare'
    ? condition.operator === '!='
    : 'negated' in condition && condition.negated === (condition.kind !== 'empty');

/** A condition on the text in a language; `tag` is the canonical form of the field that it names. */
export const underSpellings = (condition: Predicate, tag: string): Predicate => {
  if ('parts' in condition) return { ...condition, parts: condition.parts.map(part => underSpellings(part, tag)) };
  if (condition.kind === 'not') return condition;
  if (condition.kind === 'nested' || condition.kind === 'within') return { ...condition, field: tag };
  return { kind: matchesAbsent(condition) ? 'and' : 'or', parts: [{ ...condition, field: tag }, condition] };
};
