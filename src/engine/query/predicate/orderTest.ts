import type { CompareOperator, Literal } from './Predicate.js';
import { spendOnText } from './spendOnText.js';
import type { ValueTest } from './equalityTest.js';
import { toUtcDateTime } from '../../../schema/toUtcDateTime.js';

export type OrderOperator = Exclude<CompareOperator, '=' | '!='>;
type Order = <T extends string | number>(left: T, right: T) => boolean;

const orders = new Map<OrderOperator, Order>([
  ['<', (left, right) => left < right],
  ['<=', (left, right) => left <= right],
  ['>', (left, right) => left > right],
  ['>=', (left, right) => left >= right],
]);

const never: ValueTest = () => false;

const textOrdering = (order: Order, literal: string): ValueTest => {
  const utc = toUtcDateTime(literal);
  if (utc === undefined)
    return value => {
      spendOnText(literal, value);
      return typeof value === 'string' && order(value, literal);
    };
  return value => {
    if (typeof value !== 'string') return false;
    const valueUtc = toUtcDateTime(value);
    return valueUtc === undefined ? order(value, literal) : order(valueUtc, utc);
  };
};

/**
 * Tests the order of a value and a literal: texts are compared by code unit, date-times by time; flags have no order.
 */
export const orderTest = (operator: OrderOperator, literal: Literal): ValueTest => {
  const order = orders.get(operator)!;
  if (typeof literal === 'string') return textOrdering(order, literal);
  if (typeof literal === 'number') return value => typeof value === 'number' && order(value, literal);
  return never;
};
