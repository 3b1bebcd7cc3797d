import { type ActionTable, change, set } from '../../../engine/define/actions.js';
import { Flag, Key, LocalizedString } from '../../../engine/schema/primitives.js';
import { SortOrder } from '../shared/discounts.js';
import type { DiscountGroup } from './members.js';

export const actions: ActionTable<DiscountGroup> = {
  setName: set<DiscountGroup>('name', LocalizedString),
  setDescription: set<DiscountGroup>('description', LocalizedString),
  setKey: change<DiscountGroup>('key', Key, ({ key: oldKey }, key) => ({ type: 'DiscountGroupKeySet', key, oldKey })),
  setIsActive: change<DiscountGroup>('isActive', Flag, ({ isActive: oldIsActive }, isActive) => ({
    type: 'DiscountGroupIsActiveSet',
    isActive,
    oldIsActive,
  })),
  setSortOrder: change<DiscountGroup>('sortOrder', SortOrder, ({ sortOrder: oldSortOrder }, sortOrder) => ({
    type: 'DiscountGroupSortOrderSet',
    sortOrder,
    oldSortOrder,
  })),
};
