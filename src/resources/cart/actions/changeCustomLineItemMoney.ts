import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import { TypedMoneyDraft } from '../../../schema/money.js';
import { moneyInCurrency } from '../customLineItemOf.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem, replaceItem } from '../../shared/items.js';

export const changeCustomLineItemMoney: Action<Cart> = action(
  { ...itemNames('customLineItem'), money: TypedMoneyDraft },
  (cart: Cart, { money: given, ...names }) => {
    const item = findItem(cart, 'customLineItem', names, 'cart');
    const money = moneyInCurrency(given, cart.totalPrice.currencyCode, 'money');
    return sameValue(item.money, money)
      ? unchanged
      : { set: replaceItem(cart, 'customLineItem', item, { ...item, money }) };
  },
);
