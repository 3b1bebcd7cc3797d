/** Fields that a project defines with a type: their shapes by type, and their values with members. */
import { type Fields, localizedTexts, type SearchDocumentContext } from '../document/contentOf.js';
import { enumKeyLanguage } from '../document/fieldValues.js';
import { type OpenFields, openValueName } from '../fields/FieldTable.js';
import type { SearchField } from '../fields/SearchField.js';

type Shape = Pick<SearchField, 'type' | 'hasKey' | 'openName'>;

/** The fields of a value by the end of their names; an empty end stands for the value itself. */
const shapes: ReadonlyMap<string, (name: string) => Readonly<Record<string, Shape>>> = new Map([
  ['boolean', () => ({ '': { type: 'boolean' } })],
  ['date', () => ({ '': { type: 'date' } })],
  ['datetime', () => ({ '': { type: 'instant' } })],
  [
    'enum',
    (name: string) => ({ '': { type: 'keyword' }, key: { type: 'keyword', openName: name }, label: { type: 'text' } }),
  ],
  [
    'lenum',
    (name: string) => ({
      '': { type: 'localizedText', hasKey: true },
      key: { type: 'localizedText', hasKey: true, openName: name },
      label: { type: 'localizedText', openName: name },
    }),
  ],
  ['ltext', () => ({ '': { type: 'localizedText' } })],
  ['money', () => ({ centAmount: { type: 'long' }, currencyCode: { type: 'keyword' } })],
  ['number', () => ({ '': { type: 'number' } })],
  [
    'reference',
    (name: string) => ({
      '': { type: 'keyword' },
      id: { type: 'keyword', openName: name },
      typeId: { type: 'keyword' },
    }),
  ],
  ['text', () => ({ '': { type: 'text' } })],
  ['time', () => ({ '': { type: 'time' } })],
] as [string, (name: string) => Readonly<Record<string, Shape>>][]);

export const setPrefix = 'set_';

/** Names of types in queries, including sets. */
const fieldTypes: readonly string[] = [...shapes.keys(), ...[...shapes.keys()].map(name => `${setPrefix}${name}`)];

const namePattern = /^[\w-]{2,256}(\.(key|label|id|typeId|centAmount|currencyCode))?$/;

export const typedFields = (prefix: string, code: string, noun: string): OpenFields => ({
  prefix,
  placeholder: `${prefix}<name>`,
  noun,
  holder: prefix.split('.').slice(0, -1),
  typeOption: 'fieldType',
  types: fieldTypes,
  exampleType: 'text',
  code,
  describeWrongName: name =>
    namePattern.test(name)
      ? undefined
      : `expected ${prefix}<name>, the name of the ${noun}, with .key or .label of an enum and .centAmount or ` +
        '.currencyCode of money',
  shapeOf: (openType, fullName) => {
    const [name = '', member = ''] = fullName.split('.');
    const byMember = shapes.get(openType.replace(setPrefix, ''))?.(name) ?? {};
    return Object.hasOwn(byMember, member) ? byMember[member] : undefined;
  },
});

interface Money {
  readonly centAmount: number;
  readonly currencyCode: string;
}
interface Reference {
  readonly id: string;
  readonly typeId: string;
}
interface EnumValue {
  readonly key: string;
  readonly label: unknown;
}

/** Returns the searchable parts of a value by field name; none for a value without text in an indexed language. */
const valuesOf = (kind: string, name: string, value: unknown, context: SearchDocumentContext): Fields => {
  switch (kind) {
    case 'enum': {
      const { key, label } = value as EnumValue;
      return { [name]: key, [`${name}.label`]: label };
    }
    case 'lenum': {
      const { key, label } = value as EnumValue;
      return { [name]: { [enumKeyLanguage]: key, ...localizedTexts(label, context) } };
    }
    case 'ltext':
      return { [name]: localizedTexts(value, context) };
    case 'money': {
      const { centAmount, currencyCode } = value as Money;
      return { [`${name}.centAmount`]: centAmount, [`${name}.currencyCode`]: currencyCode };
    }
    case 'reference': {
      const { id, typeId } = value as Reference;
      return { [name]: id, [`${name}.typeId`]: typeId };
    }
    default:
      return { [name]: value };
  }
};

/** The type of a field; for a set, `kind` is the type of its elements. */
export interface TypedDefinition {
  readonly kind: string;
  readonly isSet: boolean;
}

export interface TypedValue {
  readonly name: string;
  readonly value: unknown;
  readonly definition: TypedDefinition;
}

const addValue = (
  values: Record<string, unknown>,
  { name, value, definition: { kind, isSet } }: TypedValue,
  context: SearchDocumentContext,
): void => {
  if (!shapes.has(kind)) return;
  const each = (isSet ? (value as readonly unknown[]) : [value]).map(one => valuesOf(kind, name, one, context));
  for (const field of new Set(each.flatMap(one => Object.keys(one)))) {
    const present = each.map(one => one[field]).filter(one => one !== undefined && one !== null);
    const openType = isSet ? `${setPrefix}${kind}` : kind;
    if (present.length > 0) values[openValueName(field, openType)] = isSet ? present : present[0];
  }
};

/** Returns the searchable values by the names of their fields; undefined where there are none. */
export const typedValuesOf = (given: readonly TypedValue[], context: SearchDocumentContext): Fields | undefined => {
  const values: Record<string, unknown> = {};
  for (const each of given) addValue(values, each, context);
  return Object.keys(values).length === 0 ? undefined : values;
};
