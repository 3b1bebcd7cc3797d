/** The stock of variants, from the inventory entries of their SKUs. */
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadBy } from '../../../engine/loadResources.js';
import { type InventoryEntry, stockStamp } from '../inventoryEntry.js';
import type { ProductVariant } from './members.js';

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
