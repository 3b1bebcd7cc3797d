/** Attributes of products as search fields: the values by attribute type, and the members that values have. */
import type { AttributeType } from '../../../commerce/resources/productType/attributeDefinition.js';
import type { ProductType } from '../../../commerce/resources/productType/members.js';
import { type Fields, localizedTexts, type SearchDocumentContext } from '../../document/contentOf.js';
import { enumKeyLanguage } from '../../document/fieldValues.js';
import { type OpenFields, openValueName } from '../../fields/FieldTable.js';
import type { SearchField } from '../../fields/SearchField.js';

type Shape = Pick<SearchField, 'type' | 'hasKey' | 'openName'>;

/** The fields of an attribute by the end of their names, without which the value itself is meant. */
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
  ['reference', (name: string) => ({ '': { type: 'keyword' }, id: { type: 'keyword', openName: name } })],
  ['text', () => ({ '': { type: 'text' } })],
  ['time', () => ({ '': { type: 'time' } })],
] as [string, (name: string) => Readonly<Record<string, Shape>>][]);

const setPrefix = 'set_';

/** Names of attribute types in queries, those of sets included. */
const attributeFieldTypes: readonly string[] = [
  ...shapes.keys(),
  ...[...shapes.keys()].map(name => `${setPrefix}${name}`),
];

const namePattern = /^[\w-]{2,256}(\.(key|label|id|centAmount|currencyCode))?$/;

const attributeFields = (prefix: string, code: string): OpenFields => ({
  prefix,
  placeholder: `${prefix}<name>`,
  noun: 'attribute',
  holder: prefix.split('.').slice(0, -1),
  typeOption: 'fieldType',
  types: attributeFieldTypes,
  exampleType: 'text',
  code,
  describeWrongName: name =>
    namePattern.test(name)
      ? undefined
      : `expected ${prefix}<name>, the name of an attribute, with .key or .label of an enum and .centAmount or .currencyCode of money`,
  shapeOf: (openType, fullName) => {
    const [name = '', member = ''] = fullName.split('.');
    const byMember = shapes.get(openType.replace(setPrefix, ''))?.(name) ?? {};
    return Object.hasOwn(byMember, member) ? byMember[member] : undefined;
  },
});

export const variantAttributes = attributeFields('variants.attributes.', 'va');
export const productAttributes = attributeFields('attributes.', 'pat');

/** The types of attributes whose values are texts, also those in sets. */
const textTypes: ReadonlySet<string> = new Set(
  ['text', 'ltext', 'lenum'].flatMap(name => [name, `${setPrefix}${name}`]),
);
/** Of an enum the label is a text. */
const labelEnd = '.label';
const labelledTypes: ReadonlySet<string> = new Set(['enum', `${setPrefix}enum`]);

/** Whether an attribute is searched by words where a search names no field. */
export const isTextAttribute = (openType: string, openName: string): boolean =>
  textTypes.has(openType) || (labelledTypes.has(openType) && openName.endsWith(labelEnd));

interface Money {
  readonly centAmount: number;
  readonly currencyCode: string;
}
interface EnumValue {
  readonly key: string;
  readonly label: unknown;
}

/** The values of an attribute by the names of its fields; a value without text in an indexed language is none. */
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
    case 'reference':
      return { [name]: (value as { readonly id: string }).id };
    default:
      return { [name]: value };
  }
};

interface Attribute {
  readonly name: string;
  readonly value: unknown;
}

const addAttribute = (
  values: Record<string, unknown>,
  { name: kind, elementType }: AttributeType,
  { name, value }: Attribute,
  context: SearchDocumentContext,
): void => {
  const isSet = kind === 'set';
  const elementKind = elementType?.name ?? kind;
  if (!shapes.has(elementKind)) return;
  const each = (isSet ? (value as readonly unknown[]) : [value]).map(one => valuesOf(elementKind, name, one, context));
  for (const field of new Set(each.flatMap(one => Object.keys(one)))) {
    const present = each.map(one => one[field]).filter(one => one !== undefined && one !== null);
    const openType = isSet ? `${setPrefix}${elementKind}` : elementKind;
    if (present.length > 0) values[openValueName(field, openType)] = isSet ? present : present[0];
  }
};

/** The searchable values of attributes, as their definitions in the product type say; undefined where there are none. */
export const attributeValuesOf = (
  attributes: readonly Attribute[],
  definitions: ReadonlyMap<string, ProductType['attributes'][number]>,
  context: SearchDocumentContext,
): Fields | undefined => {
  const values: Record<string, unknown> = {};
  for (const attribute of attributes) {
    const definition = definitions.get(attribute.name);
    if (definition?.isSearchable === true) addAttribute(values, definition.type, attribute, context);
  }
  return Object.keys(values).length === 0 ? undefined : values;
};
