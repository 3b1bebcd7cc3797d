import { errorEntry, type ErrorEntry, required } from '../../../../base/errors/ApiError.js';
import type { CompanionUpdate } from '../../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import type { ResourceSchema } from '../../../../engine/define/ResourceSchema.js';
import { Document } from '../../../../engine/document/Document.js';
import type { InventoryEntry } from '../../inventoryEntry/members.js';
import { reserveStock, stockPath, stockValue } from '../../inventoryEntry/stock.js';
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
    if (sku === undefined || modeOf(item, order) === 'None') continue;
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

/**
 * The change of an inventory entry, or a shortage. A SKU without an entry is not tracked, and nothing of it can be
 * reserved.
 */
const takeFromEntry = (
  demand: Demand,
  order: StockOrder,
  body: Buffer | undefined,
  { typeId, view }: Pick<ResourceSchema, 'typeId' | 'view'>,
): CompanionUpdate | Shortage | undefined => {
  const reserving = demand.items.filter(item => modeOf(item, order) !== 'TrackOnly');
  const shortage = reserving.length > 0 ? { ...demand, items: reserving } : demand;
  if (body === undefined) return reserving.length > 0 ? { shortage } : undefined;
  const document = Document.open(body);
  const entry = view(document) as InventoryEntry;
  const set = reserveStock(entry, piecesOf(demand.items), { belowZero: reserving.length === 0 });
  return set === undefined ? { shortage } : { typeId, stored: { document, resource: entry }, set };
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
 * Takes the stock of an order. Refuses with all items and SKUs that are out of stock (ERR052). Stock that is only
 * tracked may fall below 0.
 */
export const takeStock = async (
  { store, resourceTypes }: ResourceAccess,
  projectKey: string,
  order: StockOrder,
): Promise<StockResult> => {
  const demands = demandsOf(order);
  if (demands.length === 0) return noStock;
  const resourceType = required(resourceTypes.get('inventory-entry'), 'the resource type inventory-entry');
  const { typeId } = resourceType;
  const ids = await Promise.all(demands.map(({ value }) => store.findId(projectKey, typeId, stockPath, value)));
  const storedIds = ids.filter(id => id !== null);
  const bodies = await store.bodies(projectKey, typeId, storedIds);
  const bodyById = new Map(storedIds.map((id, at) => [id, required(bodies[at], 'the body of an inventory entry')]));
  const results = demands.map((demand, at) => takeFromEntry(demand, order, bodyById.get(ids[at] ?? ''), resourceType));
  const shortages = results.flatMap(result => (result !== undefined && 'shortage' in result ? [result.shortage] : []));
  const companions = results.flatMap(result => (result !== undefined && 'set' in result ? [result] : []));
  return { companions, refusals: outOfStock(shortages) };
};
