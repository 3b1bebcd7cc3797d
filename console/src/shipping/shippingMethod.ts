import type { Reference, Resource } from '../api/Resource';
import type { Money } from '../values/format';

interface Tier {
  readonly price?: Money;
  readonly [member: string]: unknown;
}

export interface Rate {
  readonly price: Money;
  readonly freeAbove?: Money;
  readonly tiers?: readonly Tier[];
}

export interface ZoneRate {
  readonly zone: Reference;
  readonly shippingRates: readonly Rate[];
}

export interface ShippingMethod extends Resource {
  readonly active: boolean;
  readonly isDefault: boolean;
  readonly zoneRates: readonly ZoneRate[];
}

/** Returns the rate for a currency, of which a zone has at most one. */
export const rateIn = ({ shippingRates }: ZoneRate, currency: string): Rate | undefined =>
  shippingRates.find(({ price }) => price.currencyCode === currency);

const moneyDraft = ({ currencyCode, centAmount }: Money): Money => ({ currencyCode, centAmount });

/** Returns the draft of a rate; an action that removes a rate contains an equal draft. */
export const rateDraft = ({ price, freeAbove, tiers = [] }: Rate): Rate => ({
  price: moneyDraft(price),
  ...(freeAbove !== undefined && { freeAbove: moneyDraft(freeAbove) }),
  ...(tiers.length > 0 && {
    tiers: tiers.map(({ price: ofTier, ...tier }) => ({
      ...tier,
      ...(ofTier !== undefined && { price: moneyDraft(ofTier) }),
    })),
  }),
});
