/** Prices of a variant: one for each currency, and cheaper ones for some buyers and times. */
import { chance, type Random } from '../choices.js';
import { groupKeys, saleOf } from './foundation/discounts.js';
import { outletChannel } from './foundation/places.js';
import { byKey } from './values.js';

const rates: Readonly<Record<string, number>> = { EUR: 1, GBP: 0.86, CHF: 1.05, USD: 1.02 };

/** Rounds to an amount that ends with 95 cents, as shops do. */
const shopAmount = (centAmount: number): number => Math.max(95, Math.round(centAmount / 100) * 100 - 5);

const money = (currencyCode: string, centAmount: number) => ({ currencyCode, centAmount: shopAmount(centAmount) });

const basePrices = (centAmount: number) =>
  Object.entries(rates).map(([currencyCode, rate]) => ({ value: money(currencyCode, centAmount * rate) }));

export const priceDrafts = (random: Random, centAmount: number, untilMs: number): readonly object[] => [
  ...basePrices(centAmount),
  { value: money('EUR', centAmount * 1.03), country: 'AT' },
  {
    value: money('EUR', centAmount * 0.85),
    customerGroup: byKey('customer-group', groupKeys.trade),
    tiers: [{ minimumQuantity: 10, value: money('EUR', centAmount * 0.78) }],
  },
  { value: money('EUR', centAmount * 0.7), channel: byKey('channel', outletChannel) },
  ...(chance(random, 0.25) ? [{ value: money('EUR', centAmount * 0.8), ...saleOf(untilMs) }] : []),
];

/** The prices of a product with standalone prices. */
export const standalonePriceDrafts = (sku: string, centAmount: number): readonly object[] =>
  basePrices(centAmount).map(price => ({
    key: `${sku.toLowerCase()}-${price.value.currencyCode.toLowerCase()}`,
    sku,
    ...price,
  }));
