/** What the schema's scalars take; what they give is as the store has it. */
import { GraphQLError, type GraphQLScalarType, type ValueNode, valueFromASTUntyped } from 'graphql';
import { abbreviate } from '../errors/ApiError.js';

type Accepts = (value: unknown) => boolean;

const text =
  (pattern: RegExp): Accepts =>
  value =>
    typeof value === 'string' && pattern.test(value);

const isDate = (value: unknown): boolean =>
  text(/^\d{4}-\d{2}-\d{2}$/)(value) &&
  !Number.isNaN(Date.parse(`${value as string}T00:00:00Z`)) &&
  new Date(`${value as string}T00:00:00Z`).toISOString().startsWith(value as string);

const scalars: Readonly<Record<string, { readonly accepts: Accepts; readonly expected: string }>> = {
  Long: { accepts: value => Number.isSafeInteger(value), expected: 'an integer' },
  Date: { accepts: isDate, expected: 'a date, YYYY-MM-DD' },
  Time: { accepts: text(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/), expected: 'a time, hh:mm:ss.sss' },
  DateTime: {
    accepts: value =>
      typeof value === 'string' && /(Z|[+-]\d{2}:?\d{2})$/.test(value) && !Number.isNaN(Date.parse(value)),
    expected: 'a date and time in ISO 8601 with a time zone',
  },
  Locale: { accepts: text(/^(?=.{1,64}$)[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/), expected: 'an IETF language tag' },
  Country: { accepts: text(/^[A-Z]{2}$/), expected: 'a country, two capital letters' },
  Currency: { accepts: text(/^[A-Z]{3}$/), expected: 'a currency, three capital letters' },
  Json: { accepts: () => true, expected: 'JSON' },
};

const reader =
  (name: string) =>
  (value: unknown): unknown => {
    const { accepts, expected } = scalars[name]!;
    if (accepts(value)) return value;
    throw new GraphQLError(`${name} cannot represent '${abbreviate(value)}': expected ${expected}.`);
  };

/** Gives a scalar that the schema's text declares its behaviour. */
export const implementScalar = (scalar: GraphQLScalarType): void => {
  if (!Object.hasOwn(scalars, scalar.name)) throw new Error(`the scalar ${scalar.name} is not implemented`);
  const read = reader(scalar.name);
  scalar.serialize = value => value;
  scalar.parseValue = read;
  scalar.parseLiteral = (node: ValueNode, variables) => read(valueFromASTUntyped(node, variables));
};
