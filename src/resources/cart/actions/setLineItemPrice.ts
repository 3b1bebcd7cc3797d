import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { TSchema } from '@sinclair/typebox';
import { fail } from '../../../errors/ApiError.js';
import { Optional } from '../../../schema/primitives.js';
import { TypedMoneyDraft } from '../../../schema/money.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem, replaceItem } from '../../shared/items.js';
import type { LineItem } from '../../shared/lineItem.js';
import { ExternalTotalPrice } from '../lineItemDraft.js';
import { externalPriceOf } from '../externalPriceOf.js';

/** Refuses a price for a gift, and the removal of the price of an item without a product. */
const assertPriceAllowed = ({ lineItemMode, productId }: LineItem, isGiven: boolean, field: string): void => {
  if (lineItemMode === 'GiftLineItem')
    throw fail('InvalidOperation', { message: 'The price of a gift cannot be set; the gift can be removed.' });
  if (!isGiven && productId === undefined)
    throw fail('RequiredField', {
      field,
      expected: 'a price, as the line item comes from no product that could give it one',
    });
};

type Given = Parameters<typeof externalPriceOf>[0];

/** Sets an external price. Without one, the item gets the price of its product again. */
const setPrice = <F extends keyof Given>(
  field: F,
  schema: TSchema & { readonly static: Given[F] },
  mode: LineItem['priceMode'],
): Action<Cart> =>
  action({ ...itemNames('lineItem'), [field]: Optional(schema) }, (cart: Cart, payload, context) => {
    const { [field]: given, ...names } = payload as Given & Readonly<Record<string, unknown>>;
    const item = findItem(cart, 'lineItem', names, 'cart');
    assertPriceAllowed(item, given !== undefined, field);
    if (given === undefined && item.priceMode !== mode) return unchanged;
    return {
      set: replaceItem(cart, 'lineItem', item, {
        ...item,
        ...externalPriceOf({ [field]: given }, cart.totalPrice.currencyCode, context),
      }),
    };
  });

export const setLineItemPrice = setPrice('externalPrice', TypedMoneyDraft, 'ExternalPrice');

export const setLineItemTotalPrice = setPrice('externalTotalPrice', ExternalTotalPrice, 'ExternalTotal');
