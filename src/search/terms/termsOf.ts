import { comparableNumber, digitsOf, foldCase } from '../fields/comparableValues.js';
import { foldText, indexedWords } from '../fields/searchedWords.js';
import type { Content } from '../document/contentOf.js';
import { collectedTexts, type LocalizedTexts, rawFieldValues, valuesAtPath } from '../document/fieldValues.js';
import type { FieldTable } from '../fields/FieldTable.js';
import { pairField, type SearchField } from '../fields/SearchField.js';
import {
  encodeText,
  encodeValue,
  everyTerm,
  exactKinds,
  formatTerm,
  stagedField,
  type TermKind,
  termKinds,
  termScope,
} from './formatTerm.js';
import { numberTerms } from './numberTerms.js';

/** Lengths of the folded prefixes of fields that are usually searched with regard to case. */
export const foldedPrefixLengths: readonly number[] = [2, 4, 8, 12];
export const digitPrefixLengths: readonly number[] = [2, 4, 6];

const noPrefixes: readonly number[] = [];

/** Collects the terms of a resource; one set is passed on, which avoids many nested lists. */
type Terms = Set<string>;

/** Adds the prefixes of a text; `lengths` are in characters and ascend. */
const addPrefixes = (terms: Terms, kind: TermKind, scope: string, text: string, lengths: readonly number[]): void => {
  let encoded = '';
  let length = 0;
  let next = 0;
  let nextLength = lengths[next];
  for (const character of text) {
    if (nextLength === undefined) return;
    encoded += encodeText(character);
    if (++length < nextLength) continue;
    terms.add(formatTerm(kind, scope, encoded));
    nextLength = lengths[++next];
  }
};

const addText = (terms: Terms, scope: string, text: string, field: SearchField): void => {
  const { prefixes = noPrefixes, foldsAccents = false } = field;
  terms.add(formatTerm(termKinds.exact, scope, encodeValue(text)));
  for (const word of indexedWords(text)) terms.add(formatTerm(termKinds.word, scope, encodeValue(word)));
  addPrefixes(terms, termKinds.prefixFolded, scope, foldsAccents ? foldText(text) : foldCase(text), prefixes);
};

const addKeyword = (terms: Terms, scope: string, text: string, field: SearchField): void => {
  const { prefixes = noPrefixes } = field;
  const kinds = exactKinds(field);
  terms.add(formatTerm(kinds.exact, scope, encodeValue(text)));
  addPrefixes(terms, termKinds.prefix, scope, text, prefixes);
  const folded = foldCase(text);
  if (folded === text) return;
  terms.add(formatTerm(kinds.folded, scope, encodeValue(folded)));
  if (prefixes.length > 0) addPrefixes(terms, termKinds.prefixFolded, scope, folded, foldedPrefixLengths);
};

const addPhone = (terms: Terms, scope: string, text: string): void => {
  const digits = digitsOf(text);
  if (digits === '') return;
  terms.add(formatTerm(termKinds.digits, scope, encodeValue(digits)));
  addPrefixes(terms, termKinds.digitsPrefix, scope, digits, digitPrefixLengths);
};

const addNumber = (terms: Terms, scope: string, { type }: SearchField, value: unknown): void => {
  const number = comparableNumber(type, value);
  if (number === undefined) return;
  for (const [kind, digits] of numberTerms(number)) terms.add(formatTerm(kind, scope, digits));
};

/** Caches terms by scope and text: names, cities and states occur in many orders. */
const cachedTerms = new Map<string, readonly string[]>();
const cachedTextsMax = 20_000;
const cachedTextLengthMax = 200;

/** Adds the terms of a text, from the cache or by `add`. */
const addCached = (terms: Terms, scope: string, text: string, add: (terms: Terms) => void): void => {
  if (text.length > cachedTextLengthMax) return add(terms);
  const key = `${scope} ${text}`;
  let cached = cachedTerms.get(key);
  if (cached === undefined) {
    const created: Terms = new Set();
    add(created);
    cached = [...created];
    // Clearing the whole map is cheaper than an LRU cache; frequent texts are soon cached again.
    if (cachedTerms.size >= cachedTextsMax) cachedTerms.clear();
    cachedTerms.set(key, cached);
  }
  for (const each of cached) terms.add(each);
};

const addLocalized = (terms: Terms, field: SearchField, scope: string, texts: LocalizedTexts): void => {
  for (const [language, text] of Object.entries(texts))
    addCached(terms, `${scope} ${language}`, text, created => {
      const languageScope = termScope(field, language);
      addText(created, languageScope, text, field);
      created.add(formatTerm(termKinds.exists, languageScope));
    });
};

const addValue = (terms: Terms, field: SearchField, scope: string, value: unknown): void => {
  switch (field.type) {
    case 'localizedText':
      return addLocalized(terms, field, scope, value as LocalizedTexts);
    case 'text':
      return addCached(terms, scope, String(value), created => addText(created, scope, String(value), field));
    case 'phone':
      return addPhone(terms, scope, String(value));
    case 'boolean':
      terms.add(formatTerm(termKinds.exact, scope, String(value)));
      return;
    case 'keyword':
    case 'string':
      return addKeyword(terms, scope, String(value), field);
    case 'date':
    case 'time':
    case 'instant':
      addKeyword(terms, scope, String(value), field);
      return addNumber(terms, scope, field, value);
    case 'dateTime':
    case 'long':
    case 'number':
      return addNumber(terms, scope, field, value);
  }
};

/** A field with the scope of its terms, and with the term that says that the field has a value. */
interface IndexedField {
  readonly field: SearchField;
  readonly scope: string;
  readonly existsTerm?: string;
}

const indexedFieldOf = (field: SearchField): IndexedField => {
  const scope = termScope(field);
  return {
    field,
    scope,
    ...(field.isAlwaysPresent === true ? {} : { existsTerm: formatTerm(termKinds.exists, scope) }),
  };
};

const addValues = (terms: Terms, { field, scope, existsTerm }: IndexedField, values: readonly unknown[]): void => {
  if (values.length === 0) return;
  for (const value of values) addValue(terms, field, scope, value);
  if (existsTerm !== undefined) terms.add(existsTerm);
};

const addField = (terms: Terms, content: Content, indexed: IndexedField): void =>
  addValues(terms, indexed, rawFieldValues(content, indexed.field));

/** Two fields that often have the same values, and the field whose terms then stand for both. */
interface FieldPair {
  readonly both: IndexedField;
  readonly one: IndexedField;
  readonly other: IndexedField;
}

const addPair = (terms: Terms, content: Content, { both, one, other }: FieldPair): void => {
  const [values, otherValues] = [rawFieldValues(content, one.field), rawFieldValues(content, other.field)];
  const isSame = values.length === otherValues.length && values.every((value, at) => value === otherValues[at]);
  if (isSame) return addValues(terms, both, values);
  addValues(terms, one, values);
  addValues(terms, other, otherValues);
};

const pairOf = (field: SearchField, others: readonly SearchField[]): FieldPair[] => {
  const both = pairField(field);
  const other = others.find(({ pairCode }) => pairCode === field.pairCode);
  return both === undefined || other === undefined
    ? []
    : [{ both: indexedFieldOf(both), one: indexedFieldOf(field), other: indexedFieldOf(other) }];
};

/** Returns the open fields of which a content has values. */
const openFieldsOf = (content: Content, { openFields, openField, holderPath }: FieldTable): SearchField[] =>
  openFields.flatMap(family => {
    if (family.isUnindexed === true) return [];
    const names = new Set(valuesAtPath(content, holderPath(family)).flatMap(values => Object.keys(values as object)));
    return [...names].flatMap(key => {
      const at = key.indexOf(' ');
      return openField(family, key.slice(at + 1), key.slice(0, at)) ?? [];
    });
  });

const addCollectedWords = (terms: Terms, content: Content, field: SearchField): void => {
  if (field.collects === undefined) return;
  for (const { text, language } of collectedTexts(content, field.collects)) {
    const scope = termScope(field, language);
    addCached(terms, `${scope} words`, text, created => {
      for (const word of indexedWords(text)) created.add(formatTerm(termKinds.word, scope, encodeValue(word)));
    });
  }
};

const hasTerms = ({ isAll, column, isUnindexed, computedFrom }: SearchField): boolean =>
  isAll !== true && column === undefined && isUnindexed !== true && computedFrom === undefined;

/**
 * Compiles a table to a function that returns the terms by which the index finds a content, as current data or as
 * staged data.
 */
export const createTermsOf = (table: FieldTable, isStaged = false): ((content: Content) => string[]) => {
  const toIndexed = (field: SearchField): SearchField => (isStaged ? stagedField(field) : field);
  // Fields with a column need no terms, because the column is searched.
  const fields = table.fields.filter(hasTerms).map(toIndexed);
  const texts = table.texts && toIndexed(table.texts);
  const singleFields = fields.filter(({ pairCode }) => pairCode === undefined).map(indexedFieldOf);
  const fieldPairs = fields.flatMap((field, at) => pairOf(field, fields.slice(at + 1)));
  return content => {
    const terms: Terms = new Set([everyTerm]);
    for (const field of singleFields) addField(terms, content, field);
    for (const pair of fieldPairs) addPair(terms, content, pair);
    for (const field of openFieldsOf(content, table)) addField(terms, content, indexedFieldOf(toIndexed(field)));
    if (texts !== undefined) addCollectedWords(terms, content, texts);
    return [...terms];
  };
};
