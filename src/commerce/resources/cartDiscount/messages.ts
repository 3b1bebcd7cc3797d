import { Snapshot } from '../../../engine/define/Message.js';
import { List } from '../../../engine/schema/primitives.js';
import { KeyReference } from '../../../engine/schema/reference.js';
import type { CartDiscount } from './members.js';

const store = KeyReference('store');

export const messages = {
  CartDiscountCreated: { cartDiscount: Snapshot<CartDiscount>('cart-discount') },
  CartDiscountDeleted: {},
  CartDiscountStoreAdded: { store },
  CartDiscountStoreRemoved: { store },
  CartDiscountStoresSet: { stores: List(store) },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly cartDiscount: typeof messages;
  }
}
