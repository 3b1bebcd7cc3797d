import type { TProperties } from '@sinclair/typebox';
import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { unchanged } from '../../../engine/define/Change.js';
import { fail } from '../../../errors/ApiError.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem } from '../../shared/items.js';
import {
  externalPriceMembers,
  type ExternalPrices,
  QuantityOrNone,
  removeItem,
  changeQuantity,
} from '../lineItemChanges.js';

interface Change extends ExternalPrices {
  readonly quantity: number;
}

const change = (members: TProperties): Action<Cart> =>
  action({ ...itemNames('lineItem'), quantity: QuantityOrNone, ...members }, (cart: Cart, payload, context) => {
    const { quantity, externalPrice, externalTotalPrice, ...names } = payload as unknown as Change;
    const item = findItem(cart, 'lineItem', names, 'cart');
    if (quantity === 0) return { set: removeItem(cart, item) };
    if (quantity === item.quantity && externalPrice === undefined && externalTotalPrice === undefined) return unchanged;
    if (item.lineItemMode === 'GiftLineItem')
      throw fail('InvalidOperation', { message: 'The quantity of a gift cannot be changed; the gift can be removed.' });
    return { set: changeQuantity(cart, item, item, quantity, { externalPrice, externalTotalPrice }, context) };
  });

export const changeLineItemQuantity = change(externalPriceMembers);

/** Customers cannot set prices. */
export const changeMyLineItemQuantity = change({});
