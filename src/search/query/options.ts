/** What expressions and sorts say beside field and value; a faulty option is told, and stands for its default from there. */
import { Locale } from '../../schema/primitives.js';
import { innerTypeOf, type SearchField } from '../fields.js';
import { came, type Faults } from './faults.js';
import { described } from './fieldOf.js';

const languageTag = new RegExp(Locale.pattern!);
const isLanguage = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= Locale.maxLength! && languageTag.test(value);

/** A LocalizedEnumType without language is compared by its key. */
const needsLanguage = ({ type, customType }: SearchField): boolean =>
  type === 'localizedText' && (customType === undefined || innerTypeOf(customType) !== 'LocalizedEnumType');

const takesLanguage = ({ type, inTypes }: SearchField): boolean => type === 'localizedText' || inTypes !== undefined;

/** SEARCH021: the language of a localized field; no other field has one. */
export const readLanguage = (
  field: SearchField,
  value: unknown,
  place: string,
  isOptional: boolean,
  faults: Faults,
): string | undefined => {
  if (value === undefined)
    return needsLanguage(field) && !isOptional
      ? faults.required(place, `the language in which the localized field '${field.name}' is compared, such as en`)
      : undefined;
  if (!takesLanguage(field))
    return faults.input(place, `only localized fields have one; ${described(field)}; got ${came(value)}`);
  return isLanguage(value)
    ? value
    : faults.input(place, `expected an IETF language tag for field '${field.name}', got ${came(value)}`);
};

/** SEARCH022 */
export const readBoost = (value: unknown, place: string, faults: Faults): number => {
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= 0)) return value ?? 1;
  return faults.input(place, `expected a number of at least 0, got ${came(value)}`) ?? 1;
};

export const readFlag = (value: unknown, place: string, faults: Faults): boolean => {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  return faults.input(place, `expected true or false, got ${came(value)}`) ?? false;
};

/** One of some words. */
export const readWord = <Word extends string>(
  value: unknown,
  words: readonly Word[],
  byDefault: Word,
  place: string,
  faults: Faults,
): Word => {
  const word = words.find(known => known === value);
  if (word === undefined && value !== undefined)
    faults.input(place, `expected ${words.join(' or ')}, got ${came(value)}`);
  return word ?? byDefault;
};

export const readInteger = (
  value: unknown,
  byDefault: number,
  maximum: number,
  place: string,
  faults: Faults,
): number => {
  if (value === undefined) return byDefault;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maximum) return value;
  return faults.input(place, `expected an integer from 0 to ${maximum}, got ${came(value)}`) ?? byDefault;
};
