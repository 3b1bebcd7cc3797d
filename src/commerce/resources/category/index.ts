import { type ActionTable, change, set, setFrom } from '../../../engine/define/actions.js';
import {
  Key,
  LocalizedString,
  NonEmptyList,
  Optional,
  Text,
  LocalizedText,
} from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { type AssetList, assetActions } from '../shared/assetActions.js';
import { AssetSource, toAssets } from '../shared/assets.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { type Category, OrderHint, Slug, CategoryDraft, CategoryMembers, categoryStamp, messages } from './members.js';
import type { Context } from '../../../engine/define/Context.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';
import { slugClaimAt, slugClaims } from '../shared/slugs.js';
import { beforeCommit, companionRemovals, hasMoves } from './beforeCommit.js';
import type { ResponseMembers } from '../../../engine/define/DefinitionGroups.js';
import { chainTo, loadAtOneTime, toReferences } from '../shared/categoryTree.js';

const actions: ActionTable<Category> = {
  setKey: set<Category>('key', Key),
  changeName: change<Category>('name', LocalizedText),
  changeSlug: change<Category>('slug', Slug, 'CategorySlugChanged'),
  setDescription: set<Category>('description', LocalizedString),
  setExternalId: setFrom('externalId', Optional(Text), given => (given === '' ? undefined : given)),
  // beforeCommit.ts checks the new parent and updates the ancestors of the categories below.
  changeParent: setFrom('parent', ResourceIdentifier('category'), (parent, context) =>
    context.reference('category', parent),
  ),
  changeOrderHint: change<Category>('orderHint', OrderHint),
  setMetaTitle: set<Category>('metaTitle', LocalizedString),
  setMetaDescription: set<Category>('metaDescription', LocalizedString),
  setMetaKeywords: set<Category>('metaKeywords', LocalizedString),
  ...assetActions<Category, object>({
    names: {},
    holder: 'category',
    find: ({ assets }) => assets,
    change: ({ assets }, _names, _context, changeAssets) => {
      const changed = changeAssets(assets);
      return sameValue(assets, changed) ? {} : { assets: changed };
    },
    sources: NonEmptyList(AssetSource),
    all: ({ assets }): AssetList => assets,
  }),
  ...customFieldActions('', resourceCustomFields<Category>('category')),
};

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

/** Adds the current ancestors to responses while the stored ones below a moved category may be outdated. */
const responseMembers: ResponseMembers<Category> = {
  parameters: {},
  areNeeded: (access, projectKey) => hasMoves(access, projectKey),
  inReferences: true,
  add: async (access, projectKey, _query, categories) => {
    const parentIds = [...new Set(categories.flatMap(({ parent }) => parent?.id ?? []))];
    const above = await loadAtOneTime(access, projectKey, parentIds);
    for (const category of categories as readonly { -readonly [Name in keyof Category]: Category[Name] }[])
      category.ancestors = toReferences(chainTo(above, category.parent?.id) ?? []);
  },
};

/** A node of the trees that a shop arranges its products in. */
export const category = defineResource<Category>({
  typeId: 'category',
  path: 'categories',
  shared: true,
  scopes: { read: ['view_categories', 'view_products'], write: ['manage_categories', 'manage_products'] },
  resource: CategoryMembers,
  draft,
  actions,
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
