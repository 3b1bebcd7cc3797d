import type { Money } from '../schema/money.js';
import { plus } from './plus.js';

export const minus = (a: Money, b: Money): Money => plus(a, { ...b, centAmount: -b.centAmount });
