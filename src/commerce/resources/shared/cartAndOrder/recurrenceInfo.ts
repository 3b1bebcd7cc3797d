/** The recurrence policy with which a buyer gets an item again. This server creates no recurring orders from it. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../../../engine/define/Context.js';
import { Named } from '../../../../engine/schema/Named.js';
import { OneOf, Shape } from '../../../../engine/schema/primitives.js';
import { Reference, ResourceIdentifier } from '../../../../engine/schema/reference.js';

const PriceSelectionMode = Named('PriceSelectionMode', OneOf(['Dynamic', 'Fixed']), { input: 'PriceSelectionMode' });

const policy = { recurrencePolicy: Reference('recurrence-policy') };
const policyDraft = { recurrencePolicy: ResourceIdentifier('recurrence-policy') };

export const RecurrenceInfo = Named(
  'LineItemRecurrenceInfo',
  Shape({ ...policy, priceSelectionMode: PriceSelectionMode }),
);
export const RecurrenceInfoDraft = Named(
  'LineItemRecurrenceInfoDraft',
  Shape({ ...policyDraft, priceSelectionMode: PriceSelectionMode }),
  { input: 'LineItemRecurrenceInfoInputDraft' },
);
export const CustomRecurrenceInfo = Named('CustomLineItemRecurrenceInfo', Shape(policy));
export const CustomRecurrenceInfoDraft = Named('CustomLineItemRecurrenceInfoDraft', Shape(policyDraft), {
  input: 'CustomLineItemRecurrenceInfoInputDraft',
});

/** The stored form of the recurrence info of line items and custom line items. */
export const recurrenceInfoOf = <D extends Static<typeof CustomRecurrenceInfoDraft>>(
  draft: D | undefined,
  context: Context,
) => draft && { ...draft, recurrencePolicy: context.reference('recurrence-policy', draft.recurrencePolicy) };
