/** The prices of variants: embedded in the product, or standalone prices of the SKU. */
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import type { ResponseSources } from '../../../engine/define/ResponseSources.js';
import { loadBy } from '../../../engine/loadResources.js';
import { priceWithValue } from '../../pricing/itemPrices.js';
import type { PriceSelection } from '../../pricing/selectPrice.js';
import type { Price } from '../../values/price.js';
import { pricesReadMax } from '../shared/prices.js';
import type { StandalonePrice } from '../standalonePrice/members.js';

/** The query parameters that select a price. */
export const priceParameters = {
  priceCurrency: 'The currency of the price that each variant shows, as carts select it.',
  priceCountry: 'The country of the buyer.',
  priceCustomerGroup: 'The id of the customer group of the buyer.',
  priceCustomerGroupAssignments: 'The id of a customer group of the buyer; may be given several times.',
  priceChannel: 'The id of the channel that sells.',
  priceRecurrencePolicy: 'The id of the recurrence policy with which the buyer gets the product again.',
} as const;

/** The buyer that the parameters name, at a time; undefined where they select no price. */
export const priceSelectionOf = (query: URLSearchParams, at: string): PriceSelection | undefined =>
  query.has('priceCurrency')
    ? {
        currencyCode: query.get('priceCurrency') ?? '',
        country: query.get('priceCountry') ?? undefined,
        customerGroupId: query.get('priceCustomerGroup') ?? undefined,
        assignedGroupIds: query.getAll('priceCustomerGroupAssignments'),
        channelId: query.get('priceChannel') ?? undefined,
        recurrencePolicyId: query.get('priceRecurrencePolicy') ?? undefined,
        at,
      }
    : undefined;

/** The active standalone prices as variants show them. */
export const activePrices = (prices: readonly StandalonePrice[]): Price[] =>
  prices.filter(({ active }) => active).map(price => priceWithValue(price, price.value));

export const readStandalonePrices = async (
  access: ResourceAccess,
  projectKey: string,
  sku: string,
): Promise<readonly Price[]> =>
  activePrices(await loadBy<StandalonePrice>(access, projectKey, 'standalone-price', 'sku', sku, pricesReadMax));

/** Tells `sources` when another price than that of the selection may be selected. */
export const watchValidity = (
  prices: readonly Price[],
  { currencyCode, at }: PriceSelection,
  sources: ResponseSources,
): void => {
  for (const { value, validFrom, validUntil } of prices)
    if (value.currencyCode === currencyCode)
      for (const time of [validFrom, validUntil]) if (time !== undefined && time > at) sources.expireAt(time);
};
