import { BigNumber } from 'bignumber.js';
import { roundToInteger } from './rounding.js';
import type { Money } from '../schema/money.js';
import { compilePriceFunction } from './priceFunction.js';
import { moneyOfCents } from './money.js';
import type { ShippingRate, Tier } from '../schema/shippingRate.js';

/** What a cart says of itself where tiers do not go by its value: a classification's key, or a score. */
export type RateInput =
  | { readonly type: 'Classification'; readonly key: string }
  | { readonly type: 'Score'; readonly score: number };

/** The tier with the highest threshold that is reached. */
const reached = (
  tiers: readonly Tier[],
  type: Tier['type'],
  threshold: 'minimumCentAmount' | 'score',
  value: number,
): Tier | undefined =>
  tiers.reduce<Tier | undefined>(
    (best, tier) =>
      tier.type === type && tier[threshold]! <= value && (best === undefined || tier[threshold]! > best[threshold]!)
        ? tier
        : best,
    undefined,
  );

/** Which of the tiers is meant: those of other kinds than the cart tells about do not count. */
const tierFor = ({ tiers, price }: ShippingRate, cartValue: Money, input: RateInput | undefined): Tier | undefined => {
  if (input?.type === 'Classification')
    return tiers.find(({ type, value }) => type === 'CartClassification' && value === input.key);
  if (input?.type === 'Score') return reached(tiers, 'CartScore', 'score', input.score);
  return cartValue.currencyCode === price.currencyCode
    ? reached(tiers, 'CartValue', 'minimumCentAmount', cartValue.centAmount)
    : undefined;
};

/** What a rate comes to for a cart of that value: nothing from `freeAbove` on, the price of the tier that is reached, or the rate's own. A price function never yields less than nothing. */
export const shippingRatePrice = (rate: ShippingRate, cartValue: Money, input?: RateInput): Money => {
  const { price, freeAbove } = rate;
  if (
    freeAbove !== undefined &&
    freeAbove.currencyCode === cartValue.currencyCode &&
    cartValue.centAmount >= freeAbove.centAmount
  )
    return { ...price, centAmount: 0 };
  const tier = tierFor(rate, cartValue, input);
  if (tier?.priceFunction !== undefined && input?.type === 'Score')
    return moneyOfCents(
      price.currencyCode,
      BigNumber.max(0, roundToInteger(compilePriceFunction(tier.priceFunction.function)(input.score), 'HalfEven')),
    );
  return tier?.price ?? price;
};
