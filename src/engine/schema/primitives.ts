import type { ObjectOptions, Static, TProperties, TSchema } from '@sinclair/typebox';
import { limits } from '../../base/config/limits.js';
import { Type } from './Type.js';
import { languageTagLengthMax, languageTagPattern } from './languageTags.js';
import { Named } from './Named.js';
import type { CustomFieldHolder } from './TypeId.js';

/**
 * The codes of ISO 3166-1 alpha-2 that are officially assigned, those that it reserves, such as UK and EU, and those of
 * former countries, such as SU and AN, which programs still send; and XK, which the European Union and carriers use for
 * Kosovo. They are written out because the names that the runtime knows include regions.
 */
export const countryCodes: readonly string[] = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
  FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
  JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
  MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
  PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
  TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
  AC CP CQ DG EA EU EZ FX IC SU TA UK UN
  AN BU CS NT SF TP YU ZR
`
  .trim()
  .split(/\s+/);

export const { Optional } = Type;

/** Bounds texts without a limit of their own, in characters. */
const textLengthMax = 65_536;
const keyLengthMax = 256;

/**
 * Schemas with a pattern have a `description`: it completes the sentence "Expected …" of error messages, which do not
 * print patterns.
 */

interface ShapeOptions extends ObjectOptions {
  /** The holder of the custom fields in each member. */
  readonly customFieldHolders?: Readonly<Record<string, CustomFieldHolder>>;
}

/** An object schema; validators drop undeclared members (GEN068, GEN019). */
export const Shape = <P extends TProperties>(members: P, options: ShapeOptions = {}) =>
  Type.Object(members, { additionalProperties: false, ...options });

/** Bounds the elements of a list without a limit of its own. */
export const listItemsMax = 1_000;

export const List = <S extends TSchema>(items: S, itemsMax = listItemsMax) => Type.Array(items, { maxItems: itemsMax });

export const NonEmptyList = <S extends TSchema>(items: S, itemsMax = listItemsMax) =>
  Type.Array(items, { minItems: 1, maxItems: itemsMax });

export const Text = Type.String({ maxLength: textLengthMax });
export const NonEmptyText = Type.String({ minLength: 1, maxLength: textLengthMax });
export const Flag = Type.Boolean();
export const Integer = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
export const IntegerFrom = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
export const Quantity = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Decimal = Type.Number();

/** A user-defined key (GEN030): 2 to 256 letters, digits, underscores and hyphens. */
export const Key = Named(
  'Key',
  Type.String({
    minLength: 2,
    maxLength: keyLengthMax,
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'a key of letters, digits, underscores and hyphens',
  }),
);

/** A stock keeping unit. Its maximum length is the longest value that indexes hold (indexedValueLengthMax). */
export const Sku = Type.String({ minLength: 1, maxLength: 512 });

/** ISO 8601 with a time zone. Validators convert it to the stored form, UTC with milliseconds. */
export const DateTime = Named('DateTime', Type.String({ dateTime: true }));
/** A day, YYYY-MM-DD. `dateOf` in commerce/resources/shared/fieldValue.ts checks that the month has it. */
export const CalendarDate = Named(
  'CalendarDate',
  Type.String({
    pattern: '^(?!0000)\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
    description: 'a date as YYYY-MM-DD, such as 2024-02-29',
  }),
  { type: 'Date' },
);
/** The pattern of any of some codes, by their first letters: `^(?:A(?:D|E)|BA)$`. */
const patternOf = (codes: readonly string[]): RegExp => {
  const endsByLetter = new Map<string, string[]>();
  for (const code of codes)
    endsByLetter.set(code.slice(0, 1), [...(endsByLetter.get(code.slice(0, 1)) ?? []), code.slice(1)]);
  return new RegExp(`^(?:${[...endsByLetter].map(([letter, ends]) => `${letter}(?:${ends.join('|')})`).join('|')})$`);
};

/** The texts that are countries (ISO 3166-1 alpha-2). */
export const countryPattern = patternOf(countryCodes);
/** The texts that are currencies (ISO 4217): the runtime lists them, and knows their minor digits. */
export const currencyPattern = patternOf(Intl.supportedValuesOf('currency'));

/** A country by ISO 3166-1 alpha-2. */
export const CountryCode = Named(
  'CountryCode',
  Type.String({
    pattern: countryPattern.source,
    description: 'a country code of two capital letters (ISO 3166-1), such as DE',
  }),
  { type: 'Country' },
);
/** A currency by ISO 4217. */
export const CurrencyCode = Named(
  'CurrencyCode',
  Type.String({
    pattern: currencyPattern.source,
    description: 'a currency code of three capital letters (ISO 4217), such as EUR',
  }),
  { type: 'Currency' },
);
/** An IETF language tag (GEN040). Validators convert it to the stored spelling. */
const languageTag = {
  languageTag: true,
  pattern: languageTagPattern,
  maxLength: languageTagLengthMax,
  description: 'a language tag (IETF), such as en or de-AT',
};
export const Locale = Named('Locale', Type.String(languageTag));
/** Values by language tag. */
export const Localized = <S extends TSchema>(value: S, options: Pick<ObjectOptions, 'minProperties'> = {}) =>
  Type.Unsafe<Readonly<Record<string, Static<S>>>>({
    type: 'object',
    maxProperties: limits.languagesMax,
    ...options,
    propertyNames: languageTag,
    additionalProperties: value,
  });
export const LocalizedString = Named('LocalizedString', Localized(Text));
/** A text that must not be empty, such as a name: it has one language at least. */
export const LocalizedText = Named('LocalizedText', Localized(Text, { minProperties: 1 }));
/** An enumeration; error messages list its values in the declared order as `allowedValues`. */
export const OneOf = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: values });
