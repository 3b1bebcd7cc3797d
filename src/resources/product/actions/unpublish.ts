import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { told, withMasterData } from '../masterData.js';
import type { Product } from '../members.js';

export const unpublish: Action<Product> = action({}, (product: Product) =>
  told(withMasterData(product, { ...product.masterData, published: false }), { type: 'ProductUnpublished' }),
);
