/** What expressions and sorts say beside field and value; a faulty option is told, and stands for its default from there. */
import { Locale } from '../../schema/primitives.js';
import { innerTypeOf, type SearchField } from '../searchFields.js';
import { describeValue, type RequestErrors } from './RequestErrors.js';
import { describeField } from './parseField.js';

const languageTag = new RegExp(Locale.pattern!);
const isLanguage = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= Locale.maxLength! && languageTag.test(value);

/** A LocalizedEnumType without language is compared by its key. */
const needsLanguage = ({ type, customType }: SearchField): boolean =>
  type === 'localizedText' && (customType === undefined || innerTypeOf(customType) !== 'LocalizedEnumType');

const takesLanguage = ({ type, typedVariants }: SearchField): boolean =>
  type === 'localizedText' || typedVariants !== undefined;

/** SEARCH021: the language of a localized field; no other field has one. */
export const parseLanguage = (
  field: SearchField,
  value: unknown,
  place: string,
  isOptional: boolean,
  faults: RequestErrors,
): string | undefined => {
  if (value === undefined)
    return needsLanguage(field) && !isOptional
      ? faults.addRequiredField(
          place,
          `the language in which the localized field '${field.name}' is compared, such as en`,
        )
      : undefined;
  if (!takesLanguage(field))
    return faults.addInvalidInput(
      place,
      `only localized fields have one; ${describeField(field)}; got ${describeValue(value)}`,
    );
  return isLanguage(value)
    ? value
    : faults.addInvalidInput(
        place,
        `expected an IETF language tag for field '${field.name}', got ${describeValue(value)}`,
      );
};

/** SEARCH022 */
export const parseBoost = (value: unknown, place: string, faults: RequestErrors): number => {
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= 0)) return value ?? 1;
  return faults.addInvalidInput(place, `expected a number of at least 0, got ${describeValue(value)}`) ?? 1;
};

export const parseFlag = (value: unknown, place: string, faults: RequestErrors): boolean => {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  return faults.addInvalidInput(place, `expected true or false, got ${describeValue(value)}`) ?? false;
};

/** One of some words. */
export const parseChoice = <Word extends string>(
  value: unknown,
  words: readonly Word[],
  byDefault: Word,
  place: string,
  faults: RequestErrors,
): Word => {
  const word = words.find(known => known === value);
  if (word === undefined && value !== undefined)
    faults.addInvalidInput(place, `expected ${words.join(' or ')}, got ${describeValue(value)}`);
  return word ?? byDefault;
};

export const parseInteger = (
  value: unknown,
  byDefault: number,
  maximum: number,
  place: string,
  faults: RequestErrors,
): number => {
  if (value === undefined) return byDefault;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maximum) return value;
  return (
    faults.addInvalidInput(place, `expected an integer from 0 to ${maximum}, got ${describeValue(value)}`) ?? byDefault
  );
};
