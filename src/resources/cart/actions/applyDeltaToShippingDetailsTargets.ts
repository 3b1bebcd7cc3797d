import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import type { ItemKind } from '../../shared/items.js';
import { shippingDetailsOf, mergeTargets } from '../../shared/shippingDetails.js';
import { Integer, List, Optional, Shape, Text } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem, replaceItem } from '../../shared/items.js';
import { addressKeysOf } from '../../shared/itemShippingAddresses.js';

const Delta = List(Shape({ addressKey: Text, quantity: Integer, shippingMethodKey: Optional(Text) }));
interface Target {
  readonly addressKey: string;
  readonly quantity: number;
  readonly shippingMethodKey?: string;
}

/** Adds pieces of an item to addresses or removes them. An address without pieces is removed. */
export const applyDeltaToShippingDetailsTargets = (kind: ItemKind): Action<Cart> =>
  action({ ...itemNames(kind), targetsDelta: Delta }, (cart: Cart, payload) => {
    const { targetsDelta, ...names } = payload as unknown as { readonly targetsDelta: readonly Target[] };
    const item = findItem(cart, kind, names, 'cart');
    const sums = mergeTargets([...(item.shippingDetails?.targets ?? []), ...targetsDelta]);
    const short = sums.find(({ quantity }) => quantity < 0);
    if (short !== undefined)
      throw fail('InvalidOperation', {
        message: `The address '${short.addressKey}' would get ${short.quantity} pieces; expected 0 or more.`,
      });
    const targets = sums.filter(({ quantity }) => quantity > 0);
    return {
      set: replaceItem(cart, kind, item, {
        ...item,
        shippingDetails: shippingDetailsOf({ targets }, item.quantity, addressKeysOf(cart)),
      }),
    };
  });
