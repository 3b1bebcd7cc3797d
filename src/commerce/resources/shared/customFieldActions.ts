import type { TOptional, TProperties, TSchema, TString, TUnsafe } from '@sinclair/typebox';
import {
  CustomFields,
  FieldValue,
  type CustomFieldsDraft,
  customTypeMembers,
} from '../../../engine/schema/customFields.js';
import { Optional, Text } from '../../../engine/schema/primitives.js';
import type { CustomFieldHolder } from '../../../engine/schema/TypeId.js';
import { invalidOperation, requiredField } from '../../../base/errors/ApiError.js';
import { type Action, type ActionTable, action, type MessageOf, unchanged } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { customFieldOf, customFieldsOf, type CustomFieldsType } from './customFields.js';

type Earlier<Before extends string, Member extends string, S extends TSchema> = {
  [Name in `${Before}${Member}`]: TOptional<S>;
};

type Named = { name: TString };
type Table<Prefix extends string, Names extends TProperties, Before extends string> = {
  [Type in `${Prefix}CustomTypeSet`]: Names & { customFields: typeof CustomFields } & Earlier<
      Before,
      'TypeId',
      TString
    >;
} & { [Type in `${Prefix}CustomTypeRemoved`]: Names & Earlier<Before, 'TypeId', TString> } & {
  [Type in `${Prefix}CustomFieldAdded`]: Names & Named & { value: TUnsafe<unknown> };
} & {
  [Type in `${Prefix}CustomFieldChanged`]: Names &
    Named & { value: TUnsafe<unknown> } & Earlier<Before, 'Value', TUnsafe<unknown>>;
} & { [Type in `${Prefix}CustomFieldRemoved`]: Names & Named };

/**
 * The messages of `setCustomType` and `setCustomField`. `names` are the members that name the holder of the custom
 * fields; `earlierPrefix` is the prefix of the members with the earlier Type and value.
 */
export const customFieldMessageTable = <
  Prefix extends string,
  Names extends TProperties,
  Before extends 'previous' | 'old' = 'previous',
>(
  prefix: Prefix,
  names: Names,
  earlierPrefix: Before = 'previous' as Before,
) => {
  const earlierType = { [`${earlierPrefix}TypeId`]: Optional(Text) };
  const field = { ...names, name: Text };
  return {
    [`${prefix}CustomTypeSet`]: { ...names, customFields: CustomFields, ...earlierType },
    [`${prefix}CustomTypeRemoved`]: { ...names, ...earlierType },
    [`${prefix}CustomFieldAdded`]: { ...field, value: FieldValue },
    [`${prefix}CustomFieldChanged`]: { ...field, value: FieldValue, [`${earlierPrefix}Value`]: Optional(FieldValue) },
    [`${prefix}CustomFieldRemoved`]: field,
  } as unknown as Table<Prefix, Names, Before>;
};

// The update actions of custom fields, for each location that a resource type has them in (OACT058 to OACT082).

/** An object with custom fields within a resource. */
interface CustomFieldsHolder<R> {
  readonly custom?: CustomFields;
  /** The change of the resource that sets the custom fields of this object. */
  with(custom: CustomFields | undefined): Partial<R>;
  /** Members of messages that name the object. */
  readonly messageMembers?: Readonly<Record<string, unknown>>;
}

/** Resource types and parts of them that declare messages about their custom fields (customFieldMessageTable.ts). */
type MessagePrefix<R> = MessageOf<R>['type'] extends infer Name
  ? Name extends `${infer Prefix}CustomTypeSet`
    ? Prefix
    : never
  : never;

/** A location of custom fields in a resource type. `setCustomType` and `setCustomField` make its two update actions. */
export interface CustomFieldsLocation<R> {
  /** The Type must list this id in its resourceTypeIds. */
  readonly resourceTypeId: CustomFieldHolder;
  /** Payload members that name the holder. */
  readonly names?: TProperties;
  readonly find: (resource: R, names: never, context: Context) => CustomFieldsHolder<R>;
  /** Lists the resources that the names are resolved with. */
  readonly needs?: Action<R>['needs'];
  /** The custom fields of all holders in a resource: their Types are loaded before the payload is read. */
  readonly all: (resource: R) => readonly (CustomFields | undefined)[];
  /** Prefix of messages: `Order` for `OrderCustomTypeSet` and so on. Without it none is sent (OACT102). */
  readonly messages?: MessagePrefix<R>;
  /** Prefix of the member that messages hold the earlier Type in: `previousTypeId` or `oldTypeId`. */
  readonly earlierPrefix?: 'previous' | 'old';
}

/**
 * The two update actions of a location of custom fields: `set<Prefix>CustomType` and `set<Prefix>CustomField`. The
 * custom fields of the resource itself have no prefix.
 */
export const customFieldActions = <R>(prefix: string, location: CustomFieldsLocation<R>): ActionTable<R> => ({
  [`set${prefix}CustomType`]: setCustomType(location),
  [`set${prefix}CustomField`]: setCustomField(location),
});

export const resourceCustomFields = <R extends { readonly custom?: CustomFields }>(
  resourceTypeId: CustomFieldHolder,
  messages?: MessagePrefix<R>,
  earlierPrefix?: CustomFieldsLocation<R>['earlierPrefix'],
): CustomFieldsLocation<R> => ({
  resourceTypeId,
  messages,
  earlierPrefix,
  find: resource => ({ custom: resource.custom, with: custom => ({ custom }) as Partial<R> }),
  all: ({ custom }) => [custom],
});

/** A holder nested in a resource; `replace` is the change of the resource that replaces the holder. */
export const nestedHolder = <R, T extends { readonly custom?: CustomFields }>(
  item: T,
  replace: (next: T) => Partial<R>,
  messageMembers?: CustomFieldsHolder<R>['messageMembers'],
): CustomFieldsHolder<R> => ({
  custom: item.custom,
  messageMembers,
  with: custom => replace({ ...item, custom }),
});

/** Sets, overwrites or, without a Type, removes the custom fields of a holder (OACT058, OACT079). */
const setCustomType = <R>(location: CustomFieldsLocation<R>): Action<R> =>
  action(
    { ...location.names, ...customTypeMembers },
    (resource: R, payload, context) => {
      const { type, fields, ...names } = payload as {
        type?: CustomFieldsDraft['type'];
        fields?: Record<string, unknown>;
      };
      const holder = location.find(resource, names as never, context);
      const custom = customFieldsOf(type && { type, fields }, location.resourceTypeId, context);
      if (sameValue(holder.custom, custom)) return unchanged;
      const before = { [`${location.earlierPrefix ?? 'previous'}TypeId`]: holder.custom?.type.id };
      const messages =
        custom === undefined
          ? customFieldMessages(location, holder, 'TypeRemoved', before)
          : customFieldMessages(location, holder, 'TypeSet', { customFields: custom, ...before });
      return { set: holder.with(custom), messages };
    },
    location.needs,
  );

/** Sets or, without a value, removes one custom field (OACT059, OACT060). */
const setCustomField = <R>(location: CustomFieldsLocation<R>): Action<R> =>
  action(
    { ...location.names, name: Text, value: Optional(FieldValue) },
    (resource: R, payload, context) => {
      const { name, value, ...names } = payload as { name: string; value?: unknown };
      const holder = location.find(resource, names as never, context);
      const { custom } = holder;
      if (custom === undefined)
        throw invalidOperation(
          `The custom field '${name}' cannot be ${value === undefined ? 'removed' : 'set'}: ` +
            'there is no custom type.',
        );
      if (value === undefined)
        return {
          set: holder.with(withoutField(custom, name, context)),
          messages: customFieldMessages(location, holder, 'FieldRemoved', { name }),
        };
      const stored = customFieldOf(context.load<CustomFieldsType>('type', custom.type), name, value, context);
      const previousValue = Object.hasOwn(custom.fields, name) ? custom.fields[name] : undefined;
      if (sameValue(previousValue, stored)) return unchanged;
      const messages =
        previousValue === undefined
          ? customFieldMessages(location, holder, 'FieldAdded', { name, value: stored })
          : customFieldMessages(location, holder, 'FieldChanged', {
              name,
              value: stored,
              [`${location.earlierPrefix ?? 'previous'}Value`]: previousValue,
            });
      return { set: holder.with({ ...custom, fields: { ...custom.fields, [name]: stored } }), messages };
    },
    typesOf(location),
  );

/** The messages about custom fields that are replaced as a whole: about fields where the Type stays. */
export const replacedCustomFieldMessages = <R>(
  location: CustomFieldsLocation<R>,
  holder: CustomFieldsHolder<R>,
  custom: CustomFields | undefined,
): readonly MessageOf<R>[] => {
  const earlier = location.earlierPrefix ?? 'previous';
  const before = { [`${earlier}TypeId`]: holder.custom?.type.id };
  if (sameValue(holder.custom, custom)) return [];
  if (custom === undefined) return customFieldMessages(location, holder, 'TypeRemoved', before);
  if (holder.custom?.type.id !== custom.type.id)
    return customFieldMessages(location, holder, 'TypeSet', { customFields: custom, ...before });
  const { fields: old } = holder.custom;
  const removed = Object.keys(old).filter(name => !Object.hasOwn(custom.fields, name));
  return [
    ...removed.flatMap(name => customFieldMessages(location, holder, 'FieldRemoved', { name })),
    ...Object.entries(custom.fields).flatMap(([name, value]) => {
      if (!Object.hasOwn(old, name)) return customFieldMessages(location, holder, 'FieldAdded', { name, value });
      if (sameValue(old[name], value)) return [];
      return customFieldMessages(location, holder, 'FieldChanged', { name, value, [`${earlier}Value`]: old[name] });
    }),
  ];
};

const typesOf =
  <R>(location: CustomFieldsLocation<R>) =>
  (resource: R, payload: never) => [
    ...(location.needs?.(resource, payload) ?? []),
    ...location.all(resource).flatMap(custom => (custom === undefined ? [] : [custom.type])),
  ];

/** Removes a field. Refuses a field without a value and a required field (OACT080, OACT081). */
const withoutField = ({ fields, type }: CustomFields, name: string, context: Context): CustomFields => {
  const { key, fieldDefinitions } = context.load<CustomFieldsType>('type', type);
  if (!Object.hasOwn(fields, name))
    throw invalidOperation(`The custom field '${name}' cannot be removed: it has no value.`);
  if (fieldDefinitions.some(each => each.name === name && each.required))
    throw requiredField(name, `the Type '${key}' requires it`);
  const { [name]: _, ...others } = fields;
  return { type, fields: others };
};

const customFieldMessages = <R>(
  { messages }: CustomFieldsLocation<R>,
  holder: CustomFieldsHolder<R>,
  what: 'TypeSet' | 'TypeRemoved' | 'FieldAdded' | 'FieldChanged' | 'FieldRemoved',
  payload: object,
): readonly MessageOf<R>[] =>
  messages === undefined
    ? []
    : [{ type: `${messages as string}Custom${what}`, ...payload, ...holder.messageMembers } as MessageOf<R>];
