import type { Context } from '../../engine/context.js';
import { type CustomFields, type CustomFieldsDraft, customFieldsOf } from './customFields.js';

/** Custom fields of a resource that is made from another one: that one's, with those of its own draft over them. Fields of another Type mean something else. */
export const inheritedCustom = (inherited: CustomFields | undefined, draft: CustomFieldsDraft | undefined, resourceTypeId: string, context: Context): CustomFields | undefined => {
  const own = customFieldsOf(draft, resourceTypeId, context);
  if (own === undefined) return inherited;
  return inherited?.type.id === own.type.id ? { ...own, fields: { ...inherited.fields, ...own.fields } } : own;
};
