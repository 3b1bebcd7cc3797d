import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { changeWithMessage, withMasterData } from '../masterData.js';
import type { Product } from '../members.js';

export const revertStagedChanges: Action<Product> = action({}, (product: Product) =>
  changeWithMessage(withMasterData(product, { ...product.masterData, staged: product.masterData.current }), {
    type: 'ProductRevertedStagedChanges',
    removedImageUrls: [],
  }),
);
