import { type ActionTable, action, change, set, unchanged } from '../../../engine/define/actions.js';
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
import { AssetSource } from '../shared/assets.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { type Category, OrderHint, Slug } from './members.js';

/** beforeCommit.ts checks the new parent and updates the ancestors of the categories below. */
const changeParent = action({ parent: ResourceIdentifier('category') }, (category: Category, payload, context) => {
  const parent = context.reference('category', payload.parent);
  return sameValue(category.parent, parent) ? unchanged : { set: { parent } };
});

export const actions: ActionTable<Category> = {
  setKey: set<Category>('key', Key),
  changeName: change<Category>('name', LocalizedText),
  changeSlug: change<Category>('slug', Slug, ({ slug: oldSlug }, slug) => ({
    type: 'CategorySlugChanged',
    slug,
    oldSlug,
  })),
  setDescription: set<Category>('description', LocalizedString),
  setExternalId: action({ externalId: Optional(Text) }, (category: Category, { externalId: given }) => {
    const externalId = given === '' ? undefined : given;
    return category.externalId === externalId ? unchanged : { set: { externalId } };
  }),
  changeParent,
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
