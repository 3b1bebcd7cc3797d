import { Type, type ObjectOptions, type Static, type TProperties, type TSchema } from '@sinclair/typebox';

/** Longest plain text that a field takes, in characters. */
export const textLengthMax = 65_536;
const keyLengthMax = 256;

/** An object whose undeclared members are dropped (GEN068, GEN019): the validators run with `removeAdditional`. */
export const Shape = <P extends TProperties>(members: P, options: ObjectOptions = {}) =>
  Type.Object(members, { additionalProperties: false, ...options });

export const Optional = Type.Optional;
export const List = <S extends TSchema>(items: S, itemsMax = 1_000) => Type.Array(items, { maxItems: itemsMax });

export const Text = Type.String({ maxLength: textLengthMax });
export const NonEmptyText = Type.String({ minLength: 1, maxLength: textLengthMax });
export const Flag = Type.Boolean();
export const Integer = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
export const IntegerFrom = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
export const Quantity = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Decimal = Type.Number();

/** A user-defined key (GEN030): 2 to 256 letters, digits, underscores and hyphens. */
export const Key = Type.String({ minLength: 2, maxLength: keyLengthMax, pattern: '^[A-Za-z0-9_-]+$' });

/** A stock keeping unit; no longer than what is found by equality (engine/fields.ts). */
export const Sku = Type.String({ minLength: 1, maxLength: 512 });

/** ISO 8601 with a zone; validated and turned into UTC with milliseconds, the one stored form. */
export const DateTime = Type.String({ dateTime: true });
/** A day, YYYY-MM-DD; whether the month has it, `dateOf` in fieldValue.ts tells. */
export const CalendarDate = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });
/** ISO 3166-1 alpha-2. */
export const CountryCode = Type.String({ pattern: '^[A-Z]{2}$' });
/** ISO 4217. */
export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$' });
/** IETF language tag (GEN040). */
const languageTag = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$';
export const Locale = Type.String({ pattern: languageTag, maxLength: 64 });
/** One value for each of some languages. */
export const Localized = <S extends TSchema>(value: S) =>
  Type.Unsafe<Readonly<Record<string, Static<S>>>>({
    type: 'object',
    propertyNames: { pattern: languageTag, maxLength: 64 },
    additionalProperties: value,
  });
export const LocalizedString = Localized(Text);
/** The wire's order of values is the declared one; messages list them as `allowedValues`. */
export const OneOf = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: values });
