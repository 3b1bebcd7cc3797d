import { errorEntry, type ErrorEntry } from '../../../../base/errors/ApiError.js';
import type { StoredResource } from '../../../../engine/define/Base.js';
import type { CompanionUpdate } from '../../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { loadManyStored } from '../../../../engine/loadResources.js';
import { type InventoryEntry, reserveStock, stockPath, stockValue } from '../../inventoryEntry.js';
import type { LineItem } from '../../shared/cartAndOrder/items.js';
import type { Order } from '../members.js';

/** The line items with one SKU and supply channel. */
interface Demand {
  readonly value: string;
  readonly sku: string;
  readonly items: readonly LineItem[];
}

type StockOrder = Pick<Order, 'lineItems' | 'inventoryMode'>;
type Mode = Order['inventoryMode'];

const modeOf = (item: LineItem, { inventoryMode }: StockOrder): Mode => item.inventoryMode ?? inventoryMode;

const demandsOf = (order: StockOrder): Demand[] => {
  const demands = new Map<string, Demand>();
  for (const item of order.lineItems) {
    const {
      variant: { sku },
      supplyChannel,
    } = item;
    // A negative quantity of an imported order is a return: its pieces are added to the stock when they arrive.
    if (sku === undefined || item.quantity < 0 || modeOf(item, order) === 'None') continue;
    const value = stockValue({ sku, supplyChannel });
    demands.set(value, { value, sku, items: [...(demands.get(value)?.items ?? []), item] });
  }
  return [...demands.values()];
};

const piecesOf = (items: readonly LineItem[]): number => items.reduce((all, { quantity }) => all + quantity, 0);

interface StockResult {
  readonly companions: readonly CompanionUpdate[];
  readonly refusals: readonly ErrorEntry[];
}

const noStock: StockResult = { companions: [], refusals: [] };

/** The demand that the stock cannot meet. */
interface Shortage {
  readonly shortage: Demand;
}

type StoredEntry = StoredResource & { readonly resource: InventoryEntry };

const typeId = 'inventory-entry';
const idName = (value: string): string => `id of ${value}`;

/** Finds the entries that exist, by their unique values. */
const findEntries = async (
  access: ResourceAccess,
  projectKey: string,
  values: readonly string[],
): Promise<Map<string, StoredEntry>> => {
  const shared = await access.shared(projectKey);
  const ids = await Promise.all(values.map(value => access.store.findId(projectKey, typeId, stockPath, value)));
  ids.forEach((id, at) => {
    if (id !== null) shared.keep(typeId, idName(values[at]!), id);
  });
  const entries = await loadManyStored<StoredEntry>(
    access,
    projectKey,
    typeId,
    ids.filter(id => id !== null),
  );
  return new Map(
    values.flatMap((value, at) => {
      const entry = entries.get(ids[at] ?? '');
      return entry === undefined ? [] : [[value, entry]];
    }),
  );
};

/**
 * Returns the same as `findEntries`, but reads an entry by its id if the thread has found it before. The entry still
 * belongs to the value if it has its SKU and channel.
 */
const loadEntries = async (
  access: ResourceAccess,
  projectKey: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, StoredEntry>> => {
  const shared = await access.shared(projectKey);
  const ids = values.flatMap(value => shared.known<string>(typeId, idName(value)) ?? []);
  const known = await loadManyStored<StoredEntry>(access, projectKey, typeId, ids);
  const entries = new Map([...known.values()].map(entry => [stockValue(entry.resource), entry]));
  const others = values.filter(value => !entries.has(value));
  return others.length === 0 ? entries : new Map([...entries, ...(await findEntries(access, projectKey, others))]);
};

/** Returns the change of an inventory entry, or a shortage. A SKU without an entry cannot be reserved or tracked. */
const takeFromEntry = (
  demand: Demand,
  order: StockOrder,
  stored: StoredEntry | undefined,
): CompanionUpdate | Shortage | undefined => {
  const reserving = demand.items.filter(item => modeOf(item, order) !== 'TrackOnly');
  const shortage = reserving.length > 0 ? { ...demand, items: reserving } : demand;
  if (stored === undefined) return reserving.length > 0 ? { shortage } : undefined;
  const set = reserveStock(stored.resource, piecesOf(demand.items), { belowZero: reserving.length === 0 });
  return set === undefined ? { shortage } : { typeId, stored, set };
};

const outOfStock = (shortages: readonly Demand[]): ErrorEntry[] =>
  shortages.length === 0
    ? []
    : [
        errorEntry('OutOfStock', {
          lineItems: shortages.flatMap(({ items }) => items.map(({ id }) => id)),
          skus: [...new Set(shortages.map(({ sku }) => sku))],
        }),
      ];

/**
 * Takes the stock of an order. The refusal names all items and SKUs that are out of stock (ERR052). Stock that is only
 * tracked may fall below 0.
 */
export const takeStock = async (
  access: ResourceAccess,
  projectKey: string,
  order: StockOrder,
): Promise<StockResult> => {
  const demands = demandsOf(order);
  if (demands.length === 0) return noStock;
  const entries = await loadEntries(
    access,
    projectKey,
    demands.map(({ value }) => value),
  );
  const results = demands.map(demand => takeFromEntry(demand, order, entries.get(demand.value)));
  const shortages = results.flatMap(result => (result !== undefined && 'shortage' in result ? [result.shortage] : []));
  const companions = results.flatMap(result => (result !== undefined && 'set' in result ? [result] : []));
  return { companions, refusals: outOfStock(shortages) };
};
