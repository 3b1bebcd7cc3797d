import { Snapshot } from '../../../engine/define/Message.js';
import { Flag, Key } from '../../../engine/schema/primitives.js';
import { SortOrder } from '../shared/discounts.js';
import type { DiscountGroup } from './members.js';

export const messages = {
  DiscountGroupCreated: { discountGroup: Snapshot<DiscountGroup>('discount-group') },
  DiscountGroupDeleted: {},
  DiscountGroupIsActiveSet: { isActive: Flag, oldIsActive: Flag },
  DiscountGroupKeySet: { key: Key, oldKey: Key },
  DiscountGroupSortOrderSet: { sortOrder: SortOrder, oldSortOrder: SortOrder },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly discountGroup: typeof messages;
  }
}
