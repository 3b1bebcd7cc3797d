import { BigNumber } from 'bignumber.js';
import type { Money } from '../schema/money.js';
import type { ShippingRate, Tier } from '../schema/shippingRate.js';
import { moneyOfCents } from './money.js';
import { compilePriceFunction } from './compilePriceFunction.js';
import { roundToInteger } from './rounding.js';

/** The member of a cart that selects tiers instead of its value: the key of a classification, or a score. */
export type RateInput =
  | { readonly type: 'Classification'; readonly key: string }
  | { readonly type: 'Score'; readonly score: number };

/** The rate input of a cart, as the shape of all its types holds it. */
export const rateInputOf = (
  input: { readonly type: string; readonly key?: string; readonly score?: number } | undefined,
): RateInput | undefined => {
  if (input?.type === 'Classification' && input.key !== undefined) return { type: input.type, key: input.key };
  return input?.type === 'Score' && input.score !== undefined ? { type: input.type, score: input.score } : undefined;
};

/** The tier with the highest threshold that `value` reaches. */
const highestReachedTier = (
  tiers: readonly Tier[],
  type: Tier['type'],
  member: 'minimumCentAmount' | 'score',
  value: number,
): Tier | undefined => {
  let best: { readonly tier: Tier; readonly threshold: number } | undefined;
  for (const tier of tiers) {
    const threshold = tier[member];
    if (tier.type !== type || threshold === undefined || threshold > value) continue;
    if (best === undefined || threshold > best.threshold) best = { tier, threshold };
  }
  return best?.tier;
};

/** The tier that applies; tiers of other types than the rate input are ignored. */
export const tierFor = (
  { tiers, price }: ShippingRate,
  cartValue: Money,
  input: RateInput | undefined,
): Tier | undefined => {
  if (input?.type === 'Classification')
    return tiers.find(({ type, value }) => type === 'CartClassification' && value === input.key);
  if (input?.type === 'Score') return highestReachedTier(tiers, 'CartScore', 'score', input.score);
  return cartValue.currencyCode === price.currencyCode
    ? highestReachedTier(tiers, 'CartValue', 'minimumCentAmount', cartValue.centAmount)
    : undefined;
};

/**
 * The price of a rate for a cart of that value: 0 from `freeAbove` on, the price of the tier that applies, or the
 * rate's own price. A price function never yields less than 0.
 */
export const shippingRatePrice = (rate: ShippingRate, cartValue: Money, input?: RateInput): Money => {
  const { price, freeAbove } = rate;
  const isFree =
    freeAbove !== undefined &&
    freeAbove.currencyCode === cartValue.currencyCode &&
    cartValue.centAmount >= freeAbove.centAmount;
  if (isFree) return { ...price, centAmount: 0 };
  const tier = tierFor(rate, cartValue, input);
  if (tier?.priceFunction !== undefined && input?.type === 'Score') {
    const amount = roundToInteger(compilePriceFunction(tier.priceFunction.function)(input.score), 'HalfEven');
    return moneyOfCents(price.currencyCode, BigNumber.max(0, amount));
  }
  return tier?.price ?? price;
};
