/** Values of custom fields, checked against the type of their field. */
import { limits } from '../../config/limits.js';
import { required } from '../../errors/required.js';
import type { TSchema } from '@sinclair/typebox';
import { compileValidator } from '../../engine/define/compileValidator.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { collectErrors } from '../../errors/PhaseErrors.js';
import { createLookup } from './createLookup.js';
import type { FieldType } from './fieldDefinition.js';
import { DateTime, Decimal, Flag, LocalizedString, Shape, Text } from '../../schema/primitives.js';
import { MoneyDraft, moneyOf } from '../../schema/money.js';
import { idPattern, type TypedIdentifier } from '../../schema/reference.js';

/** Bounds the allowed values that an error message lists. */
const allowedValuesMax = 100;

/** Serializes a value with sorted members, so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  );

const identifierText = new RegExp(idPattern);

/** Whether a value is an identifier with either an id or a key. */
const isIdentifier = (value: unknown): value is TypedIdentifier => {
  if (typeof value !== 'object' || value === null) return false;
  const { typeId, id, key } = value as Record<string, unknown>;
  const name = id ?? key;
  return (
    typeof typeId === 'string' &&
    (id === undefined) !== (key === undefined) &&
    typeof name === 'string' &&
    identifierText.test(name)
  );
};

interface ValueKind {
  readonly validate: ReturnType<typeof compileValidator>;
  /** The words of error messages. */
  readonly expected: string;
}

const valueKind = (schema: TSchema, expected: string): ValueKind => ({
  validate: compileValidator(Shape({ value: schema })),
  expected,
});

/** The kinds of values that a schema describes. */
const valueKinds: ReadonlyMap<string, ValueKind> = new Map([
  ['Boolean', valueKind(Flag, 'true or false')],
  ['Number', valueKind(Decimal, 'a number')],
  ['String', valueKind(Text, 'a text')],
  ['LocalizedString', valueKind(LocalizedString, 'texts by language tag')],
  ['Money', valueKind(MoneyDraft, 'an object with currencyCode and centAmount')],
  ['DateTime', valueKind(DateTime, 'a date and time in ISO 8601 with a time zone')],
]);

const date = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const time = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/;

const isDate = (value: string): boolean =>
  date.test(value) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

/** Refuses a date that the calendar does not have. */
export const dateOf = (value: string | undefined, field: string): string | undefined => {
  if (value !== undefined && !isDate(value)) throw refusal(field, value, 'a date, YYYY-MM-DD');
  return value;
};

const refusal = (field: string, value: unknown, expected: string) =>
  fail('InvalidField', { field, invalidValue: value, expected: `Expected ${expected}.` });

/** The stored form of a set: a list without duplicates. */
export const setOf = (
  value: unknown,
  field: string,
  elementName: string,
  { errors: phase }: Context,
  elementOf: (item: unknown, field: string) => unknown,
): unknown[] => {
  if (!Array.isArray(value) || value.length > limits.setValuesMax)
    throw refusal(field, value, `a list of at most ${limits.setValuesMax} values of type ${elementName}`);
  const values = collectErrors(phase, errors =>
    value.map((item, at) => errors.run(() => elementOf(item, `${field}[${at}]`), undefined)),
  );
  return [...new Map(values.map(item => [canonicalJson(item), item])).values()];
};

const enumValueByKey = createLookup<{ readonly key: string }>(({ key }) => key);

/** The enum value with a key. */
export const enumValueOf = <V extends { readonly key: string }>(
  values: readonly V[],
  key: unknown,
  field: string,
): V => {
  const found = enumValueByKey(values, key);
  if (found !== undefined) return found;
  const keys = values.map(each => each.key);
  throw fail('InvalidField', {
    field,
    invalidValue: key,
    allowedValues: keys.length <= allowedValuesMax ? keys : undefined,
    expected: 'Expected the key of one of its values.',
  });
};

const setOfType = (type: FieldType, value: unknown, field: string, context: Context): unknown[] =>
  setOf(value, field, type.name, context, (item, at) => fieldValueOf(type, item, at, context));

/** The stored form of a value. Throws InvalidField with the field and the values that it takes. */
export const fieldValueOf = (type: FieldType, value: unknown, field: string, context: Context): unknown => {
  const refuse = (expected: string) => refusal(field, value, expected);
  switch (type.name) {
    case 'Set':
      return setOfType(required(type.elementType, 'the element type of a set'), value, field, context);
    case 'Enum':
    case 'LocalizedEnum':
      return enumValueOf(required(type.values, 'the values of an enum'), value, field).key;
    case 'Date':
      if (typeof value !== 'string' || !isDate(value)) throw refuse('a date, YYYY-MM-DD');
      return value;
    case 'Time':
      if (typeof value !== 'string' || !time.test(value)) throw refuse('a time, hh:mm:ss.sss');
      return value;
    case 'Reference': {
      if (!isIdentifier(value) || value.typeId !== type.referenceTypeId)
        throw refuse(`a reference with typeId '${type.referenceTypeId}' and either id or key`);
      return context.reference(type.referenceTypeId, value);
    }
    default: {
      const holder = { value: structuredClone(value) };
      const { validate, expected } = required(valueKinds.get(type.name), `the kind ${type.name}`);
      if (validate(holder).length > 0) throw refuse(expected);
      return type.name === 'Money' ? moneyOf(holder.value as MoneyDraft) : holder.value;
    }
  }
};
