/** Prices: what a variant costs, for whom, where and when. */
import type { Static } from '@sinclair/typebox';
import { sameValue } from '../engine/actions.js';
import type { Context } from '../engine/context.js';
import { fail } from '../errors/ApiError.js';
import { CountryCode, DateTime, Key, List, Optional, Quantity, Shape, Text } from './primitives.js';
import { CustomFields, CustomFieldsDraft, customFieldsOf } from '../resources/shared/customFields.js';
import { Money, MoneyDraft, moneyOf, TypedMoney, TypedMoneyDraft, typedMoneyOf } from './money.js';
import { Reference, ResourceIdentifier } from './reference.js';

export const PriceTier = Shape({ minimumQuantity: Quantity, value: TypedMoney });
export const PriceTierDraft = Shape({ minimumQuantity: Quantity, value: TypedMoneyDraft });
export const DiscountedPrice = Shape({ value: Money, discount: Reference('product-discount') });
export const DiscountedPriceDraft = Shape({ value: MoneyDraft, discount: ResourceIdentifier('product-discount') });

/** When it holds: from `validFrom` on, and no longer from `validUntil` on. */
export const validity = { validFrom: Optional(DateTime), validUntil: Optional(DateTime) };

/** The price of a variant, embedded in it. */
export const Price = Shape({
  id: Text,
  key: Optional(Text),
  value: TypedMoney,
  country: Optional(CountryCode),
  ...validity,
  customerGroup: Optional(Reference('customer-group')),
  channel: Optional(Reference('channel')),
  discounted: Optional(DiscountedPrice),
  tiers: Optional(List(PriceTier)),
  custom: Optional(CustomFields),
});

export const PriceDraft = Shape({
  key: Optional(Key),
  value: TypedMoneyDraft,
  country: Optional(CountryCode),
  ...validity,
  customerGroup: Optional(ResourceIdentifier('customer-group')),
  channel: Optional(ResourceIdentifier('channel')),
  discounted: Optional(DiscountedPriceDraft),
  tiers: Optional(List(PriceTierDraft)),
  custom: Optional(CustomFieldsDraft),
});

export type Price = Static<typeof Price>;
export type PriceDraft = Static<typeof PriceDraft>;
export type PriceTier = Static<typeof PriceTier>;
export type DiscountedPrice = Static<typeof DiscountedPrice>;

/** All amounts of a price are in its currency. */
export const assertCurrency = (money: { readonly currencyCode: string }, expected: string, field: string): void => {
  if (money.currencyCode !== expected)
    throw fail('InvalidField', {
      field: `${field}.currencyCode`,
      invalidValue: money.currencyCode,
      expected: `Expected ${expected}, the currency of the price.`,
    });
};

/** Tiers begin behind the first piece, each at a quantity of its own, in the price's currency. */
export const tiersOf = (drafts: readonly Static<typeof PriceTierDraft>[], currencyCode: string): PriceTier[] => {
  const quantities = drafts.map(({ minimumQuantity }) => minimumQuantity);
  const wrong = quantities.find((quantity, at) => quantity < 2 || quantities.indexOf(quantity) !== at);
  if (wrong !== undefined)
    throw fail('InvalidField', {
      field: 'tiers.minimumQuantity',
      invalidValue: wrong,
      expected: 'Expected quantities above 1, each once.',
    });
  return drafts.map(({ minimumQuantity, value }) => {
    assertCurrency(value, currencyCode, 'tiers.value');
    return { minimumQuantity, value: typedMoneyOf(value, 'tiers.value') };
  });
};

export const discountedOf = (
  draft: Static<typeof DiscountedPriceDraft> | undefined,
  currencyCode: string,
  context: Context,
): DiscountedPrice | undefined => {
  if (draft === undefined) return undefined;
  assertCurrency(draft.value, currencyCode, 'discounted.value');
  return { value: moneyOf(draft.value), discount: context.reference('product-discount', draft.discount) };
};

/** Texts in the stored form of times compare as the times do. */
export const assertValidity = ({
  validFrom,
  validUntil,
}: {
  readonly validFrom?: string;
  readonly validUntil?: string;
}): void => {
  if (validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil)
    throw fail('InvalidField', {
      field: 'validUntil',
      invalidValue: validUntil,
      expected: `Expected a time after validFrom, ${validFrom}.`,
    });
};

export const priceOf = (
  { value, customerGroup, channel, discounted, tiers, custom, ...plain }: PriceDraft,
  context: Context,
): Price => {
  assertValidity(plain);
  return {
    id: context.newId(),
    ...plain,
    value: typedMoneyOf(value, 'value'),
    customerGroup: customerGroup && context.reference('customer-group', customerGroup),
    channel: channel && context.reference('channel', channel),
    discounted: discountedOf(discounted, value.currencyCode, context),
    tiers: tiers && tiersOf(tiers, value.currencyCode),
    custom: customFieldsOf(custom, 'product-price', context),
  };
};

/** What two prices may not share: currency, country, customer group, channel and validity (ERR040, ERR076). */
export interface PriceScope {
  readonly value: { readonly currencyCode: string };
  readonly country?: string;
  readonly customerGroup?: { readonly id: string };
  readonly channel?: { readonly id: string };
  readonly validFrom?: string;
  readonly validUntil?: string;
}

/** For whom and where a price holds, as one text. */
export const scopeOf = ({ value: { currencyCode }, country, customerGroup, channel }: PriceScope): string =>
  [currencyCode, country, customerGroup?.id, channel?.id].map(each => each ?? '').join('|');

export const sameScope = (a: PriceScope, b: PriceScope): boolean =>
  scopeOf(a) === scopeOf(b) && sameValue([a.validFrom, a.validUntil], [b.validFrom, b.validUntil]);
