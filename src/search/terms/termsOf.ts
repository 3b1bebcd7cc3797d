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

const beginnings = (operation: Operation, scope: string, text: string, lengths: readonly number[]): string[] => {
  const characters = Array.from(text.slice(0, 64));
  return lengths.filter(length => length <= characters.length).map(length => term(operation, scope, encode(characters.slice(0, length).join(''))));
};

const textTerms = (scope: string, text: string, { prefixes = noPrefixes }: SearchField): string[] => [
  term('x', scope, encodeWhole(text)),
  ...wordsOf(text).map(word => term('w', scope, encodeWhole(word))),
  ...beginnings('q', scope, fold(text), prefixes),
];

const keywordTerms = (scope: string, text: string, { prefixes = noPrefixes }: SearchField): string[] => {
  const folded = fold(text);
  const plain = [term('x', scope, encodeWhole(text)), ...beginnings('p', scope, text, prefixes)];
  if (folded === text) return plain;
  return [...plain, term('i', scope, encodeWhole(folded)), ...(prefixes.length === 0 ? [] : beginnings('q', scope, folded, foldedPrefixes))];
};

const phoneTerms = (scope: string, text: string): string[] => {
  const digits = digitsOf(text);
  const whole = term('x', scope, encodeWhole(text));
  return digits === '' ? [whole] : [whole, term('d', scope, encodeWhole(digits)), ...beginnings('r', scope, digits, digitPrefixes)];
};

const numberTerms = ({ type }: SearchField, scope: string, value: unknown): string[] => {
  const number = comparable(type, value);
  return number === undefined ? [] : termsOfNumber(number).map(([operation, text]) => term(operation, scope, text));
};

const localizedTerms = (field: SearchField, texts: Localized): string[] =>
  Object.entries(texts).flatMap(([language, text]) => {
    const scope = scopeOf(field, language);
    return [...textTerms(scope, text, field), term('h', scope)];
  });

const valueTerms = (field: SearchField, value: unknown): string[] => {
  const scope = scopeOf(field);
  switch (field.type) {
    case 'localizedText': return localizedTerms(field, value as Localized);
    case 'text': return textTerms(scope, String(value), field);
    case 'keyword': case 'string': return keywordTerms(scope, String(value), field);
    case 'phone': return phoneTerms(scope, String(value));
    case 'boolean': return [term('x', scope, String(value))];
    case 'date': case 'time': case 'instant': return [...keywordTerms(scope, String(value), field), ...numberTerms(field, scope, value)];
    case 'dateTime': case 'long': case 'number': return numberTerms(field, scope, value);
  }
};

/** Every order has a value of these. */
const always = new Set(['id', 'createdAt', 'lastModifiedAt', 'version', 'orderState', 'origin', 'totalPrice.centAmount', 'totalPrice.currencyCode']);
export const isAlways = ({ name, isAll }: SearchField): boolean => isAll === true || always.has(name);

const fieldTerms = (content: Content, field: SearchField): string[] => {
  const values = rawValues(content, field);
  if (values.length === 0) return [];
  const terms = values.flatMap(value => valueTerms(field, value));
  return isAlways(field) ? terms : [...terms, term('h', scopeOf(field))];
};

const customFieldsOf = (content: Content): SearchField[] =>
  Object.keys(customOf(content)).map(key => {
    const at = key.indexOf(' ');
    return customField(key.slice(at + 1), customTypes.find(each => each === key.slice(0, at)) as CustomType);
  });

/** Fields with a column need no terms: there they are found and sorted by. */
const withTerms = searchFields.filter(({ isAll, column }) => isAll !== true && column === undefined);

export const termsOf = (content: Content): string[] =>
  [...new Set([...withTerms, ...customFieldsOf(content)].flatMap(field => fieldTerms(content, field)))];

