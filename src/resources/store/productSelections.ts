import type { Action } from '../../engine/define/Action.js';
import { action } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { ProductSelectionDraft, type ProductSelections, toProductSelections, type Store } from './members.js';

/** Changes the product selections and sends a message with the added, removed and updated ones. */
export const withProductSelections = ({ productSelections: old }: Store, next: ProductSelections) => {
  if (sameValue(old, next)) return unchanged;
  const entryIn = (list: ProductSelections, { productSelection: { id } }: ProductSelections[number]) =>
    list.find(each => each.productSelection.id === id);
  return {
    set: { productSelections: next },
    messages: [
      {
        type: 'StoreProductSelectionsChanged',
        addedProductSelections: next.filter(each => entryIn(old, each) === undefined),
        removedProductSelections: old.filter(each => entryIn(next, each) === undefined),
        updatedProductSelections: next.filter(each => entryIn(old, each)?.active === !each.active),
      },
    ],
  };
};

/** Adds a product selection, or updates its `active`. */
export const putProductSelection = (byDefault: boolean): Action<Store> =>
  action({ ...ProductSelectionDraft.properties }, (store: Store, { productSelection, active = byDefault }, context) => {
    const selections = toProductSelections([{ productSelection, active }], context);
    const ids = new Set(selections.map(each => each.productSelection.id));
    const others = store.productSelections.filter(each => !ids.has(each.productSelection.id));
    return withProductSelections(store, [...others, ...selections]);
  });
