/** Which of several prices holds for a buyer at a time, and what a piece of a quantity costs. */
import type { PriceScope } from '../schema/price.js';

/** For whom, where and when a price is looked for; `at` in the stored form of times. */
export interface PriceSelection {
  readonly currencyCode: string;
  readonly country?: string;
  readonly customerGroupId?: string;
  readonly channelId?: string;
  readonly at: string;
}

const isOpenOr = (own: string | undefined, wanted: string | undefined): boolean => own === undefined || own === wanted;

const holds = (
  { value, country, customerGroup, channel, validFrom, validUntil }: PriceScope,
  wanted: PriceSelection,
): boolean =>
  value.currencyCode === wanted.currencyCode &&
  isOpenOr(country, wanted.country) &&
  isOpenOr(customerGroup?.id, wanted.customerGroupId) &&
  isOpenOr(channel?.id, wanted.channelId) &&
  (validFrom === undefined || validFrom <= wanted.at) &&
  (validUntil === undefined || wanted.at < validUntil);

/** A customer group outweighs all behind it, a channel the country, and that a period. */
const rankOf = ({ country, customerGroup, channel, validFrom, validUntil }: PriceScope): number =>
  [customerGroup, channel, country, validFrom ?? validUntil].reduce<number>(
    (rank, part) => rank * 2 + (part === undefined ? 0 : 1),
    0,
  );

/** The price that is made most of all for this buyer; undefined when none is for them. The first of equals. */
export const selectPrice = <P extends PriceScope>(prices: readonly P[], wanted: PriceSelection): P | undefined => {
  let best: P | undefined;
  for (const price of prices)
    if (holds(price, wanted) && (best === undefined || rankOf(price) > rankOf(best))) best = price;
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

/** What one piece costs when so many are bought: the highest tier that the quantity reaches, else the price's own value. */
export const tierValue = <M>({ value, tiers = [] }: Tiered<M>, quantity: number): M => {
  let best: Tier<M> = { minimumQuantity: 0, value };
  for (const tier of tiers)
    if (tier.minimumQuantity <= quantity && tier.minimumQuantity > best.minimumQuantity) best = tier;
  return best.value;
};
