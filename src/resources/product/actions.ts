import type { TSchema } from '@sinclair/typebox';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { action, set } from '../../engine/define/actions.js';
import { Key, LocalizedString, Optional } from '../../schema/primitives.js';
import { changeSlug } from './actions/changeSlug.js';
import { publish } from './actions/publish.js';
import { revertStagedChanges } from './actions/revertStagedChanges.js';
import { setPriceMode } from './actions/setPriceMode.js';
import { setTaxCategory } from './actions/setTaxCategory.js';
import { transitionState } from './actions/transitionState.js';
import { unpublish } from './actions/unpublish.js';
import { changeData, stagedMember } from './masterData.js';
import { type Product, type ProductData, SearchKeywords } from './members.js';
import { priceActions } from './priceActions.js';
import { variantActions } from './variantActions.js';

/** One member of the data: prepared, and on sale with it where the action says so. */
const setData = (member: keyof ProductData, schema: TSchema): Action<Product> =>
  action({ [member]: schema, ...stagedMember }, (product: Product, payload) => {
    const { [member]: value, staged = true } = payload as { staged?: boolean } & Partial<ProductData>;
    return { set: changeData(product, staged, data => ({ ...data, [member]: value })) };
  });
export const actions: ActionTable<Product> = {
  setKey: set<Product>('key', Key),
  setTaxCategory,
  setPriceMode,
  changeName: setData('name', LocalizedString),
  changeSlug,
  setDescription: setData('description', Optional(LocalizedString)),
  setMetaTitle: setData('metaTitle', Optional(LocalizedString)),
  setMetaDescription: setData('metaDescription', Optional(LocalizedString)),
  setMetaKeywords: setData('metaKeywords', Optional(LocalizedString)),
  setSearchKeywords: setData('searchKeywords', SearchKeywords),
  ...variantActions,
  ...priceActions,
  transitionState,
  publish,
  unpublish,
  revertStagedChanges,
};
