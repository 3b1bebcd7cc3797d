/** Computes the share of a search expression that the values of its field match. */
import { askedWords, digits, foldCase, hasWord, isWildcardMatch, comparableNumber } from './compare.js';
import { searchTypeOf } from '../../support/search/searchFields.js';
import type { Value } from '../../support/search/fieldValues.js';
import type { LeafKind, Operand } from '../../support/search/wire.js';

type Raw = string | number | boolean;

/** Compares stored and requested text, both in lower case for a case-insensitive expression. */
const sameCase =
  (operand: Operand, test: (text: string, asked: string) => boolean) =>
  (value: Raw): boolean => {
    const [text, asked] = [String(value), String(operand.value)];
    return operand.caseInsensitive === true ? test(foldCase(text), foldCase(asked)) : test(text, asked);
  };

const isPhonePrefix =
  (asked: string) =>
  (value: Raw): boolean =>
    digits(asked) !== '' && digits(String(value)).startsWith(digits(asked));

const isInRange =
  ({ field, customType, gte, lte }: Operand) =>
  (value: Raw): boolean => {
    const comparable = (each: Raw): Raw => comparableNumber(searchTypeOf(field, customType), each) ?? each;
    return (
      (gte === undefined || comparable(value) >= comparable(gte)) &&
      (lte === undefined || comparable(value) <= comparable(lte))
    );
  };

const isExactly = (operand: Operand): ((value: Raw) => boolean) => {
  const type = searchTypeOf(operand.field, operand.customType);
  const number = comparableNumber(type, operand.value!);
  if (number !== undefined) return value => comparableNumber(type, value) === number;
  return sameCase(operand, (text, asked) => text === asked);
};

const testOf = (kind: Exclude<LeafKind, 'fullText'>, operand: Operand): ((value: Raw) => boolean) => {
  switch (kind) {
    case 'exists':
      return () => true;
    case 'exact':
      return isExactly(operand);
    case 'range':
      return isInRange(operand);
    case 'prefix':
      return searchTypeOf(operand.field, operand.customType) === 'phone'
        ? isPhonePrefix(String(operand.value))
        : sameCase(operand, (text, asked) => text.startsWith(asked));
    case 'wildcard':
      return sameCase(operand, isWildcardMatch);
  }
};

/** Returns the share of matched words, 0 to 1; words may match in different values. */
const fullTextShare = ({ field, customType, value, mustMatch = 'all' }: Operand, values: readonly Value[]): number => {
  const asked = String(value);
  if (searchTypeOf(field, customType) === 'phone')
    return digits(asked) !== '' && values.some(each => digits(String(each.value)) === digits(asked)) ? 1 : 0;
  const wanted = [...askedWords(asked)];
  const met = wanted.filter(word => values.some(each => hasWord(String(each.value), word))).length;
  if (wanted.length === 0) return 0;
  return mustMatch === 'any' ? met / wanted.length : Math.floor(met / wanted.length);
};

/** Returns the matched share of an expression, 0 to 1; 0 means no match. */
export const matchedShare = (kind: LeafKind, operand: Operand, values: readonly Value[]): number => {
  if (kind === 'fullText') return fullTextShare(operand, values);
  if (kind === 'exists' && operand.field === 'all') return 1;
  const test = testOf(kind, operand);
  return values.some(({ value }) => test(value)) ? 1 : 0;
};
