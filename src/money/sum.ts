import type { Money } from '../schema/money.js';
import { assertSameCurrency } from './assertSameCurrency.js';
import { cents } from './cents.js';

/** The amounts together, 0 of none; only the result must be in range, so their order does not matter. */
export const sum = (currencyCode: string, amounts: readonly Money[]): Money =>
  cents(
    currencyCode,
    amounts.reduce((total, money) => {
      assertSameCurrency(currencyCode, money);
      return total + BigInt(money.centAmount);
    }, 0n),
  );
