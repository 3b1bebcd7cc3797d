/** The stored form of prices, and the buyers that they apply to. */
import type { Static } from '@sinclair/typebox';
import { fail, invalidField } from '../../../base/errors/ApiError.js';
import type { Context } from '../../../engine/define/Context.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import {
  DiscountedPrice,
  DiscountedPriceDraft,
  Price,
  PriceDraft,
  type PriceScope,
  PriceTier,
  PriceTierDraft,
} from '../../values/price.js';
import type { Validity } from '../../values/validity.js';
import { customFieldsOf } from './customFields.js';

/** Refuses an amount in another currency than the price's. */
export const assertPriceCurrency = (
  money: { readonly currencyCode: string },
  expected: string,
  field: string,
): void => {
  if (money.currencyCode !== expected)
    throw invalidField(`${field}.currencyCode`, money.currencyCode, `Expected ${expected}, the currency of the price.`);
};

/** The stored form of tiers. Refuses quantities below 2, duplicate quantities and other currencies. */
export const priceTiersOf = (drafts: readonly Static<typeof PriceTierDraft>[], currencyCode: string): PriceTier[] => {
  const seen = new Set<number>();
  const wrong = drafts
    .map(({ minimumQuantity }) => minimumQuantity)
    .find(quantity => quantity < 2 || seen.size === seen.add(quantity).size);
  if (wrong !== undefined)
    throw invalidField('tiers.minimumQuantity', wrong, 'Expected quantities above 1, each once.');
  return drafts.map(({ minimumQuantity, value }) => {
    assertPriceCurrency(value, currencyCode, 'tiers.value');
    return { minimumQuantity, value: typedMoneyOf(value, 'tiers.value') };
  });
};

export const discountedPriceOf = (
  draft: Static<typeof DiscountedPriceDraft> | undefined,
  currencyCode: string,
  context: Context,
): DiscountedPrice | undefined => {
  if (draft === undefined) return undefined;
  assertPriceCurrency(draft.value, currencyCode, 'discounted.value');
  return {
    value: typedMoneyOf(draft.value, 'discounted.value'),
    discount: context.reference('product-discount', draft.discount),
  };
};

/** Refuses a validity that ends before it begins. Times in their stored form compare as texts. */
export const assertPriceValidity = ({ validFrom, validUntil }: Validity): void => {
  if (validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil)
    throw invalidField('validUntil', validUntil, `Expected a time after validFrom, ${validFrom}.`);
};

export const priceOf = (
  { key, value, country, validFrom, validUntil, customerGroup, channel, discounted, tiers, ...rest }: PriceDraft,
  context: Context,
): Price => {
  assertPriceValidity({ validFrom, validUntil });
  return {
    id: context.newId(),
    key,
    country,
    validFrom,
    validUntil,
    value: typedMoneyOf(value, 'value'),
    customerGroup: customerGroup && context.reference('customer-group', customerGroup),
    channel: channel && context.reference('channel', channel),
    discounted: discountedPriceOf(discounted, value.currencyCode, context),
    tiers: tiers && priceTiersOf(tiers, value.currencyCode),
    custom: customFieldsOf(rest.custom, 'product-price', context),
    recurrencePolicy: rest.recurrencePolicy && context.reference('recurrence-policy', rest.recurrencePolicy),
  };
};

/** The buyers that a price applies to, as one text. */
export const priceScopeText = ({ value, country, customerGroup, channel, recurrencePolicy }: PriceScope): string =>
  [
    ...[value.currencyCode, country, customerGroup?.id, channel?.id].map(each => each ?? ''),
    // Claims that were stored before recurrence policies existed have no place for one.
    ...(recurrencePolicy === undefined ? [] : [recurrencePolicy.id]),
  ].join('|');

/** The buyers and the period that a price applies to, as one text. */
export const priceScopeAndValidityText = (scope: PriceScope): string =>
  [priceScopeText(scope), scope.validFrom ?? '', scope.validUntil ?? ''].join('|');

/** Refuses two prices of a variant with one scope (ERR040) or with one key. */
export const assertDistinctPrices = (prices: readonly Price[]): void => {
  const scopes = new Map<string, Price>();
  const keys = new Map<string, Price>();
  for (const price of prices) {
    const scope = priceScopeAndValidityText(price);
    const other = scopes.get(scope);
    if (other !== undefined)
      throw fail('DuplicatePriceScope', {
        priceScope: scope.split('|').filter(Boolean).join(', '),
        conflictingPrices: [other, price],
      });
    scopes.set(scope, price);
    if (price.key === undefined) continue;
    const namesake = keys.get(price.key);
    if (namesake !== undefined) throw fail('DuplicatePriceKey', { key: price.key, conflictingPrice: namesake });
    keys.set(price.key, price);
  }
};

/** Converts the drafts of a variant's prices to prices with new ids. */
export const toPrices = (drafts: readonly PriceDraft[], context: Context): Price[] => {
  const prices = drafts.map(draft => priceOf(draft, context));
  assertDistinctPrices(prices);
  return prices;
};

/** The stamp of the standalone prices of a SKU, for responses about its variant. */
export const standalonePriceStamp = (sku: string): string => `price:${sku}`;

/**
 * Bounds the standalone prices of one SKU that are read: a few more than allowed may exist, created at the same moment.
 */
export const pricesReadMax = 5_000;
