import { limits } from '../../../base/config/limits.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { BeforeCommit, CompanionUpdate } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadStored } from '../../../engine/loadResources.js';
import type { DiscountGroup } from './members.js';

const active = { by: 'value', path: 'isActive', value: 'true' } as const;

/** Active groups are counted before the commit, so concurrent changes may exceed the limit. */
const assertActiveGroupsBelowLimit = async ({ store }: ResourceAccess, projectKey: string): Promise<void> => {
  const max = limits.activeDiscountGroupsMax;
  const count = await store.commonIdCount(projectKey, 'discount-group', [active], max);
  if ((count ?? 0) >= max) throw fail('MaxDiscountGroupsReached', { max });
};

/** Sets the `sortOrder` of a group in its cart discounts, so that queries and responses show it. */
const discountsWithSortOrder = async (
  access: ResourceAccess,
  projectKey: string,
  { id, sortOrder }: DiscountGroup,
): Promise<CompanionUpdate[]> => {
  const ids = await access.store.idsInRange(
    projectKey,
    'cart-discount',
    { by: 'value', path: 'discountGroup.id', value: id },
    { from: 0, to: 2 * limits.discountsOfGroupMax },
  );
  const stored = await Promise.all(ids.map(each => loadStored(access, projectKey, 'cart-discount', each)));
  return stored.flatMap(each =>
    each === undefined ? [] : [{ typeId: 'cart-discount', stored: each, set: { sortOrder } }],
  );
};

export const beforeCommit: BeforeCommit<DiscountGroup> = async (access, { projectKey, before, after }) => {
  if (after.isActive && before?.isActive !== true) await assertActiveGroupsBelowLimit(access, projectKey);
  return before === undefined || before.sortOrder === after.sortOrder
    ? {}
    : { updates: await discountsWithSortOrder(access, projectKey, after) };
};
