import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Key, NonEmptyText, Optional, Shape } from '../../../engine/schema/primitives.js';

export const CustomerGroupMembers = Shape({ key: Optional(Key), name: NonEmptyText, custom: Optional(CustomFields) });

export const CustomerGroupDraft = Shape({
  key: Optional(Key),
  groupName: NonEmptyText,
  custom: Optional(CustomFieldsDraft),
});

export type CustomerGroup = Base & Static<typeof CustomerGroupMembers> & Sends<'customerGroup'>;
