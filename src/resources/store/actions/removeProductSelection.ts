import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { ProductSelectionDraft, type Store } from '../members.js';
import { withProductSelections } from '../productSelections.js';

export const removeProductSelection: Action<Store> = action(
  { productSelection: ProductSelectionDraft.properties.productSelection },
  (store: Store, { productSelection }, context) => {
    const { id } = context.reference('product-selection', productSelection);
    return withProductSelections(
      store,
      store.productSelections.filter(each => each.productSelection.id !== id),
    );
  },
);
