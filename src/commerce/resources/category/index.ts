import type { Context } from '../../../engine/define/Context.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { toAssets } from '../shared/assets.js';
import { customFieldsOf } from '../shared/customFields.js';
import { slugClaimAt, slugClaims } from '../shared/slugs.js';
import { actions } from './actions.js';
import { beforeCommit } from './beforeCommit.js';
import { type Category, CategoryDraft, CategoryMembers, categoryStamp } from './members.js';
import { messages } from './messages.js';
import { companionRemovals } from './removals.js';
import { responseMembers } from './responseMembers.js';

/** The number of hexadecimal digits of a random id that are converted to a number below 1. */
const randomDigits = 12;

/** Returns a random number between 0 and 1 as text. */
const randomOrderHint = (context: Context): string => {
  const digits = context.newId().replaceAll('-', '').slice(-randomDigits);
  return (Number.parseInt(digits, 16) / 16 ** randomDigits).toFixed(randomDigits);
};

const draft = creation<Category, typeof CategoryDraft>(
  CategoryDraft,
  ({ parent, orderHint, custom, assets = [], ...members }, context) => ({
    members: {
      ...members,
      // beforeCommit.ts computes them from the parent.
      ancestors: [],
      parent: parent && context.reference('category', parent),
      orderHint: orderHint ?? randomOrderHint(context),
      custom: customFieldsOf(custom, 'category', context),
      assets: toAssets(assets, context),
    },
    messages: category => [{ type: 'CategoryCreated', category }],
  }),
);

/** A node of the trees that a shop arranges its products in. */
export const category = defineResource<Category>({
  typeId: 'category',
  path: 'categories',
  shared: true,
  scopes: { read: ['view_categories', 'view_products'], write: ['manage_categories', 'manage_products'] },
  resource: CategoryMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  claims: { values: ({ slug }) => slugClaims(slug), valueAt: slugClaimAt },
  indexes: ['parent.id', 'ancestors.id'],
  storage: { hashedIndexes: ['externalId'] },
  derived: { responseMembers },
  search: { dependents: ['product'], members: ['ancestors', 'key'] },
  stamps: ({ id }) => [categoryStamp(id)],
  beforeCommit,
  messages,
  removal: { companions: companionRemovals },
  behindReferences: 'shops read categories by themselves, with `view_categories`',
});
