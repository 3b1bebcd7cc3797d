import { sameValue } from '../../engine/document/sameValue.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { loadMany } from '../../engine/loadMany.js';
import type { BeforeCommit, BeforeCommitInput } from '../../engine/define/BeforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import { PhaseErrors } from '../../errors/PhaseErrors.js';
import type { CustomerWithGroup } from '../shared/customerGroupOf.js';
import { assertUniqueKeys } from '../shared/listElements.js';
import { type Cart, itemsMax } from '../shared/cartMembers.js';
import { repriceCart } from '../shared/repriceCart.js';

/** A frozen cart keeps the members that its prices depend on. */
const softFrozenMembers: readonly (keyof Cart)[] = [
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
const hardFrozenMembers: readonly (keyof Cart)[] = [
  ...softFrozenMembers,
  'shippingInfo',
  'shippingAddress',
  'shippingRateInput',
];

/** Refuses changes of ordered and merged carts (ORD064), and of the frozen members of a frozen cart. */
const assertMayChange = ({
  before,
  changes,
  requestedEffects,
  changedByActions = Object.keys(changes),
}: BeforeCommitInput<Cart>): void => {
  if (before === undefined) return;
  if (before.cartState === 'Ordered' || before.cartState === 'Merged')
    throw fail('InvalidOperation', { message: `The cart is ${before.cartState} and cannot be changed any more.` });
  if (before.cartState !== 'Frozen' || changes.cartState === 'Active') return;
  const frozen = before.freezeStrategy === 'HardFreeze' ? hardFrozenMembers : softFrozenMembers;
  const changed = frozen.find(field => changedByActions.includes(field) && !sameValue(before[field], changes[field]));
  if (changed !== undefined || 'recalculate' in requestedEffects)
    throw fail('InvalidOperation', {
      message: `The cart is frozen (${before.freezeStrategy}): ${changed ?? 'its prices'} cannot be changed before it is unfrozen.`,
    });
};

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
  'inventoryMode',
];

/** Whether amounts of the cart may change. */
const affectsAmounts = ({ before, changes, requestedEffects }: BeforeCommitInput<Cart>): boolean =>
  before === undefined ||
  Object.keys(requestedEffects).length > 0 ||
  Object.keys(changes).some(name => !membersWithoutAmounts.includes(name as keyof Cart));

/** The customer group of a new cart. The draft of a cart at `/me` does not know its customer. */
const loadCustomerGroup = async (
  access: ResourceAccess,
  { projectKey, after: { customerId, customerGroup } }: BeforeCommitInput<Cart>,
): Promise<Cart['customerGroup']> => {
  if (customerId === undefined) return customerGroup;
  return (await loadMany<CustomerWithGroup>(access, projectKey, 'customer', [customerId])).get(customerId)
    ?.customerGroup;
};

/** Prices the cart after every change that its amounts depend on. */
export const beforeCommit: BeforeCommit<Cart> = async (access, change) => {
  assertMayChange(change);
  assertItems(change.after);
  if (!affectsAmounts(change)) return {};
  if (change.before !== undefined) return { set: await repriceCart(access, change) };
  const customerGroup = await loadCustomerGroup(access, change);
  const after = { ...change.after, customerGroup };
  return { set: { customerGroup, ...(await repriceCart(access, { ...change, after })) } };
};
