import type { BigNumber } from 'bignumber.js';
import { fail } from '../errors/ApiError.js';
import { type Money, moneyOf } from '../schema/money.js';

/** Money of a whole number of cents; an amount that a JSON number cannot hold exactly is refused. */
export const cents = (currencyCode: string, amount: bigint | BigNumber): Money => {
  const centAmount = Number(amount) + 0; // the library knows a negative zero, money does not
  if (!Number.isSafeInteger(centAmount))
    throw fail('InvalidInput', {
      message: `The amount ${amount} ${currencyCode}, in its smallest unit, exceeds ${Number.MAX_SAFE_INTEGER}.`,
    });
  return moneyOf({ currencyCode, centAmount });
};
