/** Custom fields: values by name, as a Type defines them. */
import type { Context } from '../../engine/define/Context.js';
import { errorEntry, fail, failAll } from '../../errors/ApiError.js';
import { collectErrors, type PhaseErrors } from '../../errors/PhaseErrors.js';
import type { Base } from '../../engine/define/Base.js';
import type { FieldDefinition } from './fieldDefinition.js';
import { fieldValueOf } from './fieldValue.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';

/** The members of a Type that its custom fields are checked with. */
export interface CustomFieldsType extends Base {
  readonly key: string;
  readonly resourceTypeIds: readonly string[];
  readonly fieldDefinitions: readonly FieldDefinition[];
}

const assertTypeFits = ({ key, resourceTypeIds }: CustomFieldsType, resourceTypeId: string): void => {
  if (!resourceTypeIds.includes(resourceTypeId))
    throw fail('InvalidOperation', {
      message: `The Type '${key}' is for ${resourceTypeIds.join(', ')}; expected one for ${resourceTypeId}.`,
    });
};

/** The stored form of one field's value. */
export const customFieldOf = (
  { key, fieldDefinitions }: CustomFieldsType,
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

const assertRequired = (
  { key, fieldDefinitions }: CustomFieldsType,
  given: Readonly<Record<string, unknown>>,
): void => {
  const missing = fieldDefinitions.filter(({ name, required }) => required && !Object.hasOwn(given, name));
  if (missing.length > 0)
    throw failAll(
      missing.map(({ name }) =>
        errorEntry('RequiredField', { field: `fields.${name}`, expected: `the Type '${key}' requires it` }),
      ),
    );
};

/** The stored form of all given fields. */
const fieldsOf = (
  type: CustomFieldsType,
  { fields = {} }: CustomFieldsDraft,
  context: Context,
  errors: PhaseErrors,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      errors.run(() => customFieldOf(type, name, value, context), undefined),
    ]),
  );

/** Merges the custom fields of a draft into existing ones; both must have the same Type (ORD053, ORD054). */
export const mergeCustomFields = (existing: CustomFields, draft: CustomFieldsDraft, context: Context): CustomFields => {
  const { id } = context.reference('type', draft.type);
  if (id !== existing.type.id)
    throw fail('InvalidOperation', {
      message: `The custom fields have the Type '${existing.type.id}'; those given have the Type '${id}', expected the same.`,
    });
  const type = context.load<CustomFieldsType>('type', draft.type);
  return collectErrors(context.errors, errors => {
    const fields = { ...existing.fields, ...fieldsOf(type, draft, context, errors) };
    errors.check(() => assertRequired(type, fields));
    return { type: existing.type, fields };
  });
};

/** The stored form of custom fields. Refuses missing required fields and values of a wrong kind (OACT082). */
export const customFieldsOf = (
  draft: CustomFieldsDraft | undefined,
  resourceTypeId: string,
  context: Context,
): CustomFields | undefined => {
  if (draft === undefined) return undefined;
  const type = context.load<CustomFieldsType>('type', draft.type);
  return collectErrors(context.errors, errors => {
    errors.check(() => assertTypeFits(type, resourceTypeId));
    errors.check(() => assertRequired(type, draft.fields ?? {}));
    return { type: context.reference('type', draft.type), fields: fieldsOf(type, draft, context, errors) };
  });
};
