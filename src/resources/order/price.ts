import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/context.js';
import { CountryCode, DateTime, List, Optional, Quantity, Shape, Text } from '../types/basic.js';
import { CustomFields, CustomFieldsDraft, customFieldsOf } from '../types/customFields.js';
import { Money, MoneyDraft, moneyOf } from '../types/money.js';
import { Reference, ResourceIdentifier } from '../types/reference.js';

const scope = { country: Optional(CountryCode), validFrom: Optional(DateTime), validUntil: Optional(DateTime) };

/** The price of a variant, as a line item carries it. */
export const Price = Shape({
  id: Text, key: Optional(Text), value: Money, ...scope,
  customerGroup: Optional(Reference('customer-group')),
  channel: Optional(Reference('channel')),
  discounted: Optional(Shape({ value: Money, discount: Reference('product-discount') })),
  tiers: Optional(List(Shape({ minimumQuantity: Quantity, value: Money }))),
  custom: Optional(CustomFields),
});

export const PriceDraft = Shape({
  key: Optional(Text), value: MoneyDraft, ...scope,
  customerGroup: Optional(ResourceIdentifier('customer-group')),
  channel: Optional(ResourceIdentifier('channel')),
  discounted: Optional(Shape({ value: MoneyDraft, discount: ResourceIdentifier('product-discount') })),
  tiers: Optional(List(Shape({ minimumQuantity: Quantity, value: MoneyDraft }))),
  custom: Optional(CustomFieldsDraft),
});

export const priceOf = ({ value, customerGroup, channel, discounted, tiers, custom, ...plain }: Static<typeof PriceDraft>, context: Context): Static<typeof Price> => ({
  id: context.newId(),
  ...plain,
  value: moneyOf(value),
  customerGroup: customerGroup && context.reference('customer-group', customerGroup),
  channel: channel && context.reference('channel', channel),
  discounted: discounted && { value: moneyOf(discounted.value), discount: context.reference('product-discount', discounted.discount) },
  tiers: tiers?.map(({ minimumQuantity, value: tier }) => ({ minimumQuantity, value: moneyOf(tier) })),
  custom: customFieldsOf(custom, 'product-price', context),
});
