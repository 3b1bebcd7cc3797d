/** From the content of an order to the terms that it is found by. */
import { customTypes, customField, type CustomType, type SearchField, searchFields } from '../searchFields.js';
import { type Content, customValuesIn } from '../document/content.js';
import { rawFieldValues, type LocalizedTexts } from '../document/fieldValues.js';
import { comparableNumber, digitsOf, foldCase, wordsOf } from '../comparableValues.js';
import { encodeText, encodeValue } from './encodeText.js';
import { numberTerms } from './numberTerms.js';
import { everyTerm, type TermKind, termScope, formatTerm } from './formatTerm.js';

/** Lengths of folded prefixes of fields whose prefixes are looked for with regard to case as a rule. */
export const foldedPrefixLengths = [2, 4, 8, 12] as const;
export const digitPrefixLengths = [2, 4, 6] as const;

const noPrefixes: readonly number[] = [];

/** What takes the terms: they are many, and lists of lists of them would be as many more. */
type Terms = Set<string>;

/** Lengths, in characters, ascend. */
const addBeginnings = (
  terms: Terms,
  operation: TermKind,
  scope: string,
  text: string,
  lengths: readonly number[],
): void => {
  if (lengths.length === 0) return;
  let encoded = '';
  let length = 0;
  let next = 0;
  for (const character of text) {
    encoded += encodeText(character);
    if (++length < lengths[next]!) continue;
    terms.add(formatTerm(operation, scope, encoded));
    if (++next === lengths.length) return;
  }
};

const addText = (terms: Terms, scope: string, text: string, { prefixes = noPrefixes }: SearchField): void => {
  terms.add(formatTerm('x', scope, encodeValue(text)));
  for (const word of wordsOf(text)) terms.add(formatTerm('w', scope, encodeValue(word)));
  addBeginnings(terms, 'q', scope, foldCase(text), prefixes);
};

const addKeyword = (terms: Terms, scope: string, text: string, { prefixes = noPrefixes }: SearchField): void => {
  terms.add(formatTerm('x', scope, encodeValue(text)));
  addBeginnings(terms, 'p', scope, text, prefixes);
  const folded = foldCase(text);
  if (folded === text) return;
  terms.add(formatTerm('i', scope, encodeValue(folded)));
  if (prefixes.length > 0) addBeginnings(terms, 'q', scope, folded, foldedPrefixLengths);
};

const addPhone = (terms: Terms, scope: string, text: string): void => {
  terms.add(formatTerm('x', scope, encodeValue(text)));
  const digits = digitsOf(text);
  if (digits === '') return;
  terms.add(formatTerm('d', scope, encodeValue(digits)));
  addBeginnings(terms, 'r', scope, digits, digitPrefixLengths);
};

const addNumber = (terms: Terms, scope: string, { type }: SearchField, value: unknown): void => {
  const number = comparableNumber(type, value);
  if (number !== undefined)
    for (const [operation, text] of numberTerms(number)) terms.add(formatTerm(operation, scope, text));
};

/** Names, places and states come up again and again; those of custom fields are told apart by their scope. */
const known = new Map<string, readonly string[]>();
const knownMax = 20_000;
const knownLengthMax = 200;

/** What a text leads to, as it was made before or by `make`. */
const remembered = (terms: Terms, scope: string, text: string, make: (terms: Terms) => void): void => {
  if (text.length > knownLengthMax) return make(terms);
  const name = `${scope} ${text}`;
  let found = known.get(name);
  if (found === undefined) {
    const made: Terms = new Set();
    make(made);
    found = [...made];
    // All at once: what is frequent is soon back.
    if (known.size >= knownMax) known.clear();
    known.set(name, found);
  }
  for (const each of found) terms.add(each);
};

const addLocalized = (terms: Terms, field: SearchField, scope: string, texts: LocalizedTexts): void => {
  for (const language of Object.keys(texts)) {
    const text = texts[language]!;
    remembered(terms, `${scope} ${language}`, text, into => {
      const inLanguage = termScope(field, language);
      addText(into, inLanguage, text, field);
      into.add(formatTerm('h', inLanguage));
    });
  }
};

const addValue = (terms: Terms, field: SearchField, scope: string, value: unknown): void => {
  switch (field.type) {
    case 'localizedText':
      return addLocalized(terms, field, scope, value as LocalizedTexts);
    case 'text':
      return remembered(terms, scope, String(value), into => addText(into, scope, String(value), field));
    case 'phone':
      return addPhone(terms, scope, String(value));
    case 'boolean':
      terms.add(formatTerm('x', scope, String(value)));
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

/** Every order has a value of these. */
const always = new Set([
  'id',
  'createdAt',
  'lastModifiedAt',
  'version',
  'orderState',
  'origin',
  'totalPrice.centAmount',
  'totalPrice.currencyCode',
]);
export const isAlwaysPresent = ({ name, isAll }: SearchField): boolean => isAll === true || always.has(name);

/** A field with what names its values and tells that it has any. */
interface Place {
  readonly field: SearchField;
  readonly scope: string;
  readonly has?: string;
}

const placeOf = (field: SearchField): Place => {
  const scope = termScope(field);
  return { field, scope, ...(isAlwaysPresent(field) ? {} : { has: formatTerm('h', scope) }) };
};

const addField = (terms: Terms, content: Content, { field, scope, has }: Place): void => {
  const values = rawFieldValues(content, field);
  if (values.length === 0) return;
  for (const value of values) addValue(terms, field, scope, value);
  if (has !== undefined) terms.add(has);
};

const customFieldsOf = (content: Content): SearchField[] =>
  Object.keys(customValuesIn(content)).map(key => {
    const at = key.indexOf(' ');
    return customField(key.slice(at + 1), customTypes.find(each => each === key.slice(0, at)) as CustomType);
  });

/** Fields with a column need no terms: there they are found and sorted by. */
const withTerms = searchFields.filter(({ isAll, column }) => isAll !== true && column === undefined).map(placeOf);

export const termsOf = (content: Content): string[] => {
  const terms: Terms = new Set([everyTerm]);
  for (const place of withTerms) addField(terms, content, place);
  for (const field of customFieldsOf(content)) addField(terms, content, placeOf(field));
  return [...terms];
};
