import type { Money, TypedMoney } from '../schema/money.js';
import type { RoundingMode } from '../schema/tax.js';
import { cents } from './cents.js';
import { exact, exactCents } from './exact.js';
import { rounded } from './rounded.js';

/** So many ten-thousandths of an amount, as relative discounts have it: 1500 are 15 %. */
export const share = (total: TypedMoney, permyriad: number, rounding: RoundingMode): Money =>
  cents(total.currencyCode, rounded(exactCents(total).times(exact(permyriad)).shiftedBy(-4), rounding));
