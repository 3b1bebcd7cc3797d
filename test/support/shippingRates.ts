/** Shipping rates of tests. */
import { money } from './drafts.js';

export const shippingRate = (centAmount: number, currencyCode = 'EUR', more: object = {}) => ({
  price: money(centAmount, currencyCode),
  ...more,
});
export const shippingRateTiers = [
  { type: 'CartValue', minimumCentAmount: 5_000, price: money(300) },
  { type: 'CartValue', minimumCentAmount: 1_000, price: money(400) },
  { type: 'CartClassification', value: 'Heavy', price: money(900) },
  { type: 'CartScore', score: 1, price: money(100) },
  { type: 'CartScore', score: 10, priceFunction: { currencyCode: 'EUR', function: '(200 * x) - 1' } },
] as const;
