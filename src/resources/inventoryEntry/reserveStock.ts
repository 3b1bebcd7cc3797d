import type { InventoryEntry } from './members.js';

interface ReservationOptions {
  /** Tracked stock may be reserved below zero. */
  readonly belowZero?: boolean;
}

/**
 * Reserves a quantity, or returns it if negative. Undefined where the stock is insufficient or the result is not a safe
 * integer.
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
