import type { Static } from '@sinclair/typebox';
import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import type { Context } from '../../../engine/define/Context.js';
import { fail, failAll } from '../../../errors/ApiError.js';
import { assertTargetFitsValue, discountTargetOf } from '../../shared/discountTarget.js';
import { DiscountValueDraft, discountValueOf } from '../../shared/discountValue.js';
import { isValidAt } from '../../../pricing/findApplicableDiscounts.js';
import type { DiscountCode } from '../../discountCode/index.js';
import { Key, List, NonEmptyText, OneOf, Optional, Shape } from '../../../schema/primitives.js';
import { codesMax, timeRangeRefusal } from '../../shared/basketDiscounts.js';
import { codeIdentifier } from '../draft.js';
import type { Cart } from '../members.js';
import { DiscountTarget } from '../../../schema/discount.js';

const directDiscountsMax = 50;

/** ORD030: one kind of discounts at a time. */
const assertNone = (list: readonly unknown[], held: string, added: string): void => {
  if (list.length > 0)
    throw fail('InvalidOperation', { message: `The cart has ${held}, which exclude ${added}; remove them first.` });
};

export const addDiscountCode: Action<Cart> = action(
  { code: NonEmptyText },
  ({ discountCodes, directDiscounts, origin }: Cart, { code }, context) => {
    // Orders from quotes use no codes up.
    if (origin === 'Quote')
      throw fail('InvalidOperation', {
        message: 'The cart is that of a quote; what is taken off there are directDiscounts.',
      });
    assertNone(directDiscounts, 'directDiscounts', 'discountCodes');
    const found = context.load<DiscountCode>('discount-code', codeIdentifier(code));
    if (discountCodes.some(({ discountCode }) => discountCode.id === found.id)) return unchanged;
    if (!isValidAt(found, context.now)) throw failAll([timeRangeRefusal(found, context.now)]);
    if (discountCodes.length >= codesMax)
      throw fail('InvalidOperation', { message: `A cart has at most ${codesMax} discountCodes.` });
    return {
      set: {
        discountCodes: [
          ...discountCodes,
          { discountCode: { typeId: 'discount-code', id: found.id }, state: 'DoesNotMatchCart' },
        ],
      },
    };
  },
  (_cart, { code }: { readonly code: string }) => [codeIdentifier(code)],
);

/** By id no resource is looked for: the code may be deleted by now. */
const CodeIdentifier = Shape({
  typeId: Optional(OneOf(['discount-code'])),
  id: Optional(NonEmptyText),
  key: Optional(Key),
});
type CodeIdentifier = Static<typeof CodeIdentifier>;

const idOfCode = ({ id, key }: CodeIdentifier, context: Context): string => {
  if (id !== undefined && key !== undefined)
    throw fail('InvalidInput', { message: "'discountCode' has both id and key; expected one of them." });
  if (id !== undefined) return id;
  if (key === undefined)
    throw fail('RequiredField', { field: 'discountCode.id', expected: 'either id or key identifies the resource' });
  return context.reference('discount-code', { key }).id;
};

export const removeDiscountCode: Action<Cart> = action(
  { discountCode: CodeIdentifier },
  ({ discountCodes }: Cart, { discountCode }, context) => {
    const id = idOfCode(discountCode, context);
    const left = discountCodes.filter(each => each.discountCode.id !== id);
    if (left.length === discountCodes.length)
      throw fail('InvalidOperation', { message: `The discount code '${id}' is not one of the cart's.` });
    return { set: { discountCodes: left } };
  },
  (_cart, { discountCode: { id, key } }: { readonly discountCode: CodeIdentifier }) =>
    id !== undefined || key === undefined ? [] : [{ typeId: 'discount-code', key }],
);

const DirectDiscountDraft = Shape({ value: DiscountValueDraft, target: Optional(DiscountTarget) });

export const setDirectDiscounts: Action<Cart> = action(
  { discounts: List(DirectDiscountDraft, directDiscountsMax) },
  (cart: Cart, { discounts }, context) => {
    if (discounts.length > 0) assertNone(cart.discountCodes, 'discountCodes', 'directDiscounts');
    const directDiscounts = discounts.map(draft => {
      const value = discountValueOf(draft.value, context);
      const target = draft.target && discountTargetOf(draft.target);
      if (value.type === 'giftLineItem')
        throw fail('InvalidField', {
          field: 'discounts.value.type',
          invalidValue: value.type,
          allowedValues: ['relative', 'absolute', 'fixed'],
          expected: 'Expected a discount that takes something off.',
        });
      assertTargetFitsValue(value, target);
      return { id: context.newId(), value, target };
    });
    return directDiscounts.length === 0 && sameValue(cart.directDiscounts, directDiscounts)
      ? unchanged
      : { set: { directDiscounts } };
  },
);
