import type { TOptional, TProperties, TSchema, TString, TUnsafe } from '@sinclair/typebox';
import { CustomFields, FieldValue } from '../../../engine/schema/customFields.js';
import { Optional, Text } from '../../../engine/schema/primitives.js';

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
