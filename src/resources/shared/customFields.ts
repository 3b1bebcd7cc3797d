/** Custom fields: values by name, as a Type defines them. */
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { Type } from '../type/index.js';
import { fieldValueOf } from './fieldValue.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';

const assertFits = ({ key, resourceTypeIds }: Type, resourceTypeId: string): void => {
  if (!resourceTypeIds.includes(resourceTypeId))
    throw fail('InvalidOperation', {
      message: `The Type '${key}' is for ${resourceTypeIds.join(', ')}; expected one for ${resourceTypeId}.`,
    });
};

/** The stored form of one field's value. */
export const customFieldOf = (
  { key, fieldDefinitions }: Type,
  name: string,
  value: unknown,
  context: Context,
): unknown => {
  const definition = fieldDefinitions.find(each => each.name === name);
  if (definition === undefined)
    throw fail('InvalidField', {
      field: name,
      invalidValue: value,
      expected: `The Type '${key}' has the fields ${fieldDefinitions.map(each => each.name).join(', ') || 'none'}.`,
    });
  return fieldValueOf(definition.type, value, `fields.${name}`, context);
};

const assertRequired = ({ key, fieldDefinitions }: Type, given: Readonly<Record<string, unknown>>): void => {
  const missing = fieldDefinitions.find(({ name, required }) => required && !Object.hasOwn(given, name));
  if (missing !== undefined)
    throw fail('RequiredField', { field: `fields.${missing.name}`, expected: `the Type '${key}' requires it` });
};

/** Custom fields with those of a draft in them; both must have one Type (ORD053, ORD054). */
export const mergeCustomFields = (held: CustomFields, draft: CustomFieldsDraft, context: Context): CustomFields => {
  const { id } = context.reference('type', draft.type);
  if (id !== held.type.id)
    throw fail('InvalidOperation', {
      message: `The custom fields have the Type '${held.type.id}'; those given have the Type '${id}', expected the same.`,
    });
  const type = context.load<Type>('type', draft.type);
  const given = Object.entries(draft.fields ?? {}).map(
    ([name, value]) => [name, customFieldOf(type, name, value, context)] as const,
  );
  const fields = { ...held.fields, ...Object.fromEntries(given) };
  assertRequired(type, fields);
  return { type: held.type, fields };
};

/** OACT082: all required fields are there, and every value is of its field's kind. */
export const customFieldsOf = (
  draft: CustomFieldsDraft | undefined,
  resourceTypeId: string,
  context: Context,
): CustomFields | undefined => {
  if (draft === undefined) return undefined;
  const type = context.load<Type>('type', draft.type);
  assertFits(type, resourceTypeId);
  const given = draft.fields ?? {};
  assertRequired(type, given);
  const fields = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, customFieldOf(type, name, value, context)]),
  );
  return { type: context.reference('type', draft.type), fields };
};
