import type { TProperties } from '@sinclair/typebox';
import type { CustomFields } from '../../schema/customFields.js';

/** One holder of custom fields within a resource. */
export interface CustomFieldsHolder<R> {
  readonly custom?: CustomFields;
  /** The change of the resource that gives it these. */
  with(custom: CustomFields | undefined): Partial<R>;
  /** What messages say of it. */
  readonly told?: Readonly<Record<string, unknown>>;
}

export interface CustomFieldsLocation<R> {
  /** What a Type must be for. */
  readonly resourceTypeId: string;
  /** Payload members that name the holder. */
  readonly names?: TProperties;
  readonly find: (resource: R, names: never) => CustomFieldsHolder<R>;
  /** All there are in a resource: a field is judged by the Type of its holder, which must be loaded before it is known which. */
  readonly all: (resource: R) => readonly (CustomFields | undefined)[];
  /** `Order`: messages are `OrderCustomTypeSet` and so on; absent: none is sent (OACT102). */
  readonly messages?: string;
  /** What messages call the Type before: `previousTypeId`, or `oldTypeId`. */
  readonly before?: 'previous' | 'old';
}

/** A resource's own custom fields, in its member `custom`. */
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
