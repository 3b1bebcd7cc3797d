/** The rate of a shipping method for a place and a cart. */
import { BigNumber } from 'bignumber.js';
import type { Money } from '../values/money.js';
import type { ShippingRate, Tier } from '../values/shippingRate.js';
import type { CatalogueShippingMethod, CatalogueZone } from './Catalogue.js';
import { compilePriceFunction } from './compilePriceFunction.js';
import { itemsTotal } from './itemPrices.js';
import { moneyOfCents, roundToInteger } from './moneyArithmetic.js';
import type { PricingCart } from './PricingCart.js';

/** The place that goods are shipped to, and the currency of the cart. */
interface ShippingDestination {
  readonly country: string;
  readonly state?: string;
  readonly currencyCode: string;
}

/**
 * The rate in the currency from the zone of a place; a zone with its state precedes a zone with its whole country.
 * `zones` are by id.
 */
export const shippingRateFor = (
  { zoneRates }: Pick<CatalogueShippingMethod, 'zoneRates'>,
  zones: ReadonlyMap<string, CatalogueZone>,
  destination: ShippingDestination,
): ShippingRate | undefined => {
  const candidates = zoneRates.flatMap(({ zone, shippingRates }) => {
    const rank = zoneRank(zones.get(zone.id), destination);
    return rank === 0
      ? []
      : shippingRates
          .filter(({ price }) => price.currencyCode === destination.currencyCode)
          .map(rate => ({ rate, rank }));
  });
  const [best] = candidates.sort((a, b) => b.rank - a.rank);
  return best?.rate;
};

/** The member of a cart that selects tiers instead of its value: the key of a classification, or a score. */
type RateInput =
  | { readonly type: 'Classification'; readonly key: string }
  | { readonly type: 'Score'; readonly score: number };

/** The rate input of a cart, as the shape of all its types holds it. */
export const rateInputOf = (
  input: { readonly type: string; readonly key?: string; readonly score?: number } | undefined,
): RateInput | undefined => {
  if (input?.type === 'Classification' && input.key !== undefined) return { type: input.type, key: input.key };
  return input?.type === 'Score' && input.score !== undefined ? { type: input.type, score: input.score } : undefined;
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

/** Tells whether carts of the store, or of none, can have the method. A method without stores is for all carts. */
export const isMethodOfStore = (
  { stores = [] }: Pick<CatalogueShippingMethod, 'stores'>,
  { store }: Pick<PricingCart, 'store'>,
): boolean => stores.length === 0 || stores.some(({ key }) => key === store?.key);

export interface RateTarget extends Omit<ShippingDestination, 'currencyCode'> {
  /** If absent, the rates of all currencies match. */
  readonly currencyCode?: string;
  /** The cart whose tiers are marked. */
  readonly cart?: PricingCart;
}

/** The method with `isMatching` at each of its rates; undefined where none matches. */
export const markMatchingRates = <M extends Pick<CatalogueShippingMethod, 'zoneRates'>>(
  method: M,
  zones: ReadonlyMap<string, CatalogueZone>,
  target: RateTarget,
): M | undefined => {
  const { zoneRates } = method;
  const matching = new Set(
    [...currenciesOf(zoneRates, target)]
      .map(currencyCode => shippingRateFor(method, zones, { ...target, currencyCode }))
      .filter(rate => rate !== undefined),
  );
  if (matching.size === 0) return undefined;
  const mark = (rate: ShippingRate): ShippingRate => {
    const isMatching = matching.has(rate);
    return { ...rate, tiers: markTiers(rate, isMatching, target), isMatching };
  };
  return {
    ...method,
    zoneRates: zoneRates.map(each => ({ ...each, shippingRates: each.shippingRates.map(mark) })),
  };
};

/** Returns 2 if a zone names the state, 1 if it names the whole country, and 0 otherwise. */
const zoneRank = (zone: CatalogueZone | undefined, { country, state }: ShippingDestination): number => {
  const inCountry = (zone?.locations ?? []).filter(location => location.country === country);
  if (state !== undefined && inCountry.some(location => location.state === state)) return 2;
  return inCountry.some(location => location.state === undefined) ? 1 : 0;
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
const tierFor = ({ tiers, price }: ShippingRate, cartValue: Money, input: RateInput | undefined): Tier | undefined => {
  if (input?.type === 'Classification')
    return tiers.find(({ type, value }) => type === 'CartClassification' && value === input.key);
  if (input?.type === 'Score') return highestReachedTier(tiers, 'CartScore', 'score', input.score);
  return cartValue.currencyCode === price.currencyCode
    ? highestReachedTier(tiers, 'CartValue', 'minimumCentAmount', cartValue.centAmount)
    : undefined;
};

type ZoneRates = CatalogueShippingMethod['zoneRates'];

const currenciesOf = (zoneRates: ZoneRates, { currencyCode }: RateTarget): ReadonlySet<string> =>
  new Set(
    currencyCode === undefined
      ? zoneRates.flatMap(({ shippingRates }) => shippingRates.map(({ price }) => price.currencyCode))
      : [currencyCode],
  );

const markTiers = (rate: ShippingRate, isMatching: boolean, { cart }: RateTarget): ShippingRate['tiers'] => {
  if (cart === undefined) return rate.tiers;
  const matching = isMatching ? tierFor(rate, itemsTotal(cart, cart), rateInputOf(cart.shippingRateInput)) : undefined;
  return rate.tiers.map(tier => ({ ...tier, isMatching: tier === matching }));
};
