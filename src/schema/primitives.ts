import type { ObjectOptions, Static, TProperties, TSchema } from '@sinclair/typebox';
import { Type } from './Type.js';

export const { Optional } = Type;

/** Bounds texts without a limit of their own, in characters. */
const textLengthMax = 65_536;
const keyLengthMax = 256;

/**
 * Schemas with a pattern have a `description`: it completes the sentence "Expected …" of error messages, which do not
 * print patterns.
 */

/** An object schema; validators drop undeclared members (GEN068, GEN019). */
export const Shape = <P extends TProperties>(members: P, options: ObjectOptions = {}) =>
  Type.Object(members, { additionalProperties: false, ...options });

export const List = <S extends TSchema>(items: S, itemsMax = 1_000) => Type.Array(items, { maxItems: itemsMax });

export const Text = Type.String({ maxLength: textLengthMax });
export const NonEmptyText = Type.String({ minLength: 1, maxLength: textLengthMax });
export const Flag = Type.Boolean();
export const Integer = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
export const IntegerFrom = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
export const Quantity = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Decimal = Type.Number();

/** A user-defined key (GEN030): 2 to 256 letters, digits, underscores and hyphens. */
export const Key = Type.String({
  minLength: 2,
  maxLength: keyLengthMax,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'a key of letters, digits, underscores and hyphens',
});

/** A stock keeping unit. Its maximum length is the longest value that indexes hold (indexedValueLengthMax). */
export const Sku = Type.String({ minLength: 1, maxLength: 512 });

/** ISO 8601 with a time zone. Validators convert it to the stored form, UTC with milliseconds. */
export const DateTime = Type.String({ dateTime: true });
/** A day, YYYY-MM-DD. `dateOf` in resources/shared/fieldValue.ts checks that the month has it. */
export const CalendarDate = Type.String({
  pattern: '^(?!0000)\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  description: 'a date as YYYY-MM-DD, such as 2024-02-29',
});
/** A country by ISO 3166-1 alpha-2. */
export const CountryCode = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'a country code of two capital letters (ISO 3166-1), such as DE',
});
/** A currency by ISO 4217. */
export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'a currency code of three capital letters (ISO 4217), such as EUR',
});
/** An IETF language tag (GEN040). */
const languageTag = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$';
const languageTagDescription = 'a language tag (IETF), such as en or de-AT';
export const Locale = Type.String({ pattern: languageTag, maxLength: 64, description: languageTagDescription });
/** Values by language tag. */
export const Localized = <S extends TSchema>(value: S) =>
  Type.Unsafe<Readonly<Record<string, Static<S>>>>({
    type: 'object',
    propertyNames: { pattern: languageTag, maxLength: 64, description: languageTagDescription },
    additionalProperties: value,
  });
export const LocalizedString = Localized(Text);
/** An enumeration; error messages list its values in the declared order as `allowedValues`. */
export const OneOf = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: values });
