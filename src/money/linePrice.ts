import type { Money, TypedMoney } from '../resources/types/money.js';
import type { RoundingMode } from '../resources/types/tax.js';
import { scaled } from './scaled.js';

/** The price of `quantity` pieces: the precise amount is multiplied, the line rounds, no single piece. */
export const linePrice = (price: TypedMoney, quantity: number, rounding: RoundingMode): Money =>
  scaled(price, quantity, rounding);
