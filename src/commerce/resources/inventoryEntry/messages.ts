import { Snapshot } from '../../../engine/define/Message.js';
import { Integer, NonEmptyText, Optional, Quantity } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import type { InventoryEntry } from './members.js';

const entry = { sku: NonEmptyText, supplyChannel: Optional(Reference('channel')) };

export const messages = {
  InventoryEntryCreated: { inventoryEntry: Snapshot<InventoryEntry>('inventory-entry') },
  InventoryEntryDeleted: entry,
  InventoryEntryQuantitySet: {
    oldQuantityOnStock: Integer,
    newQuantityOnStock: Integer,
    oldAvailableQuantity: Integer,
    newAvailableQuantity: Integer,
    ...entry,
  },
  InventoryEntryReservationExpirationInMinutesSet: {
    newReservationExpirationInMinutes: Optional(Quantity),
    oldReservationExpirationInMinutes: Optional(Quantity),
  },
  InventoryEntryOutOfStock: entry,
  InventoryEntryReorderPoint: { ...entry, quantityOnStock: Integer },
  InventoryEntrySafetyStock: { ...entry, quantityOnStock: Integer },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly inventoryEntry: typeof messages;
  }
}
