/** What an inventory entry holds: how much of a SKU lies in a supply channel, or in no channel in particular. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/defineResource.js';
import { fail } from '../../errors.js';
import { DateTime, Integer, IntegerFrom, Key, NonEmptyText, Optional, Quantity, Shape } from '../types/basic.js';
import { CustomFields, CustomFieldsDraft } from '../types/customFields.js';
import { Reference, ResourceIdentifier } from '../types/reference.js';

export const Level = IntegerFrom(0, Number.MAX_SAFE_INTEGER);
export const StockLevels = Shape({ reorderPoint: Optional(Level), safetyStock: Optional(Level) });
export const ChannelIdentifier = ResourceIdentifier('channel', { load: true });

export const limitMembers = { minCartQuantity: Optional(Quantity), maxCartQuantity: Optional(Quantity) };

const plain = {
  ...limitMembers,
  restockableInDays: Optional(Integer), expectedDelivery: Optional(DateTime),
  reservationExpirationInMinutes: Optional(Quantity), stockLevels: Optional(StockLevels),
};

export const InventoryEntryMembers = Shape({
  key: Optional(Key), sku: NonEmptyText, supplyChannel: Optional(Reference('channel')),
  quantityOnStock: Integer, availableQuantity: Integer,
  ...plain, custom: Optional(CustomFields),
});

export const InventoryEntryDraft = Shape({
  key: Optional(Key), sku: NonEmptyText, supplyChannel: Optional(ChannelIdentifier),
  quantityOnStock: Integer,
  ...plain, custom: Optional(CustomFieldsDraft),
});

export type InventoryEntry = Base & Static<typeof InventoryEntryMembers>;

/** A cart takes at least the one and at most the other. */
export const assertLimits = ({ minCartQuantity, maxCartQuantity }: Partial<InventoryEntry>): void => {
  if (minCartQuantity !== undefined && maxCartQuantity !== undefined && minCartQuantity > maxCartQuantity)
    throw fail('InvalidInput', { message: `minCartQuantity must not exceed maxCartQuantity: expected at most ${maxCartQuantity}, got ${minCartQuantity}.` });
};
