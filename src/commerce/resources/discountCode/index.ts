import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { assertValidity } from '../shared/validity.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions, toCartDiscountReferences } from './actions.js';
import { type DiscountCode, DiscountCodeDraft, DiscountCodeMembers } from './members.js';
import { messages } from './messages.js';

const draft = creation<DiscountCode, typeof DiscountCodeDraft>(
  DiscountCodeDraft,
  ({ cartDiscounts, isActive = true, groups = [], custom, ...plain }, context) => {
    if (plain.cartPredicate !== undefined) assertCartPredicate(plain.cartPredicate, 'cartPredicate', 'cart');
    assertValidity(plain);
    return {
      members: {
        ...plain,
        cartDiscounts: toCartDiscountReferences(cartDiscounts, context),
        isActive,
        references: [],
        custom: customFieldsOf(custom, 'discount-code', context),
        groups: [...new Set(groups)],
      },
      messages: discountCode => [{ type: 'DiscountCodeCreated', discountCode }],
    };
  },
);

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
  messages,
  removalMessages: () => [{ type: 'DiscountCodeDeleted' }],
  erasable: 'httpOnly',
  behindReferences: {
    places: { 'discountCodes.discountCode': 'the buyer has entered the code' },
    members: {
      code: 'the buyer has entered it, and removes it by this text',
      name: 'shops write it beside the code',
      description: 'as above',
      cartDiscounts: 'the cart shows what the code gives',
      isActive: 'the state of the code in the cart tells it',
      validFrom: 'as above',
      validUntil: 'as above',
    },
  },
});
