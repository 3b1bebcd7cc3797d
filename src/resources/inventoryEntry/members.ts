/** The members of an inventory entry: the stock of a SKU in one supply channel, or without a channel. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { fail } from '../../errors/ApiError.js';
import {
  DateTime,
  Integer,
  IntegerFrom,
  Key,
  NonEmptyText,
  Optional,
  Quantity,
  Shape,
} from '../../schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { Reference, ResourceIdentifier } from '../../schema/reference.js';

export const Level = IntegerFrom(0, Number.MAX_SAFE_INTEGER);
const StockLevels = Shape({ reorderPoint: Optional(Level), safetyStock: Optional(Level) });
export const ChannelIdentifier = ResourceIdentifier('channel', { load: true });

const plain = {
  restockableInDays: Optional(Integer),
  expectedDelivery: Optional(DateTime),
  reservationExpirationInMinutes: Optional(Quantity),
  stockLevels: Optional(StockLevels),
};

export const InventoryEntryMembers = Shape(
  {
    key: Optional(Key),
    sku: NonEmptyText,
    supplyChannel: Optional(Reference('channel')),
    quantityOnStock: Integer,
    availableQuantity: Integer,
    ...plain,
    custom: Optional(CustomFields),
  },
  { queryableMembers: ['minCartQuantity', 'maxCartQuantity'] },
);

export const InventoryEntryDraft = Shape({
  key: Optional(Key),
  sku: NonEmptyText,
  supplyChannel: Optional(ChannelIdentifier),
  quantityOnStock: Integer,
  ...plain,
  custom: Optional(CustomFieldsDraft),
  minCartQuantity: Optional(Quantity),
  maxCartQuantity: Optional(Quantity),
});

export type InventoryEntry = Base & Static<typeof InventoryEntryMembers>;

type Limits = Pick<Static<typeof InventoryEntryDraft>, 'minCartQuantity' | 'maxCartQuantity'>;

/** Refuses quantity limits, since carts do not enforce them. */
export const assertNoCartQuantityLimits = (limits: Limits): void => {
  const given = (['minCartQuantity', 'maxCartQuantity'] as const).find(name => limits[name] !== undefined);
  if (given !== undefined)
    throw fail('InvalidOperation', {
      message: `'${given}' is not supported: carts take any quantity. Expected an inventory entry without it.`,
    });
};
