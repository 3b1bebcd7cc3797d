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
/** Adds pieces of an item to addresses or removes them. An address without pieces is removed. */
export const applyDeltaToShippingDetailsTargets = (kind: ItemKind): Action<Cart> =>
  action({ ...itemNames(kind), targetsDelta: Delta }, (cart: Cart, { targetsDelta, ...names }) => {
    const item = findItem(cart, kind, names, 'cart');
    const merged = mergeTargets([...(item.shippingDetails?.targets ?? []), ...targetsDelta]);
    const negative = merged.find(({ quantity }) => quantity < 0);
    if (negative !== undefined)
      throw fail('InvalidOperation', {
        message: `The address '${negative.addressKey}' would get ${negative.quantity} pieces; expected 0 or more.`,
      });
    const targets = merged.filter(({ quantity }) => quantity > 0);
    return {
      set: replaceItem(cart, kind, item, {
        ...item,
        shippingDetails: shippingDetailsOf({ targets }, item.quantity, addressKeysOf(cart)),
      }),
    };
  });
