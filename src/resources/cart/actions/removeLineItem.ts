import type { TProperties } from '@sinclair/typebox';
import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { ShippingDetailsDraft, shippingDetailsOf } from '../../shared/shippingDetails.js';
import { Optional, Quantity } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem } from '../../shared/items.js';
import type { LineItem } from '../../shared/lineItem.js';
import { addressKeysOf } from '../../shared/itemShippingAddresses.js';
import { externalPriceMembers, type ExternalPrices, removeItem, changeQuantity } from '../lineItemChanges.js';

type Details = NonNullable<LineItem['shippingDetails']>;

/** Removes pieces from the targets of shipping details. */
const withoutTargets = (cart: Cart, item: LineItem, draft: Pick<Details, 'targets'>): LineItem => {
  const removed = shippingDetailsOf(draft, item.quantity, addressKeysOf(cart)).targets;
  const targets = (item.shippingDetails?.targets ?? [])
    .map(target => ({
      ...target,
      quantity: target.quantity - (removed.find(({ addressKey }) => addressKey === target.addressKey)?.quantity ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
  return { ...item, shippingDetails: { targets, valid: false } };
};

interface Removal extends ExternalPrices {
  readonly quantity?: number;
  readonly shippingDetailsToRemove?: Pick<Details, 'targets'>;
}

const removeLineItemWith = (members: TProperties): Action<Cart> =>
  action(
    {
      ...itemNames('lineItem'),
      quantity: Optional(Quantity),
      ...members,
      shippingDetailsToRemove: Optional(ShippingDetailsDraft),
    },
    (cart: Cart, payload, context) => {
      const { quantity, externalPrice, externalTotalPrice, shippingDetailsToRemove, ...names } =
        payload as unknown as Removal;
      const item = findItem(cart, 'lineItem', names, 'cart');
      const left = quantity === undefined ? 0 : item.quantity - quantity;
      if (left <= 0) return { set: removeItem(cart, item) };
      const next = shippingDetailsToRemove === undefined ? item : withoutTargets(cart, item, shippingDetailsToRemove);
      return { set: changeQuantity(cart, item, next, left, { externalPrice, externalTotalPrice }, context) };
    },
  );

export const removeLineItem = removeLineItemWith(externalPriceMembers);

export const removeMyLineItem = removeLineItemWith({});
