import { toUtcDateTime } from '../../../schema/toUtcDateTime.js';
import type { Literal, Predicate } from './Predicate.js';

/** Tests the bytes of a body, which stand in one of a few byte sequences in it. */
export type BytesTest = (body: Buffer) => boolean;

/** A body contains one sequence of each group. */
type Groups = readonly (readonly string[])[];

/** Sequences that are searched for: more of them would take longer than to parse a body. */
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

/** One of the parts matches; without a requirement of each part there is none of all. */
const anyPart = (parts: readonly Groups[]): Groups => {
  const firsts = parts.map(([first]) => first);
  return firsts.every(first => first !== undefined) ? [firsts.flat()] : [];
};

/** What every matching body contains; absent fields match negations, so that these require nothing. */
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
