import type { CompanionUpdate, UpdateExtender } from '../../../../engine/define/BeforeCommit.js';
import type { Context } from '../../../../engine/define/Context.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { changedMembers } from '../../../../engine/document/sameValue.js';
import type { Cart } from '../../cart/index.js';
import { repriceCart } from '../../shared/cartAndOrder/repriceCart.js';
import type { Customer } from '../members.js';
import { extendCartUpdate } from './assignCarts.js';
import { findActiveCart } from './findCarts.js';

/**
 * Returns the update of the active cart that was modified last, with the prices of the group that the customer gets in
 * the same commit. A locked cart and all other carts get these prices when they are priced the next time.
 */
export const repriceActiveCart = async (
  access: ResourceAccess,
  projectKey: string,
  context: Context,
  customer: Customer,
  extend: UpdateExtender | undefined,
): Promise<CompanionUpdate[]> => {
  const found = await findActiveCart({ access, projectKey, customerId: customer.id }, undefined);
  if (found === undefined || found.resource.lock !== undefined) return [];
  const { document, resource: cart } = found;
  const requestedEffects = { customer };
  const priced = await repriceCart(access, {
    projectKey,
    context,
    before: cart,
    after: cart,
    requestedEffects,
  });
  const set = changedMembers<Cart>(priced, cart);
  if (Object.keys(set).length === 0) return [];
  const stored = { document, resource: cart };
  const update = await extendCartUpdate(extend, { typeId: 'cart', stored, set, requestedEffects }, context);
  return update === undefined ? [] : [update];
};
