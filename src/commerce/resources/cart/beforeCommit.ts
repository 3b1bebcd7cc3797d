import { fail } from '../../../base/errors/ApiError.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import type { BeforeCommit, BeforeCommitInput, BeforeCommitResult } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { type Cart, itemsMax } from '../shared/cartAndOrder/members.js';
import { repriceCart, repriceWithoutUnavailable } from '../shared/cartAndOrder/repriceCart.js';
import { assertStoreAllows } from '../shared/cartAndOrder/storeRules.js';
import { loadCustomerGroup } from '../shared/customer.js';
import { assertUniqueKeys } from '../shared/listElements.js';
import { assertOffered } from './assortment.js';
import { buyableItems } from './buyableItems.js';
import { assertCodesApply, assertDraftedCodesMatch } from './discounts.js';
import { assertCodesDoNotMatch, assertMayChange } from './freeze.js';
import { assertQuantityLimits } from './quantityLimits.js';

/** Refuses too many items, two items with one key, and quantities whose sum is not a safe integer. */
export const assertItems = ({ lineItems, customLineItems }: Cart): void => {
  const errors = new PhaseErrors();
  for (const [name, items] of Object.entries({ lineItems, customLineItems })) {
    if (items.length > itemsMax)
      errors.add(
        fail('InvalidOperation', {
          message: `A cart has at most ${itemsMax} ${name}; it would have ${items.length}.`,
        }),
      );
    errors.check(() => assertUniqueKeys(items, `${name}.key`));
    const pieces = items.reduce((all, { quantity }) => all + quantity, 0);
    if (!Number.isSafeInteger(pieces))
      errors.add(
        fail('InvalidOperation', {
          message: `The quantities of all ${name} of a cart come to at most ${Number.MAX_SAFE_INTEGER} together.`,
        }),
      );
  }
  errors.throwIfAny();
};

/**
 * Members that no amount depends on. Predicates of discounts may read all others, such as custom fields and the
 * customer's email.
 */
const membersWithoutAmounts: readonly (keyof Cart)[] = [
  'key',
  'anonymousId',
  'itemShippingAddresses',
  'paymentInfo',
  'deleteDaysAfterLastModification',
  'cartState',
  'freezeStrategy',
  'lock',
  'inventoryMode',
];

/** Tells whether amounts of the cart may change. */
const affectsAmounts = ({ before, changes, requestedEffects }: BeforeCommitInput<Cart>): boolean =>
  before === undefined ||
  Object.keys(requestedEffects).length > 0 ||
  Object.keys(changes).some(name => !membersWithoutAmounts.includes(name as keyof Cart));

/** Tells whether the cart would be frozen with prices for a group that its customer no longer has. */
const freezesOldGroup = async (
  access: ResourceAccess,
  { projectKey, changes, after }: BeforeCommitInput<Cart>,
): Promise<boolean> =>
  changes.cartState === 'Frozen' && !sameValue(await loadCustomerGroup(access, projectKey, after), after.customerGroup);

/** Prices the cart after every change that its amounts depend on. */
export const beforeCommit: BeforeCommit<Cart> = (access, change) => checkAndPrice(access, change, repriceCart);

/** Prices a replica with the current product data, without line items that cannot be bought any more. */
export const beforeReplicaCommit: BeforeCommit<Cart> = async (access, change) => {
  const lineItems = await buyableItems(access, change);
  const requestedEffects = { ...change.requestedEffects, recalculate: { updateProductData: true } };
  const buyable = { ...change, requestedEffects, after: { ...change.after, lineItems } };
  return checkAndPrice(access, buyable, repriceWithoutUnavailable);
};

type Reprice = typeof repriceCart;

const checkAndPrice = async (
  access: ResourceAccess,
  change: BeforeCommitInput<Cart>,
  reprice: Reprice,
): Promise<BeforeCommitResult<Cart>> => {
  assertMayChange(change);
  assertItems(change.after);
  await assertStoreAllows(access, change.projectKey, change.after, change.before);
  await assertOffered(access, change);
  // The checks run while the cart is priced. If both refuse, the error of the checks is thrown.
  const [checks, priced] = await Promise.allSettled([
    assertChanges(access, change),
    priceChange(access, change, reprice),
  ]);
  if (checks.status === 'rejected') throw checks.reason;
  if (priced.status === 'rejected') throw priced.reason;
  return priced.value;
};

/** Refuses quantities and discount codes that the cart may not have. */
const assertChanges = async (access: ResourceAccess, change: BeforeCommitInput<Cart>): Promise<void> => {
  await assertQuantityLimits(access, change);
  await assertCodesApply(access, change);
  await assertCodesDoNotMatch(access, change);
};

const priceChange = async (
  access: ResourceAccess,
  change: BeforeCommitInput<Cart>,
  reprice: Reprice,
): Promise<BeforeCommitResult<Cart>> => {
  if (!affectsAmounts(change) && !(await freezesOldGroup(access, change))) return {};
  if (change.before !== undefined) return { set: await reprice(access, change) };
  // The draft of a cart at `/me` does not know its customer.
  const customerGroup = await loadCustomerGroup(access, change.projectKey, change.after);
  const after = { ...change.after, customerGroup };
  const priced = await reprice(access, { ...change, after });
  await assertDraftedCodesMatch(access, change, priced.discountCodes);
  return { set: { customerGroup, ...priced } };
};
