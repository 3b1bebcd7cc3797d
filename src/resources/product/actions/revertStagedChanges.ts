import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { changeWithMessage, withMasterData } from '../masterData.js';
import type { Product } from '../members.js';

export const revertStagedChanges: Action<Product> = action({}, (product: Product) => {
  const { published, current } = product.masterData;
  return changeWithMessage(withMasterData(product, { published, current, staged: current }), {
    type: 'ProductRevertedStagedChanges',
    removedImageUrls: [],
  });
});
