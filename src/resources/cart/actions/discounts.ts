import { action, sameValue, unchanged, type Action } from '../../../engine/actions.js';
import { fail } from '../../../errors.js';
import { assertFits, Target, targetOf } from '../../cartDiscount/target.js';
import { ValueDraft, valueOf } from '../../cartDiscount/value.js';
import { isValidAt } from '../pricing/offers.js';
import type { DiscountCode } from '../../discountCode/index.js';
import { List, NonEmptyText, Optional, Shape } from '../../types/basic.js';
import { ResourceIdentifier } from '../../types/reference.js';
import { codeIdentifier } from '../draft.js';
import type { Cart } from '../members.js';

const codesMax = 10;
const directDiscountsMax = 50;

/** ERR056 */
export const timeRangeRefusal = ({ id, code, validFrom, validUntil }: DiscountCode, now: string) =>
  fail('DiscountCodeNonApplicable', { discountCode: code, dicountCodeId: id, validFrom, validUntil, validityCheckTime: now, reason: 'TimeRangeNonApplicable' });

/** ORD030: one kind of discounts at a time. */
const assertNone = (list: readonly unknown[], held: string, added: string): void => {
  if (list.length > 0) throw fail('InvalidOperation', { message: `The cart has ${held}, which exclude ${added}; remove them first.` });
};

export const addDiscountCode: Action<Cart> = action(
  { code: NonEmptyText },
  ({ discountCodes, directDiscounts }: Cart, { code }, context) => {
    assertNone(directDiscounts, 'directDiscounts', 'discountCodes');
    const found = context.load<DiscountCode>('discount-code', codeIdentifier(code));
    if (discountCodes.some(({ discountCode }) => discountCode.id === found.id)) return unchanged;
    if (!isValidAt(found, context.now)) throw timeRangeRefusal(found, context.now);
    if (discountCodes.length >= codesMax) throw fail('InvalidOperation', { message: `A cart has at most ${codesMax} discountCodes.` });
    return { set: { discountCodes: [...discountCodes, { discountCode: { typeId: 'discount-code', id: found.id }, state: 'DoesNotMatchCart' }] } };
  },
  (_cart, { code }: { readonly code: string }) => [codeIdentifier(code)],
);

export const removeDiscountCode: Action<Cart> = action({ discountCode: ResourceIdentifier('discount-code') }, ({ discountCodes }: Cart, { discountCode }, context) => {
  const { id } = context.reference('discount-code', discountCode);
  const left = discountCodes.filter(each => each.discountCode.id !== id);
  if (left.length === discountCodes.length) throw fail('InvalidOperation', { message: `The discount code '${id}' is not one of the cart's.` });
  return { set: { discountCodes: left } };
});

const DirectDiscountDraft = Shape({ value: ValueDraft, target: Optional(Target) });

export const setDirectDiscounts: Action<Cart> = action({ discounts: List(DirectDiscountDraft, directDiscountsMax) }, (cart: Cart, { discounts }, context) => {
  if (discounts.length > 0) assertNone(cart.discountCodes, 'discountCodes', 'directDiscounts');
  const directDiscounts = discounts.map(draft => {
    const value = valueOf(draft.value, context);
    const target = draft.target && targetOf(draft.target);
    if (value.type === 'giftLineItem') throw fail('InvalidField', { field: 'discounts.value.type', invalidValue: value.type, allowedValues: ['relative', 'absolute', 'fixed'], expected: 'Expected a discount that takes something off.' });
    assertFits(value, target);
    return { id: context.newId(), value, target };
  });
  return directDiscounts.length === 0 && sameValue(cart.directDiscounts, directDiscounts) ? unchanged : { set: { directDiscounts } };
});
