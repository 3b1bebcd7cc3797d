/** The number of pieces of an item; none left, none kept. */
import type { TProperties } from '@sinclair/typebox';
import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Context } from '../../../engine/define/Context.js';
import { fail } from '../../../errors/ApiError.js';
import { removeElement } from '../../shared/listElements.js';
import { ShippingDetailsDraft, shippingDetailsOf } from '../../shared/shippingDetails.js';
import { IntegerFrom, Optional, Quantity } from '../../../schema/primitives.js';
import { TypedMoneyDraft } from '../../../schema/money.js';
import { externalPriceOf, ExternalTotalPrice, type LineItemDraft, revalidated, withQuantity } from '../lineItem.js';
import type { Cart } from '../members.js';
import { addressKeysOf, itemNames, pickItem, withItem } from '../pickItem.js';
import type { LineItem } from '../../shared/lineItem.js';

const QuantityOrNone = IntegerFrom(0, Number.MAX_SAFE_INTEGER);
const prices = { externalPrice: Optional(TypedMoneyDraft), externalTotalPrice: Optional(ExternalTotalPrice) };

type Prices = Pick<LineItemDraft, 'externalPrice' | 'externalTotalPrice'>;

/** A total price from outside is that of one quantity. */
const repriced = (item: LineItem, given: Prices, currencyCode: string, context: Context): LineItem => {
  if (given.externalPrice !== undefined || given.externalTotalPrice !== undefined)
    return { ...item, ...externalPriceOf(given, currencyCode, context) };
  if (item.priceMode === 'ExternalTotal')
    throw fail('RequiredField', {
      field: 'externalTotalPrice',
      expected: 'the total price of the new quantity, as the item has a total price from outside',
    });
  return item;
};

/** `kept` is what is to be of the item, but for its quantity. */
const toQuantity = (
  cart: Cart,
  item: LineItem,
  kept: LineItem,
  quantity: number,
  given: Prices,
  context: Context,
): Partial<Cart> =>
  withItem(
    cart,
    'lineItem',
    item,
    repriced(withQuantity(kept, quantity, context.now), given, cart.totalPrice.currencyCode, context),
  );

/** A gift that is removed is not given again (ORD031). */
const removal = ({ lineItems, refusedGifts }: Cart, item: LineItem): Partial<Cart> => {
  const gift = item.discountedPricePerQuantity[0]?.discountedPrice.includedDiscounts[0]?.discount;
  const isRefused = item.lineItemMode === 'GiftLineItem' && gift !== undefined;
  return {
    lineItems: removeElement(lineItems, item),
    ...(isRefused && { refusedGifts: [...refusedGifts, { typeId: 'cart-discount', id: gift.id }] }),
  };
};

interface Change extends Prices {
  readonly quantity: number;
}

const change = (members: TProperties): Action<Cart> =>
  action({ ...itemNames('lineItem'), quantity: QuantityOrNone, ...members }, (cart: Cart, payload, context) => {
    const { quantity, externalPrice, externalTotalPrice, ...names } = payload as unknown as Change;
    const item = pickItem(cart, 'lineItem', names);
    if (quantity === 0) return { set: removal(cart, item) };
    if (quantity === item.quantity && externalPrice === undefined && externalTotalPrice === undefined) return unchanged;
    if (item.lineItemMode === 'GiftLineItem')
      throw fail('InvalidOperation', { message: 'The quantity of a gift cannot be changed; the gift can be removed.' });
    return { set: toQuantity(cart, item, item, quantity, { externalPrice, externalTotalPrice }, context) };
  });

export const changeLineItemQuantity = change(prices);
/** Customers do not say what things cost. */
export const changeOwnLineItemQuantity = change({});

type Details = NonNullable<LineItem['shippingDetails']>;

/** The pieces that are left keep the addresses of those that are not taken away. */
const withoutTargets = (cart: Cart, item: LineItem, draft: Pick<Details, 'targets'>): LineItem => {
  const less = shippingDetailsOf(draft, item.quantity, addressKeysOf(cart))!.targets;
  const targets = (item.shippingDetails?.targets ?? [])
    .map(target => ({
      ...target,
      quantity: target.quantity - (less.find(({ addressKey }) => addressKey === target.addressKey)?.quantity ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
  return { ...item, shippingDetails: { targets, valid: false } };
};

interface Removal extends Prices {
  readonly quantity?: number;
  readonly shippingDetailsToRemove?: Pick<Details, 'targets'>;
}

const remove = (members: TProperties): Action<Cart> =>
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
      const item = pickItem(cart, 'lineItem', names);
      const left = quantity === undefined ? 0 : item.quantity - quantity;
      if (left <= 0) return { set: removal(cart, item) };
      const kept = shippingDetailsToRemove === undefined ? item : withoutTargets(cart, item, shippingDetailsToRemove);
      return { set: toQuantity(cart, item, kept, left, { externalPrice, externalTotalPrice }, context) };
    },
  );

export const removeLineItem = remove(prices);
export const removeOwnLineItem = remove({});

export const changeCustomLineItemQuantity: Action<Cart> = action(
  { ...itemNames('customLineItem'), quantity: QuantityOrNone },
  (cart: Cart, { quantity, ...names }) => {
    const item = pickItem(cart, 'customLineItem', names);
    if (quantity === item.quantity) return unchanged;
    if (quantity === 0) return { set: { customLineItems: removeElement(cart.customLineItems, item) } };
    const state = [{ ...item.state[0]!, quantity }];
    return {
      set: withItem(cart, 'customLineItem', item, {
        ...item,
        quantity,
        state,
        shippingDetails: revalidated(item, quantity),
      }),
    };
  },
);

export const removeCustomLineItem: Action<Cart> = action(itemNames('customLineItem'), (cart: Cart, names) => ({
  set: { customLineItems: removeElement(cart.customLineItems, pickItem(cart, 'customLineItem', names)) },
}));
