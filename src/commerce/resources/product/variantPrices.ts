import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadBy } from '../../../engine/loadResources.js';
import { type InventoryEntry, stockStamp } from '../inventoryEntry.js';
import type { ProductVariant } from './members.js';
import type { ResponseSources } from '../../../engine/define/ResponseSources.js';
import { priceWithValue } from '../../pricing/itemPrices.js';
import type { PriceSelection } from '../../pricing/selectPrice.js';
import type { Price } from '../../values/price.js';
import { pricesReadMax } from '../shared/prices.js';
import type { StandalonePrice } from '../standalonePrice/members.js';

type Availability = NonNullable<ProductVariant['availability']>;
type Entry = Pick<InventoryEntry, 'id' | 'version' | 'availableQuantity' | 'restockableInDays' | 'supplyChannel'>;

/** Bounds the inventory entries of a SKU that are read: one for each supply channel. */
export const entriesMax = 1_000;

export const stockStamps = (skus: readonly string[]): string[] => skus.map(stockStamp);

export const hasStock = ({ availableQuantity }: Pick<Entry, 'availableQuantity'>): boolean => availableQuantity > 0;

export const readStock = (access: ResourceAccess, projectKey: string, sku: string): Promise<InventoryEntry[]> =>
  loadBy<InventoryEntry>(access, projectKey, 'inventory-entry', 'sku', sku, entriesMax);

const stockOf = (entry: Entry): Availability => ({
  isOnStock: hasStock(entry),
  restockableInDays: entry.restockableInDays,
  availableQuantity: entry.availableQuantity,
  id: entry.id,
  version: entry.version,
});

/**
 * The stock without a channel, and that of each supply channel. Undefined where none is tracked; `channelIds` are the
 * supply channels that are shown, by default all.
 */
export const availabilityOf = (
  entries: readonly Entry[],
  channelIds?: ReadonlySet<string>,
): Availability | undefined => {
  const shown = entries.filter(
    ({ supplyChannel }) => supplyChannel === undefined || channelIds === undefined || channelIds.has(supplyChannel.id),
  );
  if (shown.length === 0) return undefined;
  const general = shown.find(({ supplyChannel }) => supplyChannel === undefined);
  const inChannels = shown.flatMap(entry =>
    entry.supplyChannel === undefined ? [] : [[entry.supplyChannel.id, stockOf(entry)] as const],
  );
  return {
    ...(general && stockOf(general)),
    ...(inChannels.length > 0 && { channels: Object.fromEntries(inChannels) as Availability['channels'] }),
  };
};

export const hasInventory = async ({ store }: ResourceAccess, projectKey: string): Promise<boolean> =>
  (await store.idsInRange(projectKey, 'inventory-entry', { by: 'id' }, { from: 0, to: 1 })).length > 0;

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
