import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import { channelWithRole } from '../shared/references.js';
import { customFieldsOf } from '../shared/customFields.js';
import {
  assertPriceCurrency,
  assertPriceValidity,
  discountedPriceOf,
  priceTiersOf,
  standalonePriceStamp,
} from '../shared/prices.js';
import { actions } from './actions.js';
import { beforeCommit, priceScopeClaims } from './beforeCommit.js';
import {
  type StandalonePrice,
  StandalonePriceDraft,
  StandalonePriceMembers,
  messages,
  unsentMessages,
} from './members.js';
import { responseMembers } from './responseMembers.js';

const draft = creation<StandalonePrice, typeof StandalonePriceDraft>(
  StandalonePriceDraft,
  ({ value, customerGroup, channel, tiers, discounted, custom, staged, active = true, ...others }, context) => {
    const { recurrencePolicy, ...plain } = others;
    const { currencyCode } = value;
    assertPriceValidity(plain);
    if (staged !== undefined) assertPriceCurrency(staged.value, currencyCode, 'staged.value');
    return {
      members: {
        ...plain,
        value: typedMoneyOf(value, 'value'),
        active,
        customerGroup: customerGroup && context.reference('customer-group', customerGroup),
        // A channel without the role is refused (ERR073).
        channel: channel && channelWithRole(channel, 'ProductDistribution', context),
        tiers: tiers && priceTiersOf(tiers, currencyCode),
        discounted: discountedPriceOf(discounted, currencyCode, context),
        custom: customFieldsOf(custom, 'standalone-price', context),
        recurrencePolicy: recurrencePolicy && context.reference('recurrence-policy', recurrencePolicy),
        staged: staged && { value: typedMoneyOf(staged.value, 'staged.value') },
      },
      messages: standalonePrice => [{ type: 'StandalonePriceCreated', standalonePrice }],
    };
  },
);

/** A price of a SKU that is stored outside products, whether or not a product has the SKU. */
export const standalonePrice = defineResource<StandalonePrice>({
  typeId: 'standalone-price',
  path: 'standalone-prices',
  shared: true,
  scopes: { read: ['view_standalone_prices'], write: ['manage_standalone_prices'] },
  resource: StandalonePriceMembers,
  draft,
  actions,
  unique: ['key'],
  indexes: ['sku'],
  messages,
  messaging: { unsent: unsentMessages },
  claims: { values: priceScopeClaims },
  search: { dependents: ['product'] },
  stamps: ({ sku }) => [standalonePriceStamp(sku)],
  beforeCommit,
  derived: { responseMembers },
  removal: { messages: ({ sku }) => [{ type: 'StandalonePriceDeleted', sku }] },
});
