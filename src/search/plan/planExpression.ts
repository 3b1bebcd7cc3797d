/** What the index can tell of one expression. */
import { textFields, enumKeyLanguage } from '../document/fieldValues.js';
import type { SearchField } from '../searchFields.js';
import type { Exact, Expression, FullText, Prefix, Range, Wildcard } from '../query/ast.js';
import { digitsOf, foldCase, isNumericType, wordsOf } from '../comparableValues.js';
import { encodeText, encodeValue } from '../terms/encodeText.js';
import { exactNumberTerm, rangeTerms } from '../terms/numberTerms.js';
import { type TermKind, termScope, formatTerm } from '../terms/formatTerm.js';
import { digitPrefixLengths, foldedPrefixLengths, isAlwaysPresent } from '../terms/termsOf.js';
import {
  allOf,
  anyOf,
  anyTerm,
  columnBetween,
  type Condition,
  everything,
  inexact,
  nothing,
  unknown,
} from './Condition.js';

/** Where the values of an expression stand in the index: of `all` in many places. */
interface Scope {
  readonly name: string;
  readonly field: SearchField;
}

export type Languages = readonly string[];

const scopesOf = ({ field, language, kind }: Expression, languages: Languages): Scope[] => {
  if (field.isAll === true)
    return textFields.flatMap(each =>
      (each.type === 'localizedText' ? languages : [undefined]).map(tag => ({
        name: termScope(each, tag),
        field: each,
      })),
    );
  return [{ name: termScope(field, kind === 'exists' ? language : (language ?? enumKeyLanguage)), field }];
};

const terms = (scopes: readonly Scope[], operations: readonly TermKind[], encoded: string): string[] =>
  scopes.flatMap(({ name }) => operations.map(operation => formatTerm(operation, name, encoded)));

const hasWords = ({ type }: SearchField): boolean => type === 'text' || type === 'localizedText';

const words = (scopes: readonly Scope[], wanted: readonly string[]): Condition[] =>
  wanted.map(word => anyTerm(terms(scopes, ['w'], encodeValue(word))));

const fullText = ({ field, value, mustMatch }: FullText, scopes: readonly Scope[]): Condition => {
  if (field.type === 'phone')
    return digitsOf(value) === '' ? nothing : anyTerm(terms(scopes, ['d'], encodeValue(digitsOf(value))));
  const wanted = words(scopes, wordsOf(value));
  if (wanted.length === 0) return nothing;
  return mustMatch === 'all' ? allOf(wanted) : anyOf(wanted);
};

const exactValue = ({ field, value }: Exact, scopes: readonly Scope[]): Condition => {
  if (field.column !== undefined) return columnBetween(field.column, value as number, value as number);
  if (!isNumericType(field.type)) return anyTerm(terms(scopes, ['x'], encodeValue(String(value))));
  const [operation, digits] = exactNumberTerm(value as number);
  return anyTerm(terms(scopes, [operation], digits));
};

/** Some tell a text apart as well as all. */
const tellingWords = 10;

/** Text is indexed with regard to case alone; its words are not, and leave few to check. */
const exactText = (text: string, scopes: readonly Scope[]): Condition => {
  const wanted = words(scopes, wordsOf(text).slice(0, tellingWords));
  return wanted.length === 0 ? unknown : inexact(allOf(wanted));
};

const exact = (expression: Exact, scopes: readonly Scope[]): Condition => {
  const { field, value, caseInsensitive } = expression;
  if (!caseInsensitive || isNumericType(field.type) || field.type === 'boolean') return exactValue(expression, scopes);
  const folded = foldCase(String(value));
  if (hasWords(field)) return exactText(folded, scopes);
  return field.type === 'phone' ? unknown : anyTerm(terms(scopes, ['x', 'i'], encodeValue(folded)));
};

const charactersOf = (text: string): string[] => Array.from(text);

interface Beginnings {
  readonly operations: readonly TermKind[];
  readonly lengths: readonly number[];
  readonly isSame: boolean;
}

/** Which beginnings of a field's values are in the index; `isSame`: with regard to case exactly as asked for. */
const beginningsOf = ({ type, prefixes = [] }: SearchField, caseInsensitive: boolean): Beginnings => {
  if (type === 'text' || type === 'localizedText')
    return { operations: ['q'], lengths: prefixes, isSame: caseInsensitive };
  if (!caseInsensitive) return { operations: ['p'], lengths: prefixes, isSame: true };
  // A value that has no capitals has no folded beginnings of its own.
  return {
    operations: ['p', 'q'],
    lengths: prefixes.filter(length => (foldedPrefixLengths as readonly number[]).includes(length)),
    isSame: true,
  };
};

/** Values that begin so, as far as one scope's beginnings tell. */
const beginningIn = ({ name, field }: Scope, text: string, caseInsensitive: boolean): Condition => {
  const { operations, lengths, isSame } = beginningsOf(field, caseInsensitive);
  const characters = charactersOf(operations.includes('q') ? foldCase(text) : text);
  const length = Math.max(0, ...lengths.filter(each => each <= characters.length));
  if (length === 0) return hasAny({ name, field });
  const found = anyTerm(
    operations.map(operation => formatTerm(operation, name, encodeText(characters.slice(0, length).join('')))),
  );
  return isSame && length === characters.length ? found : inexact(found);
};

const hasAny = ({ name, field }: Scope): Condition =>
  isAlwaysPresent(field) ? unknown : anyTerm([formatTerm('h', name)], false);

const phonePrefix = (value: string, scopes: readonly Scope[]): Condition => {
  const digits = digitsOf(value);
  if (digits === '') return nothing;
  const length = Math.max(0, ...digitPrefixLengths.filter(each => each <= digits.length));
  if (length === 0) return anyOf(scopes.map(hasAny));
  const found = anyTerm(terms(scopes, ['r'], digits.slice(0, length)));
  return length === digits.length ? found : inexact(found);
};

const prefix = ({ field, value, caseInsensitive }: Prefix, scopes: readonly Scope[]): Condition =>
  field.type === 'phone'
    ? phonePrefix(value, scopes)
    : anyOf(scopes.map(scope => beginningIn(scope, value, caseInsensitive)));

/** The text before its first wildcard narrows it down. */
const wildcard = ({ field, value, caseInsensitive }: Wildcard, scopes: readonly Scope[]): Condition => {
  const literal = value.slice(0, value.search(/[*?]|$/));
  if (literal === '' || field.type === 'phone') return anyOf(scopes.map(hasAny));
  return inexact(anyOf(scopes.map(scope => beginningIn(scope, literal, caseInsensitive))));
};

const range = ({ field, gte, lte }: Range, scopes: readonly Scope[]): Condition => {
  if (field.column !== undefined)
    return columnBetween(field.column, gte as number | undefined, lte as number | undefined);
  if (!isNumericType(field.type)) return anyOf(scopes.map(hasAny));
  const wanted = rangeTerms(gte as number | undefined, lte as number | undefined);
  return anyTerm(wanted.flatMap(([operation, digits]) => terms(scopes, [operation], digits)));
};

const exists = ({ field }: Expression, scopes: readonly Scope[]): Condition =>
  isAlwaysPresent(field) ? everything : anyTerm(terms(scopes, ['h'], ''));

export const planExpression = (expression: Expression, languages: Languages): Condition => {
  const scopes = scopesOf(expression, languages);
  switch (expression.kind) {
    case 'fullText':
      return fullText(expression, scopes);
    case 'exact':
      return exact(expression, scopes);
    case 'prefix':
      return prefix(expression, scopes);
    case 'wildcard':
      return wildcard(expression, scopes);
    case 'range':
      return range(expression, scopes);
    case 'exists':
      return exists(expression, scopes);
  }
};
