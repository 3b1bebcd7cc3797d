import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { told, withMasterData } from '../masterData.js';
import type { Product } from '../members.js';

export const revertStagedChanges: Action<Product> = action({}, (product: Product) =>
  told(withMasterData(product, { ...product.masterData, staged: product.masterData.current }), {
    type: 'ProductRevertedStagedChanges',
    removedImageUrls: [],
  }),
);
