/** What a cart comes to: prices, discounts, shipping, taxes and totals, computed from what it holds and what the catalogue says. */
import { sameValue } from '../../engine/document/sameValue.js';
import type { Engine } from '../../engine/Engine.js';
import { loadMany } from '../../engine/loadMany.js';
import type { BeforeCommit, BeforeCommitInput } from '../../engine/define/BeforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import type { Customer } from '../customer/index.js';
import { assertUniqueKeys } from '../shared/listElements.js';
import { type Cart, itemsMax } from './members.js';
import { affectsAmounts } from '../../pricing/staleness.js';
import { repriceCart } from '../shared/repriceCart.js';

/** ORD064: what was ordered or merged stays as it was. A frozen cart keeps what its prices hang on; a hard one what shipping costs, too. */
const frozenMembers: Readonly<Record<string, readonly (keyof Cart)[]>> = {
  SoftFreeze: [
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
  ],
  HardFreeze: ['shippingInfo', 'shippingAddress', 'shippingRateInput'],
};

const assertOpen = ({
  before,
  changes,
  requestedEffects,
  changedByActions = Object.keys(changes),
}: BeforeCommitInput<Cart>): void => {
  if (before === undefined) return;
  if (before.cartState === 'Ordered' || before.cartState === 'Merged')
    throw fail('InvalidOperation', { message: `The cart is ${before.cartState} and cannot be changed any more.` });
  if (before.cartState !== 'Frozen' || changes.cartState === 'Active') return;
  const kept =
    before.freezeStrategy === 'HardFreeze'
      ? [...frozenMembers.SoftFreeze!, ...frozenMembers.HardFreeze!]
      : frozenMembers.SoftFreeze!;
  const touched = kept.find(field => changedByActions.includes(field) && !sameValue(before[field], changes[field]));
  if (touched !== undefined || 'recalculate' in requestedEffects)
    throw fail('InvalidOperation', {
      message: `The cart is frozen (${before.freezeStrategy}): ${touched ?? 'its prices'} cannot be changed before it is unfrozen.`,
    });
};

/** However the items came in: so many, each under a key of its own, and as many pieces as can be counted. */
export const assertItems = ({ lineItems, customLineItems }: Cart): void => {
  for (const [name, items] of Object.entries({ lineItems, customLineItems })) {
    if (items.length > itemsMax)
      throw fail('InvalidOperation', {
        message: `A cart has at most ${itemsMax} ${name}; it would have ${items.length}.`,
      });
    assertUniqueKeys(items, `${name}.key`);
    const pieces = items.reduce((all, { quantity }) => all + quantity, 0);
    if (!Number.isSafeInteger(pieces))
      throw fail('InvalidOperation', {
        message: `The quantities of all ${name} of a cart come to at most ${Number.MAX_SAFE_INTEGER} together.`,
      });
  }
};

/** Whose cart it is at `/me` the draft does not know: the customer's group comes along here. */
const groupOf = async (
  engine: Engine,
  { projectKey, after: { customerId, customerGroup } }: BeforeCommitInput<Cart>,
): Promise<Cart['customerGroup']> => {
  if (customerId === undefined) return customerGroup;
  return (await loadMany<Customer>(engine, projectKey, 'customer', [customerId])).get(customerId)?.customerGroup;
};

export const beforeCommit: BeforeCommit<Cart> = async (engine, change) => {
  assertOpen(change);
  assertItems(change.after);
  if (!affectsAmounts(change)) return {};
  if (change.before !== undefined) return { set: await repriceCart(engine, change) };
  const customerGroup = await groupOf(engine, change);
  return {
    set: { customerGroup, ...(await repriceCart(engine, { ...change, after: { ...change.after, customerGroup } })) },
  };
};
