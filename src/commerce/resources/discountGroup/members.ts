import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
import { Flag, Key, LocalizedString, Optional, Shape } from '../../../engine/schema/primitives.js';
import { SortOrder } from '../shared/discounts.js';

const named = { name: Optional(LocalizedString), key: Key, description: Optional(LocalizedString) };

export const DiscountGroupMembers = Shape({ ...named, sortOrder: SortOrder, isActive: Flag });

export const DiscountGroupDraft = Shape({ ...named, sortOrder: SortOrder, isActive: Optional(Flag) });

export type DiscountGroup = Base & Static<typeof DiscountGroupMembers> & Sends<'discountGroup'>;
