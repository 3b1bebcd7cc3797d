import { activeOnly } from '../shared/discounts.js';
import { fail } from '../../../base/errors/ApiError.js';
import { limits } from '../../../base/config/limits.js';
import type { BeforeCommit, BeforeCommitInput, BeforeCommitResult } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadManyCached, loadStored } from '../../../engine/loadResources.js';
import type { DiscountGroup } from '../discountGroup.js';
import type { CartDiscount } from './members.js';

/** A discount that is in both lists is tried for every cart. */
const withoutCode = { by: 'value', path: 'requiresDiscountCode', value: 'false' } as const;

const isAutomatic = ({ isActive, requiresDiscountCode }: CartDiscount): boolean => isActive && !requiresDiscountCode;

/** Returns the stores in which a discount is active without a code. */
const activeStores = (discount: CartDiscount): CartDiscount['stores'] => (isAutomatic(discount) ? discount.stores : []);

/** Refuses more active discounts without a code than carts read. */
const assertBelowProjectLimit = async ({ store }: ResourceAccess, projectKey: string): Promise<void> => {
  const max = limits.activeDiscountsMax;
  const count = await store.commonIdCount(projectKey, 'cart-discount', [withoutCode, activeOnly], max);
  if ((count ?? 0) >= max) throw fail('MaxCartDiscountsReached', { max });
};

/** Refuses to activate a discount without a code in a store that already has the most active ones. */
const assertBelowStoreLimit = async (
  access: ResourceAccess,
  projectKey: string,
  id: string,
  stores: CartDiscount['stores'],
): Promise<void> => {
  if (stores.length === 0) return;
  const ids = (await access.store.commonIds(projectKey, 'cart-discount', [withoutCode, activeOnly])) ?? [];
  const others = await loadManyCached<CartDiscount>(access, projectKey, 'cart-discount', ids);
  const counts = new Map<string, number>();
  for (const other of others.values())
    if (other.id !== id) for (const { key } of other.stores) counts.set(key, (counts.get(key) ?? 0) + 1);
  const full = stores.filter(({ key }) => (counts.get(key) ?? 0) >= limits.activeDiscountsOfStoreMax);
  if (full.length > 0)
    throw fail('StoreCartDiscountsLimitReached', { stores: full, storeKeys: full.map(({ key }) => key).join(', ') });
};

/**
 * Refuses too many active discounts without a code. They are counted before the commit, so concurrent changes may
 * exceed the limit; the oldest ones apply then.
 */
const assertActiveDiscountsBelowLimit = async (
  access: ResourceAccess,
  { projectKey, before, after }: BeforeCommitInput<CartDiscount>,
): Promise<void> => {
  const wasAutomatic = before !== undefined && isAutomatic(before);
  if (isAutomatic(after) && !wasAutomatic) await assertBelowProjectLimit(access, projectKey);
  const keysBefore = new Set(before === undefined ? [] : activeStores(before).map(({ key }) => key));
  const added = activeStores(after).filter(({ key }) => !keysBefore.has(key));
  await assertBelowStoreLimit(access, projectKey, after.id, added);
};

/** Sets the sort order of the group that a discount joins. The commit is composed again if it changes meanwhile. */
const joinGroup = async (
  access: ResourceAccess,
  projectKey: string,
  groupId: string,
): Promise<BeforeCommitResult<CartDiscount>> => {
  const max = limits.discountsOfGroupMax;
  const members = { by: 'value', path: 'discountGroup.id', value: groupId } as const;
  const [count, stored] = await Promise.all([
    access.store.commonIdCount(projectKey, 'cart-discount', [members], max),
    loadStored(access, projectKey, 'discount-group', groupId),
  ]);
  if ((count ?? 0) >= max)
    throw fail('MaxResourceLimitExceeded', {
      exceededResource: 'cart-discount',
      max,
      detail: ' of one discount group',
    });
  // The commit refuses a reference to a group that does not exist.
  if (stored === undefined) return {};
  const { sortOrder } = stored.resource as DiscountGroup;
  return { set: { sortOrder }, updates: [{ typeId: 'discount-group', stored, set: {} }] };
};

export const beforeCommit: BeforeCommit<CartDiscount> = async (access, input) => {
  await assertActiveDiscountsBelowLimit(access, input);
  const { projectKey, before, after } = input;
  const groupId = after.discountGroup?.id;
  return groupId === undefined || groupId === before?.discountGroup?.id ? {} : joinGroup(access, projectKey, groupId);
};
