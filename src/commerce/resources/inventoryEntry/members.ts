/** The members of an inventory entry: the stock of a SKU in one supply channel, or without a channel. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
import { fail } from '../../../base/errors/ApiError.js';
import {
  DateTime,
  Integer,
  IntegerFrom,
  Key,
  NonEmptyText,
  Optional,
  Quantity,
  Shape,
} from '../../../engine/schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Named } from '../../../engine/schema/Named.js';
import { Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';

export const Level = IntegerFrom(0, Number.MAX_SAFE_INTEGER);
const StockLevels = Named('StockLevels', Shape({ reorderPoint: Optional(Level), safetyStock: Optional(Level) }), {
  input: 'StockLevelsDraft',
});
export const ChannelIdentifier = ResourceIdentifier('channel', { load: true });

const plain = {
  restockableInDays: Optional(Integer),
  expectedDelivery: Optional(DateTime),
  reservationExpirationInMinutes: Optional(Quantity),
  stockLevels: Optional(StockLevels),
};

/** The least and the most pieces that a line item of a cart may have of the SKU. */
export const cartQuantityLimits = { minCartQuantity: Optional(Quantity), maxCartQuantity: Optional(Quantity) };

export const InventoryEntryMembers = Shape({
  key: Optional(Key),
  sku: NonEmptyText,
  supplyChannel: Optional(Reference('channel')),
  quantityOnStock: Integer,
  availableQuantity: Integer,
  ...cartQuantityLimits,
  ...plain,
  custom: Optional(CustomFields),
});

export const InventoryEntryDraft = Shape({
  key: Optional(Key),
  sku: NonEmptyText,
  supplyChannel: Optional(ChannelIdentifier),
  quantityOnStock: Integer,
  ...plain,
  ...cartQuantityLimits,
  custom: Optional(CustomFieldsDraft),
});

export type InventoryEntry = Base & Static<typeof InventoryEntryMembers> & Sends<'inventoryEntry'>;

type CartQuantityLimits = Pick<InventoryEntry, 'minCartQuantity' | 'maxCartQuantity'>;

/** Refuses limits that no quantity is within. */
export const assertCartQuantityLimits = ({ minCartQuantity, maxCartQuantity }: CartQuantityLimits): void => {
  if (minCartQuantity !== undefined && maxCartQuantity !== undefined && minCartQuantity > maxCartQuantity)
    throw fail('InvalidInput', {
      message: `The minCartQuantity ${minCartQuantity} is greater than the maxCartQuantity ${maxCartQuantity}.`,
    });
};
