/** Validates the values of the schema's scalars; results are returned as stored. */
import { GraphQLError, type GraphQLScalarType, type ValueNode, valueFromASTUntyped } from 'graphql';
import { required, abbreviate } from '../base/errors/ApiError.js';
import { canonicalLanguageTag, isLanguageTag } from '../engine/schema/languageTags.js';
import { isCalendarDate, isTimeOfDay, timeFormats } from '../engine/schema/dateTimes.js';

type Accepts = (value: unknown) => boolean;

const fitting =
  (test: (text: string) => boolean): Accepts =>
  value =>
    typeof value === 'string' && test(value);

const matching = (pattern: RegExp): Accepts => fitting(text => pattern.test(text));

interface ScalarRules {
  readonly accepts: Accepts;
  readonly expected: string;
  /** Converts an accepted value to its stored form. */
  readonly stored?: (value: unknown) => unknown;
}

const scalars: ReadonlyMap<string, ScalarRules> = new Map(
  Object.entries({
    Long: { accepts: value => Number.isSafeInteger(value), expected: 'an integer' },
    Date: { accepts: fitting(isCalendarDate), expected: timeFormats.Date.expected },
    Time: { accepts: fitting(isTimeOfDay), expected: timeFormats.Time.expected },
    DateTime: {
      accepts: value =>
        typeof value === 'string' && /(Z|[+-]\d{2}:?\d{2})$/.test(value) && !Number.isNaN(Date.parse(value)),
      expected: 'a date and time in ISO 8601 with a time zone',
    },
    Locale: {
      accepts: fitting(isLanguageTag),
      expected: 'an IETF language tag',
      stored: value => canonicalLanguageTag(value as string),
    },
    Country: { accepts: matching(/^[A-Z]{2}$/), expected: 'a country, two capital letters' },
    Currency: { accepts: matching(/^[A-Z]{3}$/), expected: 'a currency, three capital letters' },
    YearMonth: { accepts: matching(/^\d{4}-\d{2}$/), expected: 'a month as YYYY-MM' },
    KeyReferenceInput: { accepts: value => typeof value === 'string', expected: 'the key of a store' },
    SearchFilter: { accepts: value => typeof value === 'string', expected: 'a condition, a path and values' },
    SearchSort: { accepts: value => typeof value === 'string', expected: 'a path with asc or desc' },
    Json: { accepts: () => true, expected: 'JSON' },
  }),
);

const createParser =
  (name: string, { accepts, expected, stored }: ScalarRules) =>
  (value: unknown, nodes?: ValueNode): unknown => {
    if (accepts(value)) return stored === undefined ? value : stored(value);
    const message = `${name} cannot represent '${abbreviate(value)}': expected ${expected}.`;
    throw new GraphQLError(message, { nodes, extensions: { expected } });
  };

/** Implements a scalar of the schema's text. */
export const implementScalar = (scalar: GraphQLScalarType): void => {
  const parseValue = createParser(scalar.name, required(scalars.get(scalar.name), `the scalar ${scalar.name}`));
  scalar.serialize = value => value;
  scalar.parseValue = value => parseValue(value);
  scalar.parseLiteral = (node: ValueNode, variables) => parseValue(valueFromASTUntyped(node, variables), node);
};
