import type { Money, TypedMoney } from '../schema/money.js';
import type { RoundingMode } from '../schema/tax.js';
import { cents } from './cents.js';
import { exact, exactCents } from './exact.js';
import { rounded } from './rounded.js';

/** The exact product, rounded once to whole cents; a number as factor means its decimal text. */
export const scaled = (money: TypedMoney, factor: string | number, rounding: RoundingMode): Money =>
  cents(money.currencyCode, rounded(exactCents(money).times(exact(factor)), rounding));
