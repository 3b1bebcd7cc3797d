import type { Context } from '../../engine/define/Context.js';
import { customFieldsOf, mergeCustomFields } from './customFields.js';
import type { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';

/** Custom fields of a resource that is made from another one: that one's, with those of its own draft in them. Fields of another Type mean something else, and stay behind. */
export const inheritCustomFields = (
  inherited: CustomFields | undefined,
  draft: CustomFieldsDraft | undefined,
  resourceTypeId: string,
  context: Context,
): CustomFields | undefined => {
  if (draft === undefined) return inherited;
  const isSameType = inherited?.type.id === context.reference('type', draft.type).id;
  return isSameType ? mergeCustomFields(inherited!, draft, context) : customFieldsOf(draft, resourceTypeId, context);
};
