/** Parses the options of expressions and sorts. A wrong option adds an error and is replaced by its default. */
import { canonicalLanguageTag, isLanguageTag } from '../../engine/schema/languageTags.js';
import type { SearchField } from '../fields/SearchField.js';
import { describeValue, type Place } from './RequestErrors.js';
import { describeField } from './parseField.js';

/** Every localized field needs a language, except a localized enum: without language its key is compared. */
const needsLanguage = ({ type, hasKey }: SearchField): boolean => type === 'localizedText' && hasKey !== true;

const takesLanguage = ({ type, typedVariants }: SearchField): boolean =>
  type === 'localizedText' || typedVariants !== undefined;

/** Parses the language of a localized field; other fields have none (SEARCH021). */
export const parseLanguage = (
  field: SearchField,
  value: unknown,
  place: Place,
  isOptional: boolean,
): string | undefined => {
  if (value === undefined)
    return needsLanguage(field) && !isOptional
      ? place.required(`the language in which the localized field '${field.name}' is compared, such as en`)
      : undefined;
  if (!takesLanguage(field))
    return place.invalid(`only localized fields have one; ${describeField(field, place)}; got ${describeValue(value)}`);
  return typeof value === 'string' && isLanguageTag(value)
    ? canonicalLanguageTag(value)
    : place.invalid(`expected an IETF language tag for field '${field.name}', got ${describeValue(value)}`);
};

/** Parses the weight of an expression (SEARCH022). */
export const parseBoost = (value: unknown, place: Place): number => {
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= 0)) return value ?? 1;
  return place.invalid(`expected a number of at least 0, got ${describeValue(value)}`) ?? 1;
};

export const parseFlag = (value: unknown, place: Place): boolean => {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  return place.invalid(`expected true or false, got ${describeValue(value)}`) ?? false;
};

export const parseChoice = <Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
  byDefault: Choice,
  place: Place,
): Choice => {
  const choice = choices.find(known => known === value);
  if (choice === undefined && value !== undefined)
    place.invalid(`expected ${choices.join(' or ')}, got ${describeValue(value)}`);
  return choice ?? byDefault;
};

export const parseInteger = (value: unknown, byDefault: number, maximum: number, place: Place): number => {
  if (value === undefined) return byDefault;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maximum) return value;
  return place.invalid(`expected an integer from 0 to ${maximum}, got ${describeValue(value)}`) ?? byDefault;
};
