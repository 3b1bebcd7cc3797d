import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { MoneyDraft, moneyOf } from '../../../schema/money.js';
import { Flag, Optional } from '../../../schema/primitives.js';
import { assertPriceCurrency } from '../../shared/priceOf.js';
import type { StandalonePrice } from '../members.js';

/** The currency stays: it is part of what the price is for, and its tiers have it. */
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
