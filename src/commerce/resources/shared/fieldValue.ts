/** Values of custom fields, checked against the type of their field. */
import { distinctBy } from './listElements.js';
import type { TypeId } from '../../../engine/schema/TypeId.js';
import type { TSchema } from '@sinclair/typebox';
import { limits } from '../../../base/config/limits.js';
import { fail, required, invalidField } from '../../../base/errors/ApiError.js';
import { collectErrors } from '../../../base/errors/PhaseErrors.js';
import { compileValidator } from '../../../engine/define/compileValidator.js';
import type { Context } from '../../../engine/define/Context.js';
import { DateTime, Decimal, Flag, LocalizedString, Shape, Text } from '../../../engine/schema/primitives.js';
import { isCalendarDate, isTimeOfDay, timeFormats } from '../../../engine/schema/dateTimes.js';
import { idPattern, type TypedIdentifier } from '../../../engine/schema/reference.js';
import { MoneyDraft, moneyOf } from '../../values/money.js';
import type { FieldType } from './fieldDefinition.js';

/** Serializes a value with sorted members, so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  );

/** Refuses a date that the calendar does not have. */
export const dateOf = (value: string | undefined, field: string): string | undefined => {
  if (value !== undefined && !isCalendarDate(value)) throw refusal(field, value, timeFormats.Date.expected);
  return value;
};

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
  return distinctBy(values, canonicalJson);
};

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
      if (typeof value !== 'string' || !isCalendarDate(value)) throw refuse(timeFormats.Date.expected);
      return value;
    case 'Time':
      if (typeof value !== 'string' || !isTimeOfDay(value)) throw refuse(timeFormats.Time.expected);
      return value;
    case 'Reference': {
      if (hasIdAndKey(value))
        throw fail('InvalidJsonInput', { message: `'${field}' has both id and key; expected one of them.` });
      if (!isIdentifier(value) || value.typeId !== type.referenceTypeId)
        throw refuse(`a reference with typeId '${type.referenceTypeId}' and either id or key`);
      // A Type may name any resource type; one that does not exist has no resources.
      return context.reference(type.referenceTypeId as TypeId, value);
    }
    default: {
      // The validator changes a value in place.
      const holder = { value: typeof value === 'object' ? structuredClone(value) : value };
      const { validate, expected } = required(valueKinds.get(type.name), `the kind ${type.name}`);
      if (validate(holder).length > 0) throw refuse(expected);
      return type.name === 'Money' ? moneyOf(holder.value as MoneyDraft) : holder.value;
    }
  }
};

/**
 * Makes a function that finds the first element of a list with a name. It makes a table of a long list once, since
 * values of many variants are checked against one list of definitions.
 */
export const createLookup = <T>(
  nameOf: (element: T) => string,
): (<E extends T>(list: readonly E[], name: unknown) => E | undefined) => {
  const tables = new WeakMap<readonly T[], Map<unknown, T>>();
  const tableOf = (list: readonly T[]): Map<unknown, T> => {
    let table = tables.get(list);
    if (table === undefined) {
      table = new Map(list.toReversed().map(element => [nameOf(element), element]));
      tables.set(list, table);
    }
    return table;
  };
  return <E extends T>(list: readonly E[], name: unknown) =>
    list.length < listLengthMin
      ? list.find(element => nameOf(element) === name)
      : (tableOf(list).get(name) as E | undefined);
};

/** Bounds the allowed values that an error message lists. */
const allowedValuesMax = 100;
const identifierText = new RegExp(idPattern);

const hasIdAndKey = (value: unknown): boolean => {
  const { id, key } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof key === 'string';
};

/** Tells whether a value is an identifier with either an id or a key. */
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
  /** Describes the expected value in error messages. */
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
  ['LocalizedString', valueKind(LocalizedString, 'texts by language tag, each language once')],
  ['Money', valueKind(MoneyDraft, 'an object with currencyCode and centAmount')],
  ['DateTime', valueKind(DateTime, 'a date and time in ISO 8601 with a time zone')],
]);

const refusal = (field: string, value: unknown, expected: string) =>
  invalidField(field, value, `Expected ${expected}.`);

/** A table costs more than it saves for shorter lists. */
const listLengthMin = 16;
const enumValueByKey = createLookup<{ readonly key: string }>(({ key }) => key);

const setOfType = (type: FieldType, value: unknown, field: string, context: Context): unknown[] =>
  setOf(value, field, type.name, context, (item, at) => fieldValueOf(type, item, at, context));
