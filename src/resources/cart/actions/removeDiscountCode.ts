import type { Static } from '@sinclair/typebox';
import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import type { Context } from '../../../engine/define/Context.js';
import { fail } from '../../../errors/ApiError.js';
import { Key, NonEmptyText, OneOf, Optional, Shape } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';

/** A code that is named by id is not loaded: it may be deleted. */
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
