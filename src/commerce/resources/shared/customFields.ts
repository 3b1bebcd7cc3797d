/** Custom fields: values by name, as a Type defines them. */
import { errorEntry, failAll, invalidOperation, invalidField } from '../../../base/errors/ApiError.js';
import { collectErrors, type PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import type { Base } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import type { FieldDefinition } from './fieldDefinition.js';
import { createLookup, fieldValueOf } from './fieldValue.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import type { CustomFieldHolder } from '../../../engine/schema/TypeId.js';

/** The members of a Type that its custom fields are checked with. */
export interface CustomFieldsType extends Base {
  readonly key: string;
  readonly resourceTypeIds: readonly string[];
  readonly fieldDefinitions: readonly FieldDefinition[];
}

const definitionOf = createLookup(({ name }: FieldDefinition) => name);

const requiredNames = new WeakMap<readonly FieldDefinition[], readonly string[]>();

/** The names of required fields, found once: the prices of a product may have thousands of values of one Type. */
const requiredNamesOf = (definitions: readonly FieldDefinition[]): readonly string[] => {
  const known = requiredNames.get(definitions);
  if (known !== undefined) return known;
  const names = definitions.filter(({ required }) => required).map(({ name }) => name);
  requiredNames.set(definitions, names);
  return names;
};

/** The stored form of one field's value. */
export const customFieldOf = (
  { key, fieldDefinitions }: CustomFieldsType,
  name: string,
  value: unknown,
  context: Context,
): unknown => {
  const definition = definitionOf(fieldDefinitions, name);
  if (definition === undefined)
    throw invalidField(
      name,
      value,
      `The Type '${key}' has the fields ${fieldDefinitions.map(each => each.name).join(', ') || 'none'}.`,
    );
  return fieldValueOf(definition.type, value, `fields.${name}`, context);
};

/** Merges the custom fields of a draft into existing ones; both must have the same Type (ORD053, ORD054). */
export const mergeCustomFields = (existing: CustomFields, draft: CustomFieldsDraft, context: Context): CustomFields => {
  const { id } = context.reference('type', draft.type);
  if (id !== existing.type.id)
    throw invalidOperation(
      `The custom fields have the Type '${existing.type.id}'; those given have the Type '${id}', ` +
        'expected the same.',
    );
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
  resourceTypeId: CustomFieldHolder,
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

/**
 * The custom fields of a resource that is made from another one. Fields of the draft are merged into the inherited
 * ones; a draft with another Type replaces them.
 */
export const inheritCustomFields = (
  inherited: CustomFields | undefined,
  draft: CustomFieldsDraft | undefined,
  resourceTypeId: CustomFieldHolder,
  context: Context,
): CustomFields | undefined => {
  if (draft === undefined) return inherited;
  return inherited?.type.id === context.reference('type', draft.type).id
    ? mergeCustomFields(inherited, draft, context)
    : customFieldsOf(draft, resourceTypeId, context);
};

const assertTypeFits = ({ key, resourceTypeIds }: CustomFieldsType, resourceTypeId: CustomFieldHolder): void => {
  if (!resourceTypeIds.includes(resourceTypeId))
    throw invalidOperation(
      `The Type '${key}' is for ${resourceTypeIds.join(', ')}; expected one for ${resourceTypeId}.`,
    );
};

const assertRequired = (
  { key, fieldDefinitions }: CustomFieldsType,
  given: Readonly<Record<string, unknown>>,
): void => {
  const missing = requiredNamesOf(fieldDefinitions).filter(name => !Object.hasOwn(given, name));
  if (missing.length > 0)
    throw failAll(
      missing.map(name =>
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
