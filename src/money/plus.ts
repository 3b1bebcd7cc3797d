import type { Money } from '../resources/types/money.js';
import { sum } from './sum.js';

export const plus = (a: Money, b: Money): Money => sum(a.currencyCode, [a, b]);
