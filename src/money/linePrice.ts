import type { Money, TypedMoney } from '../schema/money.js';
import type { RoundingMode } from '../schema/tax.js';
import { scaled } from './scaled.js';

/** The price of `quantity` pieces: the precise amount is multiplied, the line rounds, no single piece. */
export const linePrice = (price: TypedMoney, quantity: number, rounding: RoundingMode): Money =>
  scaled(price, quantity, rounding);
