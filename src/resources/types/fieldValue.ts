/** Values of custom fields against their field's type. */
import type { TSchema } from '@sinclair/typebox';
import { compileDraft } from '../../engine/draft.js';
import { sameValue } from '../../engine/actions.js';
import type { Context } from '../../engine/context.js';
import { fail } from '../../errors.js';
import type { FieldType } from '../type/fieldDefinition.js';
import { DateTime, Decimal, Flag, LocalizedString, Shape, Text } from './basic.js';
import { MoneyDraft, moneyOf } from './money.js';
import type { Identifier } from './reference.js';

const setLengthMax = 1_000;

/** What a value of a kind looks like, and how a refusal calls it. */
const kinds: Readonly<Record<string, { readonly schema: TSchema; readonly expected: string }>> = {
  Boolean: { schema: Flag, expected: 'true or false' },
  Number: { schema: Decimal, expected: 'a number' },
  String: { schema: Text, expected: 'a text' },
  LocalizedString: { schema: LocalizedString, expected: 'texts by language tag' },
  Money: { schema: MoneyDraft, expected: 'an object with currencyCode and centAmount' },
  DateTime: { schema: DateTime, expected: 'a date and time in ISO 8601 with a time zone' },
};

const compiled = new Map(Object.entries(kinds).map(([name, { schema }]) => [name, compileDraft(Shape({ value: schema }))]));

const date = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const time = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/;

const isDate = (value: string): boolean => date.test(value) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

/** The stored form of a value; throws InvalidField that names the field and what it takes. */
export const fieldValueOf = (type: FieldType, value: unknown, field: string, context: Context): unknown => {
  const refuse = (expected: string) => fail('InvalidField', { field, invalidValue: value, expected: `Expected ${expected}.` });
  switch (type.name) {
    case 'Set': {
      if (!Array.isArray(value) || value.length > setLengthMax) throw refuse(`a list of at most ${setLengthMax} values of type ${type.elementType!.name}`);
      const values = value.map((item, at) => fieldValueOf(type.elementType!, item, `${field}[${at}]`, context));
      // A set holds each value once.
      return values.filter((item, at) => values.findIndex(other => sameValue(item, other)) === at);
    }
    case 'Enum': case 'LocalizedEnum': {
      const keys = type.values!.map(({ key }) => key);
      if (!keys.includes(value as string)) throw fail('InvalidField', { field, invalidValue: value, allowedValues: keys, expected: 'Expected the key of one of its values.' });
      return value;
    }
    case 'Date':
      if (typeof value !== 'string' || !isDate(value)) throw refuse('a date, YYYY-MM-DD');
      return value;
    case 'Time':
      if (typeof value !== 'string' || !time.test(value)) throw refuse('a time, hh:mm:ss.sss');
      return value;
    case 'Reference': {
      const identifier = value as Identifier | null;
      if (typeof identifier !== 'object' || identifier === null || identifier.typeId !== type.referenceTypeId) throw refuse(`a reference with typeId '${type.referenceTypeId}'`);
      return context.reference(type.referenceTypeId!, identifier);
    }
    default: {
      const holder = { value: structuredClone(value) };
      if (compiled.get(type.name)!(holder).length > 0) throw refuse(kinds[type.name]!.expected);
      return type.name === 'Money' ? moneyOf(holder.value as never) : holder.value;
    }
  }
};
