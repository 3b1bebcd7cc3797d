import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { changeData, stagedMember } from '../masterData.js';
import type { Product, ProductData } from '../members.js';
import { findVariant, variantPayloadMembers } from '../variants.js';

/** Exchanges the master variant with another variant. */
const withMaster = (data: ProductData, id: number): ProductData => {
  const next = data.variants.find(each => each.id === id);
  return next === undefined
    ? data
    : { ...data, masterVariant: next, variants: [...data.variants.filter(each => each !== next), data.masterVariant] };
};

export const changeMasterVariant: Action<Product> = action(
  { ...variantPayloadMembers, ...stagedMember },
  (product: Product, { staged = true, ...names }) => {
    const { id } = findVariant(product, names);
    return { set: changeData(product, staged, data => withMaster(data, id)) };
  },
);
