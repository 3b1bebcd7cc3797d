import type { MessageDraft } from '../../engine/actions.js';
import type { InventoryEntry } from './members.js';

type Stock = Pick<InventoryEntry, 'sku' | 'supplyChannel' | 'quantityOnStock' | 'stockLevels'>;

/** What is told when the stock comes down to nothing, or to one of the entry's levels. */
export const stockMessages = (before: Stock, after: Stock): MessageDraft[] => {
  const { sku, supplyChannel, quantityOnStock, stockLevels } = after;
  const reaches = (level: number | undefined): boolean => level !== undefined && before.quantityOnStock > level && quantityOnStock <= level;
  return [
    ...(reaches(0) ? [{ type: 'InventoryEntryOutOfStock', sku, supplyChannel }] : []),
    ...(reaches(stockLevels?.reorderPoint) ? [{ type: 'InventoryEntryReorderPoint', sku, quantityOnStock, supplyChannel }] : []),
    ...(reaches(stockLevels?.safetyStock) ? [{ type: 'InventoryEntrySafetyStock', sku, quantityOnStock, supplyChannel }] : []),
  ];
};
