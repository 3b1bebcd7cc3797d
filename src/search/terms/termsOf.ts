/** From the content of an order to the terms that it is found by. */
import { customTypes, customField, type CustomType, type SearchField, searchFields } from '../fields.js';
import { type Content, customOf } from '../document/content.js';
import { rawValues, type Localized } from '../document/read.js';
import { comparable, digitsOf, fold, wordsOf } from '../query/values.js';
import { encode, encodeWhole } from './encode.js';
import { termsOfNumber } from './numbers.js';
import { type Operation, scopeOf, term } from './term.js';

/** Lengths of folded prefixes of fields whose prefixes are looked for with regard to case as a rule. */
export const foldedPrefixes = [2, 4, 8, 12] as const;
export const digitPrefixes = [2, 4, 6] as const;

const noPrefixes: readonly number[] = [];

/** What takes the terms: they are many, and lists of lists of them would be as many more. */
type Terms = Set<string>;

const addBeginnings = (terms: Terms, operation: Operation, scope: string, text: string, lengths: readonly number[]): void => {
  if (lengths.length === 0) return;
  const characters = Array.from(text.slice(0, 64));
  for (const length of lengths)
    if (length <= characters.length) terms.add(term(operation, scope, encode(characters.slice(0, length).join(''))));
};

const addText = (terms: Terms, scope: string, text: string, { prefixes = noPrefixes }: SearchField): void => {
  terms.add(term('x', scope, encodeWhole(text)));
  for (const word of wordsOf(text)) terms.add(term('w', scope, encodeWhole(word)));
  addBeginnings(terms, 'q', scope, fold(text), prefixes);
};

const addKeyword = (terms: Terms, scope: string, text: string, { prefixes = noPrefixes }: SearchField): void => {
  terms.add(term('x', scope, encodeWhole(text)));
  addBeginnings(terms, 'p', scope, text, prefixes);
  const folded = fold(text);
  if (folded === text) return;
  terms.add(term('i', scope, encodeWhole(folded)));
  if (prefixes.length > 0) addBeginnings(terms, 'q', scope, folded, foldedPrefixes);
};

const addPhone = (terms: Terms, scope: string, text: string): void => {
  terms.add(term('x', scope, encodeWhole(text)));
  const digits = digitsOf(text);
  if (digits === '') return;
  terms.add(term('d', scope, encodeWhole(digits)));
  addBeginnings(terms, 'r', scope, digits, digitPrefixes);
};

const addNumber = (terms: Terms, scope: string, { type }: SearchField, value: unknown): void => {
  const number = comparable(type, value);
  if (number !== undefined) for (const [operation, text] of termsOfNumber(number)) terms.add(term(operation, scope, text));
};

const addLocalized = (terms: Terms, field: SearchField, texts: Localized): void => {
  for (const [language, text] of Object.entries(texts)) {
    const scope = scopeOf(field, language);
    addText(terms, scope, text, field);
    terms.add(term('h', scope));
  }
};

const addValue = (terms: Terms, field: SearchField, scope: string, value: unknown): void => {
  switch (field.type) {
    case 'localizedText': return addLocalized(terms, field, value as Localized);
    case 'text': return addText(terms, scope, String(value), field);
    case 'phone': return addPhone(terms, scope, String(value));
    case 'boolean': terms.add(term('x', scope, String(value))); return;
    case 'keyword': case 'string': return addKeyword(terms, scope, String(value), field);
    case 'date': case 'time': case 'instant':
      addKeyword(terms, scope, String(value), field);
      return addNumber(terms, scope, field, value);
    case 'dateTime': case 'long': case 'number': return addNumber(terms, scope, field, value);
  }
};

/** Every order has a value of these. */
const always = new Set(['id', 'createdAt', 'lastModifiedAt', 'version', 'orderState', 'origin', 'totalPrice.centAmount', 'totalPrice.currencyCode']);
export const isAlways = ({ name, isAll }: SearchField): boolean => isAll === true || always.has(name);

const addField = (terms: Terms, content: Content, field: SearchField): void => {
  const values = rawValues(content, field);
  if (values.length === 0) return;
  const scope = scopeOf(field);
  for (const value of values) addValue(terms, field, scope, value);
  if (!isAlways(field)) terms.add(term('h', scope));
};

const customFieldsOf = (content: Content): SearchField[] =>
  Object.keys(customOf(content)).map(key => {
    const at = key.indexOf(' ');
    return customField(key.slice(at + 1), customTypes.find(each => each === key.slice(0, at)) as CustomType);
  });

/** Fields with a column need no terms: there they are found and sorted by. */
const withTerms = searchFields.filter(({ isAll, column }) => isAll !== true && column === undefined);

export const termsOf = (content: Content): string[] => {
  const terms: Terms = new Set();
  for (const field of withTerms) addField(terms, content, field);
  for (const field of customFieldsOf(content)) addField(terms, content, field);
  return [...terms];
};
