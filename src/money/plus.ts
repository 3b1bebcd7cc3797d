import type { Money } from '../schema/money.js';
import { sum } from './sum.js';

export const plus = (a: Money, b: Money): Money => sum(a.currencyCode, [a, b]);
