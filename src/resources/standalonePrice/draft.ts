import { creation } from '../../engine/define/defineResource.js';
import { moneyOf } from '../../schema/money.js';
import { channelWithRole } from '../shared/channelWithRole.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertPriceCurrency, assertPriceValidity, discountedPriceOf, priceTiersOf } from '../shared/priceOf.js';
import { type StandalonePrice, StandalonePriceDraft } from './members.js';

export const draft = creation<StandalonePrice, typeof StandalonePriceDraft>(
  StandalonePriceDraft,
  ({ value, customerGroup, channel, tiers, discounted, custom, staged, active = true, ...plain }, context) => {
    const { currencyCode } = value;
    assertPriceValidity(plain);
    if (staged !== undefined) assertPriceCurrency(staged.value, currencyCode, 'staged.value');
    return {
      members: {
        ...plain,
        value: moneyOf(value),
        active,
        customerGroup: customerGroup && context.reference('customer-group', customerGroup),
        // Refused without the role (ERR073).
        channel: channel && channelWithRole(channel, 'ProductDistribution', context),
        tiers: tiers && priceTiersOf(tiers, currencyCode),
        discounted: discountedPriceOf(discounted, currencyCode, context),
        custom: customFieldsOf(custom, 'standalone-price', context),
        staged: staged && { value: moneyOf(staged.value) },
      },
      messages: standalonePrice => [{ type: 'StandalonePriceCreated', standalonePrice }],
    };
  },
);
