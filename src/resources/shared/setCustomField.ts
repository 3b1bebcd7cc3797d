import { action } from '../../engine/define/actions.js';
import type { Action } from '../../engine/define/Action.js';
import { unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { Optional, Text } from '../../schema/primitives.js';
import { customFieldOf, type CustomFieldsType } from './customFields.js';
import { type CustomFields, FieldValue } from '../../schema/customFields.js';
import { customFieldMessages, type CustomFieldsLocation } from './CustomFieldsLocation.js';

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
