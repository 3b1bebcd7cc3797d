import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { Decimal, List, Optional, Shape, Text } from '../../../schema/primitives.js';
import { MoneyDraft, moneyOf } from '../../../schema/money.js';
import type { Cart } from '../../shared/cartMembers.js';
import type { ExternalTotalTax } from '../../shared/repriceCart.js';
import { assertTaxMode } from '../assertTaxMode.js';

const TaxPortions = List(Shape({ name: Optional(Text), rate: Decimal, amount: MoneyDraft }));

export const setCartTotalTax: Action<Cart> = action(
  { externalTotalGross: MoneyDraft, externalTaxPortions: Optional(TaxPortions) },
  (cart: Cart, { externalTotalGross, externalTaxPortions = [] }) => {
    assertTaxMode(cart, 'ExternalAmount');
    const { totalPrice } = cart;
    for (const { currencyCode } of [externalTotalGross, ...externalTaxPortions.map(({ amount }) => amount)])
      if (currencyCode !== totalPrice.currencyCode)
        throw fail('InvalidInput', {
          message: `The cart has the currency ${totalPrice.currencyCode}; externalTotalGross or a portion is in ${currencyCode}.`,
        });
    const totalTax: ExternalTotalTax = {
      totalGross: moneyOf(externalTotalGross),
      taxPortions: externalTaxPortions.map(({ amount, ...portion }) => ({ ...portion, amount: moneyOf(amount) })),
    };
    return { set: {}, requestedEffects: { totalTax } };
  },
);
