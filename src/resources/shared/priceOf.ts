import type { Static } from '@sinclair/typebox';
import { fail } from '../../errors/ApiError.js';
import {
  DiscountedPrice,
  DiscountedPriceDraft,
  Price,
  PriceDraft,
  PriceTier,
  PriceTierDraft,
} from '../../schema/price.js';
import { moneyOf } from '../../schema/money.js';
import type { Validity } from '../../schema/validity.js';
import type { Context } from '../../engine/define/Context.js';
import { customFieldsOf } from './customFields.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';

/** Refuses an amount in another currency than the price's. */
export const assertPriceCurrency = (
  money: { readonly currencyCode: string },
  expected: string,
  field: string,
): void => {
  if (money.currencyCode !== expected)
    throw fail('InvalidField', {
      field: `${field}.currencyCode`,
      invalidValue: money.currencyCode,
      expected: `Expected ${expected}, the currency of the price.`,
    });
};

/** The stored form of tiers. Refuses quantities below 2, duplicate quantities and other currencies. */
export const priceTiersOf = (drafts: readonly Static<typeof PriceTierDraft>[], currencyCode: string): PriceTier[] => {
  const quantities = drafts.map(({ minimumQuantity }) => minimumQuantity);
  const wrong = quantities.find((quantity, at) => quantity < 2 || quantities.indexOf(quantity) !== at);
  if (wrong !== undefined)
    throw fail('InvalidField', {
      field: 'tiers.minimumQuantity',
      invalidValue: wrong,
      expected: 'Expected quantities above 1, each once.',
    });
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
  return { value: moneyOf(draft.value), discount: context.reference('product-discount', draft.discount) };
};

/** Refuses a validity that ends before it begins. Times in their stored form compare as texts. */
export const assertPriceValidity = ({ validFrom, validUntil }: Validity): void => {
  if (validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil)
    throw fail('InvalidField', {
      field: 'validUntil',
      invalidValue: validUntil,
      expected: `Expected a time after validFrom, ${validFrom}.`,
    });
};

export const priceOf = (
  { key, value, country, validFrom, validUntil, customerGroup, channel, discounted, tiers, custom }: PriceDraft,
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
    custom: customFieldsOf(custom, 'product-price', context),
  };
};
