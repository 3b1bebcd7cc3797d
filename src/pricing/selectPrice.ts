import type { PriceScope } from '../schema/price.js';

/** The buyer and the time that a price is selected for; `at` has the stored form of times. */
export interface PriceSelection {
  readonly currencyCode: string;
  readonly country?: string;
  readonly customerGroupId?: string;
  readonly channelId?: string;
  readonly at: string;
}

const isUnsetOr = (value: string | undefined, wanted: string | undefined): boolean =>
  value === undefined || value === wanted;

const isApplicable = (
  { value, country, customerGroup, channel, validFrom, validUntil }: PriceScope,
  wanted: PriceSelection,
): boolean =>
  value.currencyCode === wanted.currencyCode &&
  isUnsetOr(country, wanted.country) &&
  isUnsetOr(customerGroup?.id, wanted.customerGroupId) &&
  isUnsetOr(channel?.id, wanted.channelId) &&
  (validFrom === undefined || validFrom <= wanted.at) &&
  (validUntil === undefined || wanted.at < validUntil);

/**
 * Ranks a price by its restrictions: a customer group counts more than a channel, a channel more than a country, a
 * country more than a validity.
 */
const rankOf = ({ country, customerGroup, channel, validFrom, validUntil }: PriceScope): number =>
  [customerGroup, channel, country, validFrom ?? validUntil].reduce<number>(
    (rank, part) => rank * 2 + (part === undefined ? 0 : 1),
    0,
  );

/** The applicable price with the highest rank, the first of equals; undefined where none applies. */
export const selectPrice = <P extends PriceScope>(prices: readonly P[], wanted: PriceSelection): P | undefined => {
  let best: P | undefined;
  for (const price of prices)
    if (isApplicable(price, wanted) && (best === undefined || rankOf(price) > rankOf(best))) best = price;
  return best;
};

interface Tier<M> {
  readonly minimumQuantity: number;
  readonly value: M;
}
interface Tiered<M> {
  readonly value: M;
  readonly tiers?: readonly Tier<M>[];
}

/**
 * The price of one piece at a quantity: the value of the highest tier that the quantity reaches, else the value of the
 * price itself.
 */
export const tierValue = <M>({ value, tiers = [] }: Tiered<M>, quantity: number): M => {
  let best: Tier<M> = { minimumQuantity: 0, value };
  for (const tier of tiers)
    if (tier.minimumQuantity <= quantity && tier.minimumQuantity > best.minimumQuantity) best = tier;
  return best.value;
};
