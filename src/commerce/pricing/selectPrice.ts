import type { TypedMoney } from '../values/money.js';
import type { Price, PriceScope } from '../values/price.js';
import { isValidAt } from '../values/validity.js';
import { compareAmounts } from './moneyArithmetic.js';

/** The buyer and the time that a price is selected for; `at` has the stored form of times. */
export interface PriceSelection {
  readonly currencyCode: string;
  readonly country?: string;
  readonly customerGroupId?: string;
  /** Further groups that the customer is assigned to. */
  readonly assignedGroupIds?: readonly string[];
  readonly channelId?: string;
  readonly recurrencePolicyId?: string;
  readonly at: string;
}

const isUnsetOr = (value: string | undefined, wanted: string | undefined): boolean =>
  value === undefined || value === wanted;

const isApplicable = (scope: PriceScope, wanted: PriceSelection): boolean =>
  scope.value.currencyCode === wanted.currencyCode &&
  isUnsetOr(scope.country, wanted.country) &&
  (isUnsetOr(scope.customerGroup?.id, wanted.customerGroupId) ||
    wanted.assignedGroupIds?.includes(scope.customerGroup?.id ?? '') === true) &&
  isUnsetOr(scope.channel?.id, wanted.channelId) &&
  isUnsetOr(scope.recurrencePolicy?.id, wanted.recurrencePolicyId) &&
  isValidAt(scope, wanted.at);

/**
 * Ranks a price by its restrictions: a recurrence policy counts more than a customer group, a group more than a
 * channel, a channel more than a country, a country more than a validity.
 */
const rankOf = ({ country, customerGroup, channel, recurrencePolicy, validFrom, validUntil }: PriceScope): number =>
  (recurrencePolicy === undefined ? 0 : 16) +
  (customerGroup === undefined ? 0 : 8) +
  (channel === undefined ? 0 : 4) +
  (country === undefined ? 0 : 2) +
  ((validFrom ?? validUntil) === undefined ? 0 : 1);

/** Tells whether a price precedes another applicable one: by rank, and among the groups of a customer by amount. */
const precedes = (price: SelectablePrice, other: SelectablePrice): boolean => {
  const [rank, otherRank] = [rankOf(price), rankOf(other)];
  if (rank !== otherRank || price.customerGroup?.id === other.customerGroup?.id) return rank > otherRank;
  return compareAmounts(amountOf(price), amountOf(other)) < 0;
};

interface SelectablePrice extends PriceScope {
  readonly discounted?: { readonly value: TypedMoney };
}

const amountOf = ({ value, discounted }: SelectablePrice): TypedMoney => discounted?.value ?? (value as TypedMoney);

/**
 * The applicable price with the highest rank, the first of equals; undefined where none applies. `discounted` gives a
 * price with the discount on its product.
 */
export const selectPrice = <P extends SelectablePrice>(
  prices: readonly P[],
  wanted: PriceSelection,
  discounted = (price: P): P => price,
): P | undefined => {
  let best: P | undefined;
  for (const price of prices) {
    if (!isApplicable(price, wanted)) continue;
    const candidate = discounted(price);
    if (best === undefined || precedes(candidate, best)) best = candidate;
  }
  return best;
};

/** The price of each recurrence policy, or of the wanted one, that is selected for a buyer. */
export const selectRecurrencePrices = <P extends PriceScope>(prices: readonly P[], wanted: PriceSelection): P[] => {
  const recurring = prices.filter(({ recurrencePolicy: policy }) => policy !== undefined);
  const ids = new Set(recurring.map(({ recurrencePolicy: policy }) => policy?.id ?? ''));
  return [...ids].flatMap(id => {
    if (wanted.recurrencePolicyId !== undefined && wanted.recurrencePolicyId !== id) return [];
    return selectPrice(recurring, { ...wanted, recurrencePolicyId: id }) ?? [];
  });
};

/**
 * The price of one piece at a quantity: the value of the highest tier that the quantity reaches, else the value of the
 * price itself.
 */
export const tierValue = ({ value, tiers = [] }: Pick<Price, 'value' | 'tiers'>, quantity: number): TypedMoney => {
  let best = { minimumQuantity: 0, value };
  for (const tier of tiers)
    if (tier.minimumQuantity <= quantity && tier.minimumQuantity > best.minimumQuantity) best = tier;
  return best.value;
};
