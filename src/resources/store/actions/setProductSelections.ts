import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { List, Optional } from '../../../schema/primitives.js';
import { ProductSelectionDraft, toProductSelections, type Store } from '../members.js';
import { withProductSelections } from '../productSelections.js';

export const setProductSelections: Action<Store> = action(
  { productSelections: Optional(List(ProductSelectionDraft)) },
  (store: Store, { productSelections = [] }, context) =>
    withProductSelections(store, toProductSelections(productSelections, context)),
);
