import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import type { Static } from '@sinclair/typebox';
import type { ItemKind } from '../../shared/items.js';
import { Optional } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem, replaceItem } from '../../shared/items.js';
import { ExternalTaxAmountDraft, externalTaxOf } from '../externalTax.js';
import { assertTaxMode } from '../assertTaxMode.js';

export const setItemTaxAmount = (kind: ItemKind): Action<Cart> =>
  action({ ...itemNames(kind), externalTaxAmount: Optional(ExternalTaxAmountDraft) }, (cart: Cart, payload) => {
    const { externalTaxAmount, ...names } = payload as {
      readonly externalTaxAmount?: Static<typeof ExternalTaxAmountDraft>;
    };
    assertTaxMode(cart, 'ExternalAmount');
    const item = findItem(cart, kind, names, 'cart');
    return { set: replaceItem(cart, kind, item, { ...item, ...externalTaxOf(item.totalPrice, externalTaxAmount) }) };
  });
