import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { changeData, changeWithMessage, stagedMember, withConstraints } from '../masterData.js';
import { type Product, variantDraftMembers } from '../members.js';
import { needsProductType, loadProductType } from '../loadProductType.js';
import { toVariant, variantsOf } from '../variants.js';

/** Computes an id that no staged or current variant has. */
const nextVariantId = ({ masterData: { current, staged } }: Product): number =>
  Math.max(...[...variantsOf(current), ...variantsOf(staged)].map(({ id }) => id)) + 1;

export const addVariant: Action<Product> = action(
  { ...variantDraftMembers, ...stagedMember },
  (product: Product, { staged = true, ...draft }, context) => {
    const productType = loadProductType(product, context);
    const variant = toVariant(nextVariantId(product), draft, productType, context);
    const set = changeData(product, staged, data => ({ ...data, variants: [...data.variants, variant] }));
    return withConstraints(changeWithMessage(set, { type: 'ProductVariantAdded', variant, staged }), productType);
  },
  needsProductType,
);
