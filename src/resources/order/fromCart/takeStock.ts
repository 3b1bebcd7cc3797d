import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import type { CompanionUpdate } from '../../../engine/define/BeforeCommit.js';
import { Document } from '../../../engine/document/Document.js';
import { errorEntry, type ErrorEntry } from '../../../errors/ApiError.js';
import type { InventoryEntry } from '../../inventoryEntry/members.js';
import { reserveStock } from '../../inventoryEntry/reserveStock.js';
import { stockClaim } from '../../inventoryEntry/stockClaim.js';
import type { Order } from '../members.js';
import type { LineItem } from '../../shared/lineItem.js';

/** The line items with one SKU and supply channel. */
interface Demand {
  readonly path: string;
  readonly value: string;
  readonly sku: string;
  readonly items: readonly LineItem[];
}

type Mode = Order['inventoryMode'];

const modeOf = (item: LineItem, { inventoryMode }: Pick<Order, 'inventoryMode'>): Mode =>
  item.inventoryMode ?? inventoryMode;

const demandsOf = (order: Pick<Order, 'lineItems' | 'inventoryMode'>): Demand[] => {
  const demands = new Map<string, Demand>();
  for (const item of order.lineItems) {
    const {
      variant: { sku },
      supplyChannel,
    } = item;
    if (sku === undefined || modeOf(item, order) === 'None') continue;
    const { path, value } = stockClaim({ sku, supplyChannel });
    demands.set(value, { path, value, sku, items: [...(demands.get(value)?.items ?? []), item] });
  }
  return [...demands.values()];
};

const piecesOf = (items: readonly LineItem[]): number => items.reduce((all, { quantity }) => all + quantity, 0);

interface Taken {
  readonly companions: readonly CompanionUpdate[];
  readonly refusals: readonly ErrorEntry[];
}

/** Takes the stock of an order. Refuses with all items and SKUs that are out of stock (ERR052). Stock that is only tracked may fall below 0. */
export const takeStock = async (
  engine: ResourceAccess,
  projectKey: string,
  order: Pick<Order, 'lineItems' | 'inventoryMode'>,
): Promise<Taken> => {
  const demands = demandsOf(order);
  const resourceType = engine.resourceTypes.get('inventory-entry')!;
  const ids = await Promise.all(
    demands.map(({ path, value }) => engine.store.findId(projectKey, resourceType.typeId, path, value)),
  );
  const bodies = await engine.store.bodies(
    projectKey,
    resourceType.typeId,
    ids.filter(id => id !== null),
  );
  const companions: CompanionUpdate[] = [];
  const missing: Demand[] = [];
  let next = 0;
  demands.forEach((demand, at) => {
    const body = ids[at] === null ? null : bodies[next++]!;
    const reserving = demand.items.filter(item => modeOf(item, order) !== 'TrackOnly');
    if (body === null) {
      // Nobody said how much there is of it: nothing that could be reserved, nothing to be tracked.
      if (reserving.length > 0) missing.push({ ...demand, items: reserving });
      return;
    }
    const document = Document.open(body);
    const entry = resourceType.view(document) as unknown as InventoryEntry;
    const set = reserveStock(entry, piecesOf(demand.items), { belowZero: reserving.length === 0 });
    if (set === undefined) missing.push(reserving.length > 0 ? { ...demand, items: reserving } : demand);
    else companions.push({ typeId: resourceType.typeId, stored: { document, resource: entry }, set });
  });
  if (missing.length === 0) return { companions, refusals: [] };
  return {
    companions,
    refusals: [
      errorEntry('OutOfStock', {
        lineItems: missing.flatMap(({ items }) => items.map(({ id }) => id)),
        skus: [...new Set(missing.map(({ sku }) => sku))],
      }),
    ],
  };
};
