/** The schema of the figures of orders (src/operations/orderFigures.ts). */
import { closedObject, type Schema } from './Components.js';

const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };
const integer: Schema = { type: 'integer' };
const sales = {
  currency: text,
  orders: { ...integer, description: 'Orders that are not cancelled.' },
  cents: { ...integer, description: 'The sum of their total prices, in the smallest unit of the currency.' },
};

const listOf = (items: Schema): Schema => ({ type: 'array', items });

export const orderFiguresSchema: Schema = closedObject(
  {
    days: listOf(closedObject({ start: time, ...sales }, ['start', ...Object.keys(sales)])),
    markets: listOf(closedObject({ country: text, storeKey: text, ...sales }, Object.keys(sales))),
    sold: listOf(closedObject({ productId: text, quantity: integer }, ['productId', 'quantity'])),
  },
  ['days', 'markets', 'sold'],
);
