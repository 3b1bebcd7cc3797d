import type { CompareOperator, Literal } from './ast.js';
import type { Test } from './equality.js';
import { instant } from './instant.js';

export type OrderOperator = Exclude<CompareOperator, '=' | '!='>;
type Order = <T extends string | number>(left: T, right: T) => boolean;

const orders = new Map<OrderOperator, Order>([
  ['<', (left, right) => left < right],
  ['<=', (left, right) => left <= right],
  ['>', (left, right) => left > right],
  ['>=', (left, right) => left >= right],
]);

const never: Test = () => false;

const textOrdering = (order: Order, literal: string): Test => {
  const utc = instant(literal);
  if (utc === undefined) return value => typeof value === 'string' && order(value, literal);
  return value => {
    if (typeof value !== 'string') return false;
    const valueUtc = instant(value);
    return valueUtc === undefined ? order(value, literal) : order(valueUtc, utc);
  };
};

/** Whether a value stands to the literal as the operator says. Texts go by code unit, date-times by time, flags have no order. */
export const ordering = (operator: OrderOperator, literal: Literal): Test => {
  const order = orders.get(operator)!;
  if (typeof literal === 'string') return textOrdering(order, literal);
  if (typeof literal === 'number') return value => typeof value === 'number' && order(value, literal);
  return never;
};
