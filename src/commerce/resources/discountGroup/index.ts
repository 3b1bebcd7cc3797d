import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { beforeCommit } from './beforeCommit.js';
import { type DiscountGroup, DiscountGroupDraft, DiscountGroupMembers } from './members.js';
import { messages } from './messages.js';

const draft = creation<DiscountGroup, typeof DiscountGroupDraft>(
  DiscountGroupDraft,
  ({ isActive = true, ...plain }) => ({
    members: { ...plain, isActive },
    messages: discountGroup => [{ type: 'DiscountGroupCreated', discountGroup }],
  }),
);

/** Groups cart discounts of which only the best one applies, at the sort order of the group. */
export const discountGroup = defineResource<DiscountGroup>({
  typeId: 'discount-group',
  path: 'discount-groups',
  shared: true,
  scopes: { read: ['view_discount_groups'], write: ['manage_discount_groups'] },
  resource: DiscountGroupMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  // No cart discount outside of the group may have its sortOrder.
  claims: ({ sortOrder }) => [{ path: 'sortOrder', value: sortOrder }],
  claimsAmong: 'cart-discount',
  indexes: ['isActive'],
  beforeCommit,
  messages,
  removalMessages: () => [{ type: 'DiscountGroupDeleted' }],
  behindReferences: 'it tells how discounts rank',
});
