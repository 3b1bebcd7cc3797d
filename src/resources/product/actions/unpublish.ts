import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { changeWithMessage, withMasterData } from '../masterData.js';
import type { Product } from '../members.js';

export const unpublish: Action<Product> = action({}, (product: Product) => {
  const { current, staged } = product.masterData;
  return changeWithMessage(withMasterData(product, { published: false, current, staged }), {
    type: 'ProductUnpublished',
  });
});
