import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail, failAll } from '../../../errors/ApiError.js';
import { isValidAt } from '../../../pricing/findApplicableDiscounts.js';
import type { DiscountCode } from '../../discountCode/members.js';
import { NonEmptyText } from '../../../schema/primitives.js';
import { discountCodeIdentifier } from '../draft.js';
import { type Cart, discountCodesMax } from '../../shared/cartMembers.js';
import { assertNoOtherDiscounts } from '../assertNoOtherDiscounts.js';
import { timeRangeRefusal } from '../../shared/timeRangeRefusal.js';

export const addDiscountCode: Action<Cart> = action(
  { code: NonEmptyText },
  ({ discountCodes, directDiscounts, origin }: Cart, { code }, context) => {
    // Orders from quotes do not use discount codes.
    if (origin === 'Quote')
      throw fail('InvalidOperation', {
        message: 'The cart is that of a quote; its discounts are directDiscounts.',
      });
    assertNoOtherDiscounts(directDiscounts, 'directDiscounts', 'discountCodes');
    const found = context.load<DiscountCode>('discount-code', discountCodeIdentifier(code));
    if (discountCodes.some(({ discountCode }) => discountCode.id === found.id)) return unchanged;
    if (!isValidAt(found, context.now)) throw failAll([timeRangeRefusal(found, context.now)]);
    if (discountCodes.length >= discountCodesMax)
      throw fail('InvalidOperation', { message: `A cart has at most ${discountCodesMax} discountCodes.` });
    return {
      set: {
        discountCodes: [
          ...discountCodes,
          { discountCode: { typeId: 'discount-code', id: found.id }, state: 'DoesNotMatchCart' },
        ],
      },
    };
  },
  (_cart, { code }: { readonly code: string }) => [discountCodeIdentifier(code)],
);
