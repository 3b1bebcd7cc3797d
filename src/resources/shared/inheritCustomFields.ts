import type { Context } from '../../engine/define/Context.js';
import { customFieldsOf, mergeCustomFields } from './customFields.js';
import type { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';

/**
 * The custom fields of a resource that is made from another one. Fields of the draft are merged into the inherited
 * ones; a draft with another Type replaces them.
 */
export const inheritCustomFields = (
  inherited: CustomFields | undefined,
  draft: CustomFieldsDraft | undefined,
  resourceTypeId: string,
  context: Context,
): CustomFields | undefined => {
  if (draft === undefined) return inherited;
  return inherited?.type.id === context.reference('type', draft.type).id
    ? mergeCustomFields(inherited, draft, context)
    : customFieldsOf(draft, resourceTypeId, context);
};
