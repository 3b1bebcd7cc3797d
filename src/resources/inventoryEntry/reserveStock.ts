import type { InventoryEntry } from './members.js';

interface ReservationOptions {
  /** Stock that is only tracked may be promised to more than there is. */
  readonly belowZero?: boolean;
}

/** What an entry becomes when `quantity` of it is promised to somebody (returned to it, if negative); undefined when there is not enough, or the number cannot be counted. */
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
