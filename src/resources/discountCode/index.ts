import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type DiscountCode, DiscountCodeMembers } from './members.js';

/** A code that customers enter to get cart discounts; the code itself never changes. */
export const discountCode = defineResource<DiscountCode>({
  typeId: 'discount-code',
  path: 'discount-codes',
  scopes: { read: ['view_discount_codes'], write: ['manage_discount_codes'] },
  resource: DiscountCodeMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'code'],
  identifiers: ['key'],
  sendsMessages: true,
  removalMessages: () => [{ type: 'DiscountCodeDeleted' }],
  erasable: 'httpOnly',
});
