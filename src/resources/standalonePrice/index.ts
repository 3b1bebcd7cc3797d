import { creation, defineResource } from '../../engine/define/defineResource.js';
import { channelWithRole } from '../shared/channelWithRole.js';
import { customFieldsOf } from '../shared/customFields.js';
import { moneyOf } from '../../schema/money.js';
import { assertPriceCurrency, assertPriceValidity, discountedPriceOf, priceTiersOf } from '../shared/priceOf.js';
import { actions } from './actions.js';
import { type StandalonePrice, StandalonePriceDraft, StandalonePriceMembers } from './members.js';
import { priceScopeClaims, beforeCommit } from './scope.js';

export type { StandalonePrice } from './members.js';

const draft = creation<StandalonePrice, typeof StandalonePriceDraft>(
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
        // ERR073
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

/** Prices apart from products: of a SKU, whether or not a product has it. */
export const standalonePrice = defineResource<StandalonePrice>({
  typeId: 'standalone-price',
  path: 'standalone-prices',
  scopes: { read: ['view_standalone_prices'], write: ['manage_standalone_prices'] },
  resource: StandalonePriceMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: ['sku'],
  identifiers: ['key'],
  sendsMessages: true,
  claims: priceScopeClaims,
  beforeCommit,
  removalMessages: ({ sku }) => [{ type: 'StandalonePriceDeleted', sku }],
});
