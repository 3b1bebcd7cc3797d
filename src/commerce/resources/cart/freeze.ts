/** Frozen carts keep their prices and the members that the prices depend on. */
import { invalidOperation } from '../../../base/errors/ApiError.js';
import type { Members } from '../../../engine/define/Base.js';
import { action, unchanged } from '../../../engine/define/actions.js';
import type { BeforeCommitInput } from '../../../engine/define/BeforeCommit.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Flag, Optional } from '../../../engine/schema/primitives.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { type Cart, FreezeStrategy } from '../shared/cartAndOrder/members.js';
import { repriceCart } from '../shared/cartAndOrder/repriceCart.js';

/** Freezes a cart, or changes how it is frozen. */
export const freezeCart = action({ strategy: Optional(FreezeStrategy) }, (cart: Cart, { strategy = 'SoftFreeze' }) => {
  if (cart.cartState === 'Frozen')
    return cart.freezeStrategy === strategy
      ? unchanged
      : { set: { freezeStrategy: strategy }, messages: [{ type: 'CartFrozen' }] };
  if (cart.lineItems.length === 0 && cart.customLineItems.length === 0)
    throw invalidOperation('The cart is empty: there is nothing to freeze.');
  return { set: { cartState: 'Frozen' as const, freezeStrategy: strategy }, messages: [{ type: 'CartFrozen' }] };
});

/** Unfreezes a cart and prices it again. */
export const unfreezeCart = action({}, (cart: Cart) => {
  if (cart.cartState !== 'Frozen')
    throw invalidOperation(`The cart is ${cart.cartState}; only a Frozen one can be unfrozen.`);
  return {
    set: { cartState: 'Active' as const, freezeStrategy: undefined },
    messages: [{ type: 'CartUnfrozen' }],
    requestedEffects: { recalculate: { updateProductData: false } },
  };
});

/** Prices the cart again, on request also with the current names and variants of its products. */
export const recalculate = action(
  { updateProductData: Optional(Flag) },
  (_cart: Cart, { updateProductData = false }) => ({
    set: {},
    requestedEffects: { recalculate: { updateProductData } },
  }),
);

/** Refuses changes of ordered and merged carts (ORD064), and of the frozen members of a frozen cart. */
export const assertMayChange = ({
  before,
  changes,
  requestedEffects,
  changedByActions = Object.keys(changes),
}: BeforeCommitInput<Cart>): void => {
  if (before === undefined) return;
  if (before.cartState === 'Ordered' || before.cartState === 'Merged')
    throw invalidOperation(`The cart is ${before.cartState} and cannot be changed any more.`);
  if (before.cartState !== 'Frozen' || changes.cartState === 'Active') return;
  const frozen = before.freezeStrategy === 'HardFreeze' ? hardFrozenMembers : softFrozenMembers;
  const changed = frozen.find(
    field =>
      changedByActions.includes(field) &&
      !sameValue(before[field], changes[field]) &&
      !(field === 'discountCodes' && sameValue(keptCodes(before), keptCodes(changes))),
  );
  if (changed !== undefined || 'recalculate' in requestedEffects)
    throw invalidOperation(
      `The cart is frozen (${before.freezeStrategy}): ${changed ?? 'its prices'} cannot be changed before it is ` +
        'unfrozen.',
    );
};

/** A frozen cart keeps these codes. A new one has the state DoesNotMatchCart, which `assertCodesDoNotMatch` checks. */
const keptCodes = ({ discountCodes = [] }: Partial<Cart>): Cart['discountCodes'] =>
  discountCodes.filter(({ state }) => state !== 'DoesNotMatchCart');

/** A code can be added to a frozen cart if it does not match the cart: it then changes none of its prices. */
export const assertCodesDoNotMatch = async (
  access: ResourceAccess,
  { projectKey, context, before, after }: BeforeCommitInput<Cart>,
): Promise<void> => {
  if (before?.cartState !== 'Frozen' || after.cartState !== 'Frozen') return;
  const oldIds = new Set(before.discountCodes.map(({ discountCode }) => discountCode.id));
  const isNew = ({ discountCode }: Cart['discountCodes'][number]): boolean => !oldIds.has(discountCode.id);
  if (!after.discountCodes.some(isNew)) return;
  const unfrozen = (cart: Cart): Cart => ({ ...(JSON.parse(JSON.stringify(cart)) as Cart), cartState: 'Active' });
  const priced = await repriceCart(access, {
    projectKey,
    context,
    before: unfrozen(before),
    after: unfrozen(after),
    requestedEffects: {},
  });
  const matching = priced.discountCodes.find(each => isNew(each) && each.state !== 'DoesNotMatchCart');
  if (matching !== undefined)
    throw invalidOperation(
      `The cart is frozen (${before.freezeStrategy}): a discount code can only be added if its state is ` +
        `DoesNotMatchCart; that of the discount code '${matching.discountCode.id}' is ${matching.state}.`,
    );
};

/** A frozen cart keeps the members that its prices depend on. */
const softFrozenMembers: readonly (keyof Members<Cart>)[] = [
  'lineItems',
  'customLineItems',
  'discountCodes',
  'directDiscounts',
  'country',
  'customerGroup',
  'store',
  'taxMode',
  'taxCalculationMode',
  'taxRoundingMode',
  'priceRoundingMode',
];

/** A hard freeze also keeps the members that the shipping price depends on. */
const hardFrozenMembers: readonly (keyof Members<Cart>)[] = [
  ...softFrozenMembers,
  'shippingInfo',
  'shippingAddress',
  'shippingRateInput',
];
