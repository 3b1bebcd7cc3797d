/** The discount codes and the direct discounts of a cart. */
import type { Static } from '@sinclair/typebox';
import { errorEntry, fail, failAll, invalidOperation, requiredField } from '../../../base/errors/ApiError.js';
import { action, unchanged } from '../../../engine/define/actions.js';
import type { Base } from '../../../engine/define/Base.js';
import type { BeforeCommitInput } from '../../../engine/define/BeforeCommit.js';
import type { Context } from '../../../engine/define/Context.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { loadManyCached } from '../../../engine/loadResources.js';
import { Flag, Key, List, NonEmptyText, OneOf, Optional, Shape } from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import type { TypedIdentifier } from '../../../engine/schema/reference.js';
import type { KeyReferenceValue } from '../../../engine/schema/reference.js';
import { applicableStates, codeStateRefusal, timeRangeRefusal } from '../../pricing/findApplicableDiscounts.js';
import { isValidAt, type Validity } from '../../values/validity.js';
import { DiscountTarget } from '../../values/discount.js';
import type { DiscountCode } from '../discountCode.js';
import { type Cart, discountCodesMax } from '../shared/cartAndOrder/members.js';
import { assertTargetFitsValue, discountTargetOf, DiscountValueDraft, discountValueOf } from '../shared/discounts.js';

/** Names a discount code by its code. An unknown code does not apply to the cart (ERR055). */
export const discountCodeIdentifier = (code: string): TypedIdentifier => ({
  typeId: 'discount-code',
  unique: { field: 'code', value: code },
  refusal: () =>
    errorEntry('DiscountCodeNonApplicable', { discountCode: code, identifier: code, reason: 'DoesNotExist' }),
});

/** Adds a discount code. Its state is computed before the commit. */
export const addDiscountCode = action(
  { code: NonEmptyText, validateDuplicates: Optional(Flag) },
  ({ discountCodes, directDiscounts, origin }: Cart, { code, validateDuplicates = false }, context) => {
    // Orders from quotes do not use discount codes.
    if (origin === 'Quote') throw invalidOperation('The cart is that of a quote; its discounts are directDiscounts.');
    assertNoOtherDiscounts(directDiscounts, 'directDiscounts', 'discountCodes');
    const found = context.load<DiscountCode>('discount-code', discountCodeIdentifier(code));
    if (discountCodes.some(({ discountCode }) => discountCode.id === found.id)) {
      if (validateDuplicates) throw fail('DuplicateField', { field: 'code', duplicateValue: code });
      return unchanged;
    }
    if (!isValidAt(found, context.now)) throw failAll([timeRangeRefusal(found, context.now)]);
    if (discountCodes.length >= discountCodesMax)
      throw invalidOperation(`A cart has at most ${discountCodesMax} discountCodes.`);
    return {
      set: {
        discountCodes: [
          ...discountCodes,
          { discountCode: { typeId: 'discount-code' as const, id: found.id }, state: 'DoesNotMatchCart' as const },
        ],
      },
    };
  },
  (_cart, { code }: { readonly code: string }) => [discountCodeIdentifier(code)],
);

interface CodeDiscount extends Base, Validity {
  readonly isActive: boolean;
  readonly stores: readonly KeyReferenceValue<'store'>[];
}

/** Returns the reason why a cart discount cannot apply to any content of the cart; undefined if it can. */
const discountRefusal = (discount: CodeDiscount | undefined, storeKey: string | undefined, now: string) => {
  if (discount === undefined || !discount.isActive) return { reason: 'NotActive' };
  if (!isValidAt(discount, now)) return { reason: 'TimeRangeNonApplicable', validityCheckTime: now };
  const { stores } = discount;
  return stores.length === 0 || stores.some(({ key }) => key === storeKey) ? undefined : { reason: 'DoesNotMatchCart' };
};

/** Returns the ids of the codes that a draft or an action adds; those that a replica takes over are not new. */
const newCodeIds = ({ before, after, changes, draft }: BeforeCommitInput<Cart>): string[] => {
  if (changes.discountCodes === undefined) return [];
  if (before === undefined && (draft as { readonly discountCodes?: unknown }).discountCodes === undefined) return [];
  const old = new Set(before?.discountCodes.map(({ discountCode }) => discountCode.id));
  return after.discountCodes.map(({ discountCode }) => discountCode.id).filter(id => !old.has(id));
};

/** Refuses a new code that is outside its time range, or none of whose cart discounts can apply to the cart. */
export const assertCodesApply = async (access: ResourceAccess, change: BeforeCommitInput<Cart>): Promise<void> => {
  const newIds = newCodeIds(change);
  if (newIds.length === 0) return;
  const { projectKey, after, context } = change;
  const codes = await loadManyCached<DiscountCode>(access, projectKey, 'discount-code', newIds);
  const ids = [...codes.values()].flatMap(({ cartDiscounts }) => cartDiscounts.map(({ id }) => id));
  const discounts = await loadManyCached<CodeDiscount>(access, projectKey, 'cart-discount', ids);
  const refusals = [...codes.values()].flatMap(code => {
    if (!isValidAt(code, context.now)) return [timeRangeRefusal(code, context.now)];
    const found = code.cartDiscounts.map(({ id }) => discountRefusal(discounts.get(id), after.store?.key, context.now));
    const [first] = found;
    return first === undefined || found.includes(undefined)
      ? []
      : [
          errorEntry('DiscountCodeNonApplicable', {
            discountCode: code.code,
            dicountCodeId: code.id,
            identifier: code.id,
            ...first,
          }),
        ];
  });
  if (refusals.length > 0) throw failAll(refusals);
};

/** Refuses the codes of a draft that do not apply to the new cart. A code that is added later may begin to match. */
export const assertDraftedCodesMatch = async (
  access: ResourceAccess,
  { projectKey, draft, context }: BeforeCommitInput<Cart>,
  discountCodes: Cart['discountCodes'],
): Promise<void> => {
  if ((draft as { readonly discountCodes?: unknown }).discountCodes === undefined) return;
  const refused = discountCodes.filter(({ state }) => !applicableStates.has(state));
  if (refused.length === 0) return;
  const ids = refused.map(({ discountCode }) => discountCode.id);
  const codes = await loadManyCached<DiscountCode>(access, projectKey, 'discount-code', ids);
  throw failAll(
    refused.map(({ discountCode: { id }, state }) => codeStateRefusal(id, codes.get(id), state, context.now)),
  );
};

/** A code that is named by id is not loaded: it may be deleted. */
const CodeIdentifier = Shape({
  typeId: Optional(OneOf(['discount-code'])),
  id: Optional(NonEmptyText),
  key: Optional(Key),
});

type CodeIdentifier = Static<typeof CodeIdentifier>;

export const removeDiscountCode = action(
  { discountCode: CodeIdentifier },
  ({ discountCodes }: Cart, { discountCode }, context) => {
    const id = idOfCode(discountCode, context);
    const left = discountCodes.filter(each => each.discountCode.id !== id);
    if (left.length === discountCodes.length)
      throw invalidOperation(`The discount code '${id}' is not one of the cart's.`);
    return { set: { discountCodes: left } };
  },
  (_cart, { discountCode: { id, key } }: { readonly discountCode: CodeIdentifier }) =>
    id !== undefined || key === undefined ? [] : [{ typeId: 'discount-code', key }],
);

const directDiscountsMax = 50;
const DirectDiscountDraft = Named(
  'DirectDiscountDraft',
  Shape({ value: DiscountValueDraft, target: Optional(DiscountTarget) }),
);

/** Replaces all direct discounts. */
export const setDirectDiscounts = action(
  { discounts: List(DirectDiscountDraft, directDiscountsMax) },
  (cart: Cart, { discounts }, context) => {
    if (discounts.length > 0) assertNoOtherDiscounts(cart.discountCodes, 'discountCodes', 'directDiscounts');
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

/** Refuses discount codes and direct discounts in the same cart (ORD030). */
const assertNoOtherDiscounts = (list: readonly unknown[], held: string, added: string): void => {
  if (list.length > 0) throw invalidOperation(`The cart has ${held}, which exclude ${added}; remove them first.`);
};

const idOfCode = ({ id, key }: CodeIdentifier, context: Context): string => {
  if (id !== undefined && key !== undefined)
    throw fail('InvalidJsonInput', { message: "'discountCode' has both id and key; expected one of them." });
  if (id !== undefined) return id;
  if (key === undefined) throw requiredField('discountCode.id', 'either id or key identifies the resource');
  return context.reference('discount-code', { key }).id;
};
