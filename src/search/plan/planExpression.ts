import { enumKeyLanguage } from '../document/fieldValues.js';
import { pairField, type SearchField } from '../fields/SearchField.js';
import type {
  ComparableValue,
  Exact,
  Expression,
  FullText,
  FullTextPrefix,
  Fuzzy,
  Prefix,
  Range,
  Wildcard,
} from '../query/ast.js';
import { editsOf, foldText, isUnspaced, pairsOf, searchedWords } from '../fields/searchedWords.js';
import { digitsOf, foldCase, isNumericType } from '../fields/comparableValues.js';
import {
  encodeText,
  encodeValue,
  exactKinds,
  formatTerm,
  type TermKind,
  termKinds,
  termScope,
} from '../terms/formatTerm.js';
import { exactNumberTerm, rangeTerms } from '../terms/numberTerms.js';
import { digitPrefixLengths, foldedPrefixLengths } from '../terms/termsOf.js';
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

/** A field in which the index searches an expression; the field `all` has many. */
interface ExpressionScope {
  readonly name: string;
  readonly field: SearchField;
}

export type Languages = readonly string[];

const isPresentInAll = ({ isAll, isAlwaysPresent }: SearchField): boolean => isAll === true || isAlwaysPresent === true;

/** Returns the scope of a field, and the one that it shares with its twin. */
const fieldScopes = (field: SearchField, language: string | undefined): ExpressionScope[] =>
  [field, pairField(field)].flatMap(each =>
    each === undefined ? [] : [{ name: termScope(each, language), field: each }],
  );

const allScopes = (parts: readonly SearchField[], languages: Languages): ExpressionScope[] => {
  const scopes = parts.flatMap(field =>
    (field.type === 'localizedText' ? languages : [undefined]).flatMap(language => fieldScopes(field, language)),
  );
  // Twins share a scope.
  return [...new Map(scopes.map(scope => [scope.name, scope])).values()];
};

const scopesOf = ({ field, language, kind }: Expression, languages: Languages): ExpressionScope[] => {
  // The texts in the language and the texts without a language are searched.
  if (field.collects !== undefined) return [...fieldScopes(field, language), ...fieldScopes(field, undefined)];
  return field.parts !== undefined
    ? allScopes(field.parts, languages)
    : fieldScopes(field, kind === 'exists' ? language : (language ?? enumKeyLanguage));
};

const terms = (scopes: readonly ExpressionScope[], kinds: readonly TermKind[], encoded: string): string[] =>
  scopes.flatMap(({ name }) => kinds.map(kind => formatTerm(kind, name, encoded)));

const hasWords = ({ type }: SearchField): boolean => type === 'text' || type === 'localizedText';

/** Finds a word of a script without spaces by its pairs of characters, which may stand in different places. */
const planWord = (scopes: readonly ExpressionScope[], word: string): Condition => {
  const parts = isUnspaced(word) ? pairsOf(word) : [word];
  const conditions = parts.map(part => anyTerm(terms(scopes, [termKinds.word], encodeValue(part))));
  return conditions.length === 1 ? conditions[0]! : inexact(allOf(conditions));
};

const planWords = (scopes: readonly ExpressionScope[], wanted: readonly string[]): Condition[] =>
  wanted.map(word => planWord(scopes, word));

const planFullText = ({ field, value, mustMatch }: FullText, scopes: readonly ExpressionScope[]): Condition => {
  if (field.type === 'phone')
    return digitsOf(value) === '' ? nothing : anyTerm(terms(scopes, [termKinds.digits], encodeValue(digitsOf(value))));
  const wanted = planWords(scopes, searchedWords(value));
  if (wanted.length === 0) return nothing;
  return mustMatch === 'all' ? allOf(wanted) : anyOf(wanted);
};

/** Finds exact words by their terms; for similar words the index only tells that the field has a value. */
const planSimilarWords = (
  { value, mustMatch }: FullTextPrefix | Fuzzy,
  scopes: readonly ExpressionScope[],
  isExact: (word: string) => boolean,
): Condition => {
  const wanted = searchedWords(value);
  if (wanted.length === 0) return nothing;
  const conditions = wanted.map(word =>
    isExact(word) ? allOf(planWords(scopes, [word])) : anyOf(scopes.map(planAnyValue)),
  );
  return mustMatch === 'all' ? allOf(conditions) : anyOf(conditions);
};

const planExactValue = ({ field, value }: Exact, scopes: readonly ExpressionScope[]): Condition => {
  if (field.column !== undefined) return columnBetween(field.column, value as number, value as number);
  if (!isNumericType(field.type)) return anyTerm(terms(scopes, [exactKinds(field).exact], encodeValue(String(value))));
  const [kind, digits] = exactNumberTerm(value as number);
  return anyTerm(terms(scopes, [kind], digits));
};

/** A text is searched by at most this number of words; more would hardly find fewer resources. */
const searchedWordsMax = 10;

/** Finds an exact text by its folded words, which leave few hits to check: exact texts are indexed with their case. */
const planFoldedText = (text: string, scopes: readonly ExpressionScope[]): Condition => {
  const wanted = planWords(scopes, searchedWords(text).slice(0, searchedWordsMax));
  return wanted.length === 0 ? unknown : inexact(allOf(wanted));
};

/** Finds phone numbers by their digits; few resources have the same digits. */
const planExactPhone = (text: string, scopes: readonly ExpressionScope[]): Condition => {
  const digits = digitsOf(text);
  return digits === ''
    ? anyOf(scopes.map(planAnyValue))
    : inexact(anyTerm(terms(scopes, [termKinds.digits], encodeValue(digits))));
};

const planExact = ({ others = [], ...single }: Exact, scopes: readonly ExpressionScope[]): Condition =>
  others.length === 0
    ? planOneExact(single, scopes)
    : anyOf([single.value, ...others].map((value: ComparableValue) => planOneExact({ ...single, value }, scopes)));

const planOneExact = (expression: Exact, scopes: readonly ExpressionScope[]): Condition => {
  const { field, value, caseInsensitive } = expression;
  if (field.type === 'phone') return planExactPhone(String(value), scopes);
  if (!caseInsensitive || isNumericType(field.type) || field.type === 'boolean')
    return planExactValue(expression, scopes);
  const folded = foldCase(String(value));
  if (hasWords(field)) return planFoldedText(folded, scopes);
  const kinds = exactKinds(field);
  return anyTerm(terms(scopes, [kinds.exact, kinds.folded], encodeValue(folded)));
};

const charactersOf = (text: string): string[] => Array.from(text);

interface IndexedPrefixes {
  readonly kinds: readonly TermKind[];
  readonly lengths: readonly number[];
  /** True if they treat case as the expression does. */
  readonly isExact: boolean;
}

/** Returns the prefixes of a field's values that the index has. */
const indexedPrefixesOf = ({ type, prefixes = [] }: SearchField, caseInsensitive: boolean): IndexedPrefixes => {
  if (type === 'text' || type === 'localizedText')
    return { kinds: [termKinds.prefixFolded], lengths: prefixes, isExact: caseInsensitive };
  if (!caseInsensitive) return { kinds: [termKinds.prefix], lengths: prefixes, isExact: true };
  // A value without capitals has no folded prefixes of its own.
  return {
    kinds: [termKinds.prefix, termKinds.prefixFolded],
    lengths: prefixes.filter(length => foldedPrefixLengths.includes(length)),
    isExact: true,
  };
};

/** Finds values with a prefix in one scope, as exactly as the indexed prefixes allow. */
const planPrefixIn = ({ name, field }: ExpressionScope, text: string, caseInsensitive: boolean): Condition => {
  const { kinds, lengths, isExact } = indexedPrefixesOf(field, caseInsensitive);
  const fold = field.foldsAccents === true ? foldText : foldCase;
  const characters = charactersOf(kinds.includes(termKinds.prefixFolded) ? fold(text) : text);
  const length = Math.max(0, ...lengths.filter(each => each <= characters.length));
  if (length === 0) return planAnyValue({ name, field });
  const prefix = encodeText(characters.slice(0, length).join(''));
  const condition = anyTerm(kinds.map(kind => formatTerm(kind, name, prefix)));
  return isExact && length === characters.length ? condition : inexact(condition);
};

const planAnyValue = ({ name, field }: ExpressionScope): Condition =>
  isPresentInAll(field) ? unknown : anyTerm([formatTerm(termKinds.exists, name)], false);

const planPhonePrefix = (value: string, scopes: readonly ExpressionScope[]): Condition => {
  const digits = digitsOf(value);
  if (digits === '') return nothing;
  const length = Math.max(0, ...digitPrefixLengths.filter(each => each <= digits.length));
  if (length === 0) return anyOf(scopes.map(planAnyValue));
  const condition = anyTerm(terms(scopes, [termKinds.digitsPrefix], digits.slice(0, length)));
  return length === digits.length ? condition : inexact(condition);
};

const planPrefix = ({ field, value, caseInsensitive }: Prefix, scopes: readonly ExpressionScope[]): Condition =>
  field.type === 'phone'
    ? planPhonePrefix(value, scopes)
    : anyOf(scopes.map(scope => planPrefixIn(scope, value, caseInsensitive)));

/** Finds the resources to check by the text before the first wildcard. */
const planWildcard = ({ field, value, caseInsensitive }: Wildcard, scopes: readonly ExpressionScope[]): Condition => {
  const literal = value.slice(0, value.search(/[*?]|$/));
  if (literal === '' || field.type === 'phone') return anyOf(scopes.map(planAnyValue));
  return inexact(anyOf(scopes.map(scope => planPrefixIn(scope, literal, caseInsensitive))));
};

const planRange = ({ field, gte, lte }: Range, scopes: readonly ExpressionScope[]): Condition => {
  if (field.column !== undefined)
    return columnBetween(field.column, gte as number | undefined, lte as number | undefined);
  if (!isNumericType(field.type)) return anyOf(scopes.map(planAnyValue));
  const wanted = rangeTerms(gte as number | undefined, lte as number | undefined);
  return anyTerm(wanted.flatMap(([kind, digits]) => terms(scopes, [kind], digits)));
};

/** A field that every resource has needs a lookup for a language: its text may not exist in that language. */
const planExists = ({ field, language }: Expression, scopes: readonly ExpressionScope[]): Condition =>
  isPresentInAll(field) && language === undefined ? everything : anyTerm(terms(scopes, [termKinds.exists], ''));

export const planExpression = (expression: Expression, languages: Languages): Condition => {
  const { field } = expression;
  if (field.requires !== undefined) {
    const required = { kind: 'exact', ...field.requires, boost: 1, caseInsensitive: false } as const;
    return inexact(planExpression(required, languages));
  }
  if (field.isUnindexed === true) return unknown;
  if (field.source !== undefined) return inexact(planExpression({ ...expression, field: field.source }, languages));
  const scopes = scopesOf(expression, languages);
  switch (expression.kind) {
    case 'fullText':
      return planFullText(expression, scopes);
    case 'fullTextPrefix':
      return planSimilarWords(expression, scopes, () => false);
    case 'fuzzy':
      return planSimilarWords(expression, scopes, word => editsOf(word, expression.level) === 0);
    case 'exact':
      return planExact(expression, scopes);
    case 'prefix':
      return planPrefix(expression, scopes);
    case 'wildcard':
      return planWildcard(expression, scopes);
    case 'range':
      return planRange(expression, scopes);
    case 'exists':
      return planExists(expression, scopes);
  }
};
