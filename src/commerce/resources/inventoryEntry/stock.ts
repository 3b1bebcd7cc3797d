import { errorEntry, fail } from '../../../base/errors/ApiError.js';
import { type MessageOf, unchanged } from '../../../engine/define/actions.js';
import type { Claim } from '../../../store/ChangeSet.js';
import type { InventoryEntry } from './members.js';

/** Changes the quantity on stock; reserved quantities stay reserved. */
export const withQuantityOnStock = (entry: InventoryEntry, quantityOnStock: number) => {
  const { sku, supplyChannel, quantityOnStock: oldQuantityOnStock, availableQuantity: oldAvailableQuantity } = entry;
  if (quantityOnStock === oldQuantityOnStock) return unchanged;
  const availableQuantity = quantityOnStock - (oldQuantityOnStock - oldAvailableQuantity);
  if (!Number.isSafeInteger(quantityOnStock) || !Number.isSafeInteger(availableQuantity))
    throw fail('InvalidInput', {
      message: `The quantity on stock would be ${quantityOnStock}; expected an amount within ${Number.MAX_SAFE_INTEGER}.`,
    });
  return {
    set: { quantityOnStock, availableQuantity },
    messages: [
      {
        type: 'InventoryEntryQuantitySet' as const,
        oldQuantityOnStock,
        newQuantityOnStock: quantityOnStock,
        oldAvailableQuantity,
        newAvailableQuantity: availableQuantity,
        sku,
        supplyChannel,
      },
      ...stockMessages(entry, quantityOnStock),
    ],
  };
};

/** Composes messages for stock that falls to zero, to the reorder point or to the safety stock. */
const stockMessages = (
  before: Pick<InventoryEntry, 'sku' | 'supplyChannel' | 'quantityOnStock' | 'stockLevels'>,
  quantityOnStock: number,
): MessageOf<InventoryEntry>[] => {
  const { sku, supplyChannel, stockLevels } = before;
  const reaches = (level: number | undefined): boolean =>
    level !== undefined && before.quantityOnStock > level && quantityOnStock <= level;
  return [
    ...(reaches(0) ? [{ type: 'InventoryEntryOutOfStock' as const, sku, supplyChannel }] : []),
    ...(reaches(stockLevels?.reorderPoint)
      ? [{ type: 'InventoryEntryReorderPoint' as const, sku, quantityOnStock, supplyChannel }]
      : []),
    ...(reaches(stockLevels?.safetyStock)
      ? [{ type: 'InventoryEntrySafetyStock' as const, sku, quantityOnStock, supplyChannel }]
      : []),
  ];
};

interface ReservationOptions {
  /** True if the stock may be reserved below zero, as tracked stock may. */
  readonly belowZero?: boolean;
}

/**
 * Reserves a quantity, or puts it back if it is negative. Returns undefined if the stock is insufficient or the result
 * is not a safe integer.
 */
export const reserveStock = (
  { availableQuantity }: Pick<InventoryEntry, 'availableQuantity'>,
  quantity: number,
  { belowZero = false }: ReservationOptions = {},
): Partial<InventoryEntry> | undefined => {
  const left = availableQuantity - quantity;
  return Number.isSafeInteger(left) && (belowZero || quantity <= 0 || left >= 0)
    ? { availableQuantity: left }
    : undefined;
};

/** Returns the stamp of a SKU's stock for responses about its variant. */
export const stockStamp = (sku: string): string => `stock:${sku}`;

/** The unique value that leads to an inventory entry. Ids contain no spaces: different pairs have different values. */
export const stockPath = 'sku+supplyChannel';
export const stockValue = ({ sku, supplyChannel }: Pick<InventoryEntry, 'sku' | 'supplyChannel'>): string =>
  `${supplyChannel?.id ?? ''} ${sku}`;

/** Returns the part of an entry that carts cache: its limits, if it has any. Orders do not change it. */
export const cartLimitsText = ({
  sku,
  supplyChannel,
  minCartQuantity,
  maxCartQuantity,
}: InventoryEntry): string | undefined =>
  minCartQuantity === undefined && maxCartQuantity === undefined
    ? undefined
    : JSON.stringify([stockValue({ sku, supplyChannel }), minCartQuantity, maxCartQuantity]);

/** Makes the commit refuse two entries of a SKU in one supply channel, or without a channel. */
export const stockClaim = ({ sku, supplyChannel }: Pick<InventoryEntry, 'sku' | 'supplyChannel'>): Claim => ({
  path: stockPath,
  value: stockValue({ sku, supplyChannel }),
  refusal: errorEntry('DuplicateField', {
    field: supplyChannel === undefined ? 'sku' : 'supplyChannel',
    duplicateValue: supplyChannel ?? sku,
  }),
});
