/** Custom fields without those that their Type does not declare any more. */
import type { PendingChange } from '../../../engine/define/DefinitionGroups.js';
import type { StoredDefinition } from '../../../engine/define/Base.js';
import type { ResourceType } from '../../../engine/define/ResourceType.js';
import type { FieldShape } from '../../../engine/define/FieldShape.js';
import type { CustomFields } from '../../../engine/schema/customFields.js';
import type { CustomFieldsType } from './customFields.js';

/** Finds a Type by its id; if undefined, its custom fields are left as they are. */
export type TypeOf = (id: string) => Pick<CustomFieldsType, 'fieldDefinitions'> | undefined;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isCustomFields = (value: object): value is CustomFields => {
  const { type, fields } = value as Partial<CustomFields>;
  return isObject(type) && type.typeId === 'type' && isObject(fields);
};

const withDeclaredFields = (custom: CustomFields, typeOf: TypeOf): CustomFields => {
  const type = typeOf(custom.type.id);
  const names = Object.keys(custom.fields);
  const declared = type && new Set(type.fieldDefinitions.map(({ name }) => name));
  if (declared === undefined || names.every(name => declared.has(name))) return custom;
  return {
    ...custom,
    fields: Object.fromEntries(Object.entries(custom.fields).filter(([name]) => declared.has(name))),
  };
};

/** A value with the declared fields alone in all custom fields within it; the value itself where it has no others. */
const withoutRemovedFields = (value: unknown, typeOf: TypeOf): unknown => {
  if (Array.isArray(value)) {
    const next = value.map(each => withoutRemovedFields(each, typeOf));
    return next.every((each, at) => each === value[at]) ? value : next;
  }
  if (!isObject(value)) return value;
  if (isCustomFields(value)) return withDeclaredFields(value, typeOf);
  let next: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const kept = withoutRemovedFields(member, typeOf);
    if (kept !== member) (next ??= { ...value })[name] = kept;
  }
  return next ?? value;
};

/** The change that removes the custom fields of a resource that their Types do not declare any more. */
export const fieldsChange = (
  { members }: Pick<ResourceType, 'members'>,
  resource: object,
  typeOf: TypeOf,
  definitions: readonly StoredDefinition[],
): PendingChange => {
  const set: Record<string, unknown> = {};
  for (const name of members) {
    const value = (resource as Readonly<Record<string, unknown>>)[name];
    const kept = withoutRemovedFields(value, typeOf);
    if (kept !== value) set[name] = kept;
  }
  return { set, definitions };
};

const holdersIn = (shape: FieldShape): readonly string[] => {
  if (shape.kind === 'declared') return shape.names.typeId === 'type' ? [shape.names.holder ?? ''] : [];
  if (shape.kind !== 'object') return [];
  const { members, others } = shape;
  return [...members.values(), ...(others === undefined ? [] : [others.shape])].flatMap(holdersIn);
};

/** Quotes take over custom fields, with their Type, from the resources that they are made from. */
const takenOver = new Map([
  ['staged-quote', ['quote-request']],
  ['quote', ['quote-request', 'staged-quote']],
]);

/** The holders of custom fields in a resource type, by their names in the resourceTypeIds of Types. */
export const customFieldHoldersOf = ({ typeId, fieldShape }: ResourceType): ReadonlySet<string> =>
  new Set([...holdersIn(fieldShape()), ...(takenOver.get(typeId) ?? [])]);
