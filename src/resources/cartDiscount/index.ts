import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type CartDiscount, CartDiscountMembers } from './members.js';

/** A discount on carts that meet a predicate; discounts apply by descending `sortOrder`. */
export const cartDiscount = defineResource<CartDiscount>({
  typeId: 'cart-discount',
  path: 'cart-discounts',
  scopes: { read: ['view_cart_discounts'], write: ['manage_cart_discounts'] },
  resource: CartDiscountMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'sortOrder'],
  indexes: ['isActive', 'requiresDiscountCode'],
  identifiers: ['key'],
  sendsMessages: true,
  removalMessages: () => [{ type: 'CartDiscountDeleted' }],
});
