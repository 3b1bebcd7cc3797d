import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../engine/define/Base.js';
import { Flag, Key, LocalizedString, Optional, Shape } from '../../engine/schema/primitives.js';
import { SortOrder, activeOnly } from './shared/discounts.js';
import { type ActionTable, change, set } from '../../engine/define/actions.js';
import { limits } from '../../base/config/limits.js';
import { fail } from '../../base/errors/ApiError.js';
import type { BeforeCommit, CompanionUpdate } from '../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { loadStored } from '../../engine/loadResources.js';
import { Snapshot } from '../../engine/define/Message.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';

const named = { name: Optional(LocalizedString), key: Key, description: Optional(LocalizedString) };

const DiscountGroupMembers = Shape({ ...named, sortOrder: SortOrder, isActive: Flag });

const DiscountGroupDraft = Shape({ ...named, sortOrder: SortOrder, isActive: Optional(Flag) });

export type DiscountGroup = Base & Static<typeof DiscountGroupMembers> & Sends<'discountGroup'>;

const actions: ActionTable<DiscountGroup> = {
  setName: set<DiscountGroup>('name', LocalizedString),
  setDescription: set<DiscountGroup>('description', LocalizedString),
  setKey: change<DiscountGroup>('key', Key, 'DiscountGroupKeySet'),
  setIsActive: change<DiscountGroup>('isActive', Flag, 'DiscountGroupIsActiveSet'),
  setSortOrder: change<DiscountGroup>('sortOrder', SortOrder, 'DiscountGroupSortOrderSet'),
};

/** Active groups are counted before the commit, so concurrent changes may exceed the limit. */
const assertActiveGroupsBelowLimit = async ({ store }: ResourceAccess, projectKey: string): Promise<void> => {
  const max = limits.activeDiscountGroupsMax;
  const count = await store.commonIdCount(projectKey, 'discount-group', [activeOnly], max);
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

const beforeCommit: BeforeCommit<DiscountGroup> = async (access, { projectKey, before, after }) => {
  if (after.isActive && before?.isActive !== true) await assertActiveGroupsBelowLimit(access, projectKey);
  return before === undefined || before.sortOrder === after.sortOrder
    ? {}
    : { updates: await discountsWithSortOrder(access, projectKey, after) };
};

const messages = {
  DiscountGroupCreated: { discountGroup: Snapshot<DiscountGroup>('discount-group') },
  DiscountGroupDeleted: {},
  DiscountGroupIsActiveSet: { isActive: Flag, oldIsActive: Flag },
  DiscountGroupKeySet: { key: Key, oldKey: Key },
  DiscountGroupSortOrderSet: { sortOrder: SortOrder, oldSortOrder: SortOrder },
};

declare module '../../engine/define/Message.js' {
  interface SentMessages {
    readonly discountGroup: typeof messages;
  }
}

const draft = creation<DiscountGroup, typeof DiscountGroupDraft>(
  DiscountGroupDraft,
  ({ isActive = true, ...plain }) => ({
    members: { ...plain, isActive },
    messages: discountGroup => [{ type: 'DiscountGroupCreated', discountGroup }],
  }),
);

/** Groups cart discounts of which only the best one applies, at the sort order of the group. */
export const discountGroup = defineResource<DiscountGroup>({
  typeId: 'discount-group',
  path: 'discount-groups',
  shared: true,
  scopes: { read: ['view_discount_groups'], write: ['manage_discount_groups'] },
  resource: DiscountGroupMembers,
  draft,
  actions,
  unique: ['key'],
  claims: {
    // No cart discount outside of the group may have its sortOrder.
    values: ({ sortOrder }) => [{ path: 'sortOrder', value: sortOrder }],
    among: 'cart-discount',
  },
  indexes: ['isActive'],
  beforeCommit,
  messages,
  removal: { messages: () => [{ type: 'DiscountGroupDeleted' }] },
  behindReferences: 'it tells how discounts rank',
});
