/** The two update actions of a location of custom fields. */
import { action } from '../../engine/define/actions.js';
import type { Action } from '../../engine/define/Action.js';
import { type MessageDraft, unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { Optional, Text } from '../../schema/primitives.js';
import { type CustomFieldsType, customFieldOf, customFieldsOf } from './customFields.js';
import { type CustomFields, customTypeMembers, FieldValue } from '../../schema/customFields.js';
import type { ReferenceValue } from '../../schema/reference.js';
import type { CustomFieldsHolder, CustomFieldsLocation } from './CustomFieldsLocation.js';

const customFieldMessages = <R>(
  { messages }: CustomFieldsLocation<R>,
  holder: CustomFieldsHolder<R>,
  what: string,
  payload: object,
): readonly MessageDraft[] =>
  messages === undefined ? [] : [{ type: `${messages}Custom${what}`, ...payload, ...holder.messageMembers }];

/** Sets, overwrites or, without a Type, removes the custom fields of a holder (OACT058, OACT079). */
export const setCustomType = <R>(location: CustomFieldsLocation<R>): Action<R> =>
  action({ ...location.names, ...customTypeMembers }, (resource: R, payload, context) => {
    const { type, fields, ...names } = payload as { type?: ReferenceValue; fields?: Record<string, unknown> };
    const holder = location.find(resource, names as never);
    const custom = customFieldsOf(type && { type: type as never, fields }, location.resourceTypeId, context);
    if (sameValue(holder.custom, custom)) return unchanged;
    const before = { [`${location.before ?? 'previous'}TypeId`]: holder.custom?.type.id };
    const messages =
      custom === undefined
        ? customFieldMessages(location, holder, 'TypeRemoved', before)
        : customFieldMessages(location, holder, 'TypeSet', { customFields: custom, ...before });
    return { set: holder.with(custom), messages };
  });

const typesOf =
  <R>(location: CustomFieldsLocation<R>) =>
  (resource: R) =>
    location.all(resource).flatMap(custom => (custom === undefined ? [] : [custom.type]));

/** Removes a field. Refuses a field without a value and a required field (OACT080, OACT081). */
const withoutField = ({ fields, type }: CustomFields, name: string, context: Context): CustomFields => {
  const { key, fieldDefinitions } = context.load<CustomFieldsType>('type', type);
  if (!Object.hasOwn(fields, name))
    throw fail('InvalidOperation', { message: `The custom field '${name}' cannot be removed: it has no value.` });
  if (fieldDefinitions.some(each => each.name === name && each.required))
    throw fail('RequiredField', { field: name, expected: `the Type '${key}' requires it` });
  const { [name]: _, ...others } = fields;
  return { type, fields: others };
};

/** Sets or, without a value, removes one custom field (OACT059, OACT060). */
export const setCustomField = <R>(location: CustomFieldsLocation<R>): Action<R> =>
  action(
    { ...location.names, name: Text, value: Optional(FieldValue) },
    (resource: R, payload, context) => {
      const { name, value, ...names } = payload as { name: string; value?: unknown };
      const holder = location.find(resource, names as never);
      const { custom } = holder;
      if (custom === undefined)
        throw fail('InvalidOperation', {
          message: `The custom field '${name}' cannot be ${value === undefined ? 'removed' : 'set'}: there is no custom type.`,
        });
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
              [`${location.before ?? 'previous'}Value`]: previousValue,
            });
      return { set: holder.with({ ...custom, fields: { ...custom.fields, [name]: stored } }), messages };
    },
    typesOf(location),
  );
