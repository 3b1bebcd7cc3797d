import type { TProperties } from '@sinclair/typebox';
import type { CustomFields } from '../../schema/customFields.js';
import type { MessageDraft } from '../../engine/define/Change.js';

/** An object with custom fields within a resource. */
export interface CustomFieldsHolder<R> {
  readonly custom?: CustomFields;
  /** The change of the resource that sets the custom fields of this object. */
  with(custom: CustomFields | undefined): Partial<R>;
  /** Members of messages that name the object. */
  readonly messageMembers?: Readonly<Record<string, unknown>>;
}

/** A location of custom fields in a resource type. `setCustomType` and `setCustomField` make its two update actions. */
export interface CustomFieldsLocation<R> {
  /** The Type must list this id in its resourceTypeIds. */
  readonly resourceTypeId: string;
  /** Payload members that name the holder. */
  readonly names?: TProperties;
  readonly find: (resource: R, names: never) => CustomFieldsHolder<R>;
  /** The custom fields of all holders in a resource: their Types are loaded before the payload is read. */
  readonly all: (resource: R) => readonly (CustomFields | undefined)[];
  /** Prefix of messages: `Order` for `OrderCustomTypeSet` and so on. Without it none is sent (OACT102). */
  readonly messages?: string;
  /** Prefix of the member that messages hold the earlier Type in: `previousTypeId` or `oldTypeId`. */
  readonly before?: 'previous' | 'old';
}

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

/** The custom fields in the member `custom` of a resource. */
export const resourceCustomFields = <R extends { readonly custom?: CustomFields }>(
  resourceTypeId: string,
  messages?: string,
  before?: CustomFieldsLocation<R>['before'],
): CustomFieldsLocation<R> => ({
  resourceTypeId,
  messages,
  before,
  find: resource => ({ custom: resource.custom, with: custom => ({ custom }) as Partial<R> }),
  all: ({ custom }) => [custom],
});

export const customFieldMessages = <R>(
  { messages }: CustomFieldsLocation<R>,
  holder: CustomFieldsHolder<R>,
  what: string,
  payload: object,
): readonly MessageDraft[] =>
  messages === undefined ? [] : [{ type: `${messages}Custom${what}`, ...payload, ...holder.messageMembers }];
