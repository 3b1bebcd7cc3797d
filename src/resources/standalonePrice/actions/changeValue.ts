import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { MoneyDraft, moneyOf } from '../../../schema/money.js';
import { Flag, Optional } from '../../../schema/primitives.js';
import { assertPriceCurrency } from '../../shared/priceOf.js';
import type { StandalonePrice } from '../members.js';

/** Changes the amount but not the currency, which is part of the price's scope and of its tiers. */
export const changeValue: Action<StandalonePrice> = action(
  { value: MoneyDraft, staged: Optional(Flag) },
  (price: StandalonePrice, { value: draft, staged = false }) => {
    assertPriceCurrency(draft, price.value.currencyCode, 'value');
    const value = moneyOf(draft);
    const oldValue = staged ? price.staged?.value : price.value;
    if (sameValue(oldValue, value)) return unchanged;
    return {
      set: staged ? { staged: { ...price.staged, value } } : { value },
      messages: [{ type: 'StandalonePriceValueChanged', value, staged, oldValue }],
    };
  },
);
