import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Optional } from '../../../schema/primitives.js';
import { type CartDiscount, StoreIdentifiers } from '../members.js';
import { toStoreReferences } from '../../shared/toStoreReferences.js';

export const setStores: Action<CartDiscount> = action(
  { stores: Optional(StoreIdentifiers) },
  (discount: CartDiscount, { stores: identifiers = [] }, context) => {
    const stores = toStoreReferences(identifiers, context);
    return sameValue(discount.stores, stores)
      ? unchanged
      : { set: { stores }, messages: [{ type: 'CartDiscountStoresSet', stores }] };
  },
);
