import type { MessageDraft } from '../../engine/define/Change.js';
import type { InventoryEntry } from './members.js';

/** Composes messages for stock that falls to zero, to the reorder point or to the safety stock. */
export const stockMessages = (
  before: Pick<InventoryEntry, 'sku' | 'supplyChannel' | 'quantityOnStock' | 'stockLevels'>,
  quantityOnStock: number,
): MessageDraft[] => {
  const { sku, supplyChannel, stockLevels } = before;
  const reaches = (level: number | undefined): boolean =>
    level !== undefined && before.quantityOnStock > level && quantityOnStock <= level;
  return [
    ...(reaches(0) ? [{ type: 'InventoryEntryOutOfStock', sku, supplyChannel }] : []),
    ...(reaches(stockLevels?.reorderPoint)
      ? [{ type: 'InventoryEntryReorderPoint', sku, quantityOnStock, supplyChannel }]
      : []),
    ...(reaches(stockLevels?.safetyStock)
      ? [{ type: 'InventoryEntrySafetyStock', sku, quantityOnStock, supplyChannel }]
      : []),
  ];
};
