/** Custom fields in the later searches, where their types have the names of attribute types. */
import type { Type } from '../../commerce/resources/type.js';
import type { CustomFields } from '../../engine/schema/customFields.js';
import type { Fields, SearchDocumentContext } from '../document/contentOf.js';
import { type TypedDefinition, typedFields, typedValuesOf } from './typedFields.js';

export const typedCustomFields = typedFields('custom.', 'ct', 'custom field');

type FieldType = Type['fieldDefinitions'][number]['type'];

/** The names of types of custom fields in queries; others are not searched. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['Boolean', 'boolean'],
  ['String', 'text'],
  ['LocalizedString', 'ltext'],
  ['Enum', 'enum'],
  ['LocalizedEnum', 'lenum'],
  ['Number', 'number'],
  ['Money', 'money'],
  ['Date', 'date'],
  ['Time', 'time'],
  ['DateTime', 'datetime'],
  ['Reference', 'reference'],
]);

const definitionOf = ({ name, elementType }: FieldType): TypedDefinition | undefined => {
  const kind = kinds.get((name === 'Set' ? elementType?.name : name) ?? '');
  return kind === undefined ? undefined : { kind, isSet: name === 'Set' };
};

/** Adds the labels of the Type to enum values, which are stored as keys. */
const labelled = ({ name, elementType, values = [] }: FieldType, value: unknown): unknown => {
  if (name === 'Set') return (value as readonly unknown[]).map(each => labelled(elementType as FieldType, each));
  if (name !== 'Enum' && name !== 'LocalizedEnum') return value;
  return { key: value, label: values.find(({ key }) => key === value)?.label };
};

/** Returns the searchable values of custom fields, as their Type declares them; undefined where there are none. */
export const typedCustomValuesOf = (
  custom: CustomFields | undefined,
  context: SearchDocumentContext,
): Fields | undefined => {
  const { fieldDefinitions = [] } = (custom && (context.resolve(custom.type) as Type | undefined)) ?? {};
  const types = new Map(fieldDefinitions.map(({ name, type }) => [name, type]));
  const present = Object.entries(custom?.fields ?? {}).flatMap(([name, value]) => {
    const type = types.get(name);
    return type === undefined || value === null ? [] : [{ name, type, value: labelled(type, value) }];
  });
  return typedValuesOf(
    present.flatMap(({ name, type, value }) => {
      const definition = definitionOf(type);
      return definition === undefined ? [] : [{ name, value, definition }];
    }),
    context,
  );
};
