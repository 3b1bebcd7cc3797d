import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { giftDiscountOf } from '../../pricing/giftItems.js';
import { removeElement } from '../shared/listElements.js';
import { IntegerFrom, Optional } from '../../schema/primitives.js';
import { TypedMoneyDraft } from '../../schema/money.js';
import type { Cart } from '../shared/cartMembers.js';
import { replaceItem } from '../shared/items.js';
import type { LineItem } from '../shared/lineItem.js';
import { ExternalTotalPrice, type LineItemDraft } from './lineItemDraft.js';
import { externalPriceOf } from './externalPriceOf.js';
import { withQuantity } from './lineItemQuantity.js';

export const QuantityOrNone = IntegerFrom(0, Number.MAX_SAFE_INTEGER);

export const externalPriceMembers = {
  externalPrice: Optional(TypedMoneyDraft),
  externalTotalPrice: Optional(ExternalTotalPrice),
};

export type ExternalPrices = Pick<LineItemDraft, 'externalPrice' | 'externalTotalPrice'>;

/** An external total price applies to one quantity only. */
const withExternalPrice = (item: LineItem, given: ExternalPrices, currencyCode: string, context: Context): LineItem => {
  if (given.externalPrice !== undefined || given.externalTotalPrice !== undefined)
    return { ...item, ...externalPriceOf(given, currencyCode, context) };
  if (item.priceMode === 'ExternalTotal')
    throw fail('RequiredField', {
      field: 'externalTotalPrice',
      expected: 'the total price of the new quantity, as the item has an external total price',
    });
  return item;
};

/** The change that replaces an item; `next` is the new item with its old quantity. */
export const changeQuantity = (
  cart: Cart,
  item: LineItem,
  next: LineItem,
  quantity: number,
  given: ExternalPrices,
  context: Context,
): Partial<Cart> =>
  replaceItem(
    cart,
    'lineItem',
    item,
    withExternalPrice(withQuantity(next, quantity, context.now), given, cart.totalPrice.currencyCode, context),
  );

/** The change that removes an item. A removed gift is not given again (ORD031). */
export const removeItem = ({ lineItems, refusedGifts }: Cart, item: LineItem): Partial<Cart> => {
  const gift = giftDiscountOf(item);
  const isRefused = item.lineItemMode === 'GiftLineItem' && gift !== undefined;
  return {
    lineItems: removeElement(lineItems, item),
    ...(isRefused && { refusedGifts: [...refusedGifts, { typeId: 'cart-discount', id: gift.id }] }),
  };
};
