/** The actions that set custom types and fields, for every place that has them: a place says where, these say how. */
import type { TProperties } from '@sinclair/typebox';
import { action } from '../../engine/define/actions.js';
import type { Action } from '../../engine/define/Action.js';
import { type MessageDraft, unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { Type } from '../type/index.js';
import { Optional, Text } from '../../schema/primitives.js';
import { customFieldOf, customFieldsOf } from './customFields.js';
import { type CustomFields, customTypeMembers, FieldValue } from '../../schema/customFields.js';
import type { ReferenceValue } from '../../schema/reference.js';

/** One holder of custom fields within a resource. */
export interface CustomHolder<R> {
  readonly custom?: CustomFields;
  /** The change of the resource that gives it these. */
  with(custom: CustomFields | undefined): Partial<R>;
  /** What messages say of it. */
  readonly told?: Readonly<Record<string, unknown>>;
}

export interface CustomPlace<R> {
  /** What a Type must be for. */
  readonly resourceTypeId: string;
  /** Payload members that name the holder. */
  readonly names?: TProperties;
  readonly find: (resource: R, names: never) => CustomHolder<R>;
  /** All there are in a resource: a field is judged by the Type of its holder, which must be loaded before it is known which. */
  readonly all: (resource: R) => readonly (CustomFields | undefined)[];
  /** `Order`: messages are `OrderCustomTypeSet` and so on; absent: none is sent (OACT102). */
  readonly messages?: string;
  /** What messages call the Type before: `previousTypeId`, or `oldTypeId`. */
  readonly before?: 'previous' | 'old';
}

const tell = <R>(
  { messages }: CustomPlace<R>,
  holder: CustomHolder<R>,
  what: string,
  payload: object,
): readonly MessageDraft[] =>
  messages === undefined ? [] : [{ type: `${messages}Custom${what}`, ...payload, ...holder.told }];

/** Sets, overwrites or, without a Type, removes all of a holder's custom fields (OACT058, OACT079). */
export const setCustomType = <R>(place: CustomPlace<R>): Action<R> =>
  action({ ...place.names, ...customTypeMembers }, (resource: R, payload, context) => {
    const { type, fields, ...names } = payload as { type?: ReferenceValue; fields?: Record<string, unknown> };
    const holder = place.find(resource, names as never);
    const custom = customFieldsOf(type && { type: type as never, fields }, place.resourceTypeId, context);
    if (sameValue(holder.custom, custom)) return unchanged;
    const before = { [`${place.before ?? 'previous'}TypeId`]: holder.custom?.type.id };
    const messages =
      custom === undefined
        ? tell(place, holder, 'TypeRemoved', before)
        : tell(place, holder, 'TypeSet', { customFields: custom, ...before });
    return { set: holder.with(custom), messages };
  });

const typesOf =
  <R>(place: CustomPlace<R>) =>
  (resource: R) =>
    place.all(resource).flatMap(custom => (custom === undefined ? [] : [custom.type]));

/** Removing a field takes that it is there, and may be left out (OACT080, OACT081). */
const removed = ({ fields, type }: CustomFields, name: string, context: Context): CustomFields => {
  const { key, fieldDefinitions } = context.load<Type>('type', type);
  if (!Object.hasOwn(fields, name))
    throw fail('InvalidOperation', { message: `The custom field '${name}' cannot be removed: it has no value.` });
  if (fieldDefinitions.some(each => each.name === name && each.required))
    throw fail('RequiredField', { field: name, expected: `the Type '${key}' requires it` });
  const { [name]: _, ...others } = fields;
  return { type, fields: others };
};

/** Sets or, without a value, removes one custom field (OACT059, OACT060). */
export const setCustomField = <R>(place: CustomPlace<R>): Action<R> =>
  action(
    { ...place.names, name: Text, value: Optional(FieldValue) },
    (resource: R, payload, context) => {
      const { name, value, ...names } = payload as { name: string; value?: unknown };
      const holder = place.find(resource, names as never);
      const { custom } = holder;
      if (custom === undefined)
        throw fail('InvalidOperation', {
          message: `The custom field '${name}' cannot be ${value === undefined ? 'removed' : 'set'}: there is no custom type.`,
        });
      if (value === undefined)
        return {
          set: holder.with(removed(custom, name, context)),
          messages: tell(place, holder, 'FieldRemoved', { name }),
        };
      const stored = customFieldOf(context.load<Type>('type', custom.type), name, value, context);
      const previousValue = Object.hasOwn(custom.fields, name) ? custom.fields[name] : undefined;
      if (sameValue(previousValue, stored)) return unchanged;
      const messages =
        previousValue === undefined
          ? tell(place, holder, 'FieldAdded', { name, value: stored })
          : tell(place, holder, 'FieldChanged', {
              name,
              value: stored,
              [`${place.before ?? 'previous'}Value`]: previousValue,
            });
      return { set: holder.with({ ...custom, fields: { ...custom.fields, [name]: stored } }), messages };
    },
    typesOf(place),
  );

/** A resource's own custom fields, in its member `custom`. */
export const ownCustom = <R extends { readonly custom?: CustomFields }>(
  resourceTypeId: string,
  messages?: string,
  before?: CustomPlace<R>['before'],
): CustomPlace<R> => ({
  resourceTypeId,
  messages,
  before,
  find: resource => ({ custom: resource.custom, with: custom => ({ custom }) as Partial<R> }),
  all: ({ custom }) => [custom],
});
