import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { ItemKind } from '../../shared/items.js';
import { Optional } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem, replaceItem } from '../../shared/items.js';
import { ExternalTaxRateDraft, externalTaxRateOf } from '../externalTax.js';
import { assertTaxMode } from '../assertTaxMode.js';

export const setItemTaxRate = (kind: ItemKind): Action<Cart> =>
  action({ ...itemNames(kind), externalTaxRate: Optional(ExternalTaxRateDraft) }, (cart: Cart, payload) => {
    const { externalTaxRate, ...names } = payload as { readonly externalTaxRate?: ExternalTaxRateDraft };
    assertTaxMode(cart, 'External');
    const item = findItem(cart, kind, names, 'cart');
    const taxRate = externalTaxRateOf(externalTaxRate);
    return sameValue(item.taxRate, taxRate) ? unchanged : { set: replaceItem(cart, kind, item, { ...item, taxRate }) };
  });
