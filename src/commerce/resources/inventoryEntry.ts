import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../engine/define/Base.js';
import { errorEntry, invalidInput } from '../../base/errors/ApiError.js';
import {
  DateTime,
  Integer,
  IntegerFrom,
  Key,
  NonEmptyText,
  Optional,
  Quantity,
  Shape,
} from '../../engine/schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../engine/schema/customFields.js';
import { Named } from '../../engine/schema/Named.js';
import { Reference, ResourceIdentifier } from '../../engine/schema/reference.js';
import {
  type MessageOf,
  unchanged,
  type Action,
  type ActionTable,
  action,
  set,
  setFrom,
  changeTo,
} from '../../engine/define/actions.js';
import type { Claim } from '../../store/ChangeSet.js';
import { resourceCustomFields, customFieldActions } from './shared/customFieldActions.js';
import { channelWithRole } from './shared/references.js';
import { Snapshot } from '../../engine/define/Message.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { customFieldsOf } from './shared/customFields.js';
import { lowStockMax } from './project/members.js';

const Level = IntegerFrom(0, Number.MAX_SAFE_INTEGER);
const StockLevels = Named('StockLevels', Shape({ reorderPoint: Optional(Level), safetyStock: Optional(Level) }), {
  input: 'StockLevelsDraft',
});
const ChannelIdentifier = ResourceIdentifier('channel', { load: true });

const settings = {
  restockableInDays: Optional(Integer),
  expectedDelivery: Optional(DateTime),
  reservationExpirationInMinutes: Optional(Quantity),
  stockLevels: Optional(StockLevels),
};

/** The least and the most pieces that a line item of a cart may have of the SKU. */
const cartQuantityLimits = { minCartQuantity: Optional(Quantity), maxCartQuantity: Optional(Quantity) };

const InventoryEntryMembers = Shape({
  key: Optional(Key),
  sku: NonEmptyText,
  supplyChannel: Optional(Reference('channel')),
  quantityOnStock: Integer,
  availableQuantity: Integer,
  ...cartQuantityLimits,
  ...settings,
  custom: Optional(CustomFields),
});

const InventoryEntryDraft = Shape({
  key: Optional(Key),
  sku: NonEmptyText,
  supplyChannel: Optional(ChannelIdentifier),
  quantityOnStock: Integer,
  ...settings,
  ...cartQuantityLimits,
  custom: Optional(CustomFieldsDraft),
});

export type InventoryEntry = Base & Static<typeof InventoryEntryMembers> & Sends<'inventoryEntry'>;

type CartQuantityLimits = Pick<InventoryEntry, 'minCartQuantity' | 'maxCartQuantity'>;

/** Refuses limits that no quantity is within. */
const assertCartQuantityLimits = ({ minCartQuantity, maxCartQuantity }: CartQuantityLimits): void => {
  if (minCartQuantity !== undefined && maxCartQuantity !== undefined && minCartQuantity > maxCartQuantity)
    throw invalidInput(
      `The minCartQuantity ${minCartQuantity} is greater than the maxCartQuantity ${maxCartQuantity}.`,
    );
};

/** Changes the quantity on stock; reserved quantities stay reserved. */
const withQuantityOnStock = (entry: InventoryEntry, quantityOnStock: number) => {
  const { sku, supplyChannel, quantityOnStock: oldQuantityOnStock, availableQuantity: oldAvailableQuantity } = entry;
  if (quantityOnStock === oldQuantityOnStock) return unchanged;
  const availableQuantity = quantityOnStock - (oldQuantityOnStock - oldAvailableQuantity);
  if (!Number.isSafeInteger(quantityOnStock) || !Number.isSafeInteger(availableQuantity))
    throw invalidInput(
      `The quantity on stock would be ${quantityOnStock}; expected an amount within ${Number.MAX_SAFE_INTEGER}.`,
    );
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
const cartLimitsText = ({
  sku,
  supplyChannel,
  minCartQuantity,
  maxCartQuantity,
}: InventoryEntry): string | undefined =>
  minCartQuantity === undefined && maxCartQuantity === undefined
    ? undefined
    : JSON.stringify([stockValue({ sku, supplyChannel }), minCartQuantity, maxCartQuantity]);

/** Makes the commit refuse two entries of a SKU in one supply channel, or without a channel. */
const stockClaim = ({ sku, supplyChannel }: Pick<InventoryEntry, 'sku' | 'supplyChannel'>): Claim => ({
  path: stockPath,
  value: stockValue({ sku, supplyChannel }),
  refusal: errorEntry('DuplicateField', {
    field: supplyChannel === undefined ? 'sku' : 'supplyChannel',
    duplicateValue: supplyChannel ?? sku,
  }),
});

const setLevel = (name: 'reorderPoint' | 'safetyStock'): Action<InventoryEntry> =>
  action({ quantity: Optional(Level) }, ({ stockLevels }: InventoryEntry, { quantity }) => {
    if (stockLevels?.[name] === quantity) return unchanged;
    const levels: InventoryEntry['stockLevels'] = { ...stockLevels, [name]: quantity };
    return {
      set: { stockLevels: levels.reorderPoint === undefined && levels.safetyStock === undefined ? undefined : levels },
    };
  });

const actions: ActionTable<InventoryEntry> = {
  addQuantity: action({ quantity: Quantity }, (entry: InventoryEntry, { quantity }) =>
    withQuantityOnStock(entry, entry.quantityOnStock + quantity),
  ),
  removeQuantity: action({ quantity: Quantity }, (entry: InventoryEntry, { quantity }) =>
    withQuantityOnStock(entry, entry.quantityOnStock - quantity),
  ),
  changeQuantity: action({ quantity: Integer }, (entry: InventoryEntry, { quantity }) =>
    withQuantityOnStock(entry, quantity),
  ),
  setKey: set<InventoryEntry>('key', Key),
  setRestockableInDays: set<InventoryEntry>('restockableInDays', Integer),
  setExpectedDelivery: set<InventoryEntry>('expectedDelivery', DateTime),
  setSupplyChannel: setFrom(
    'supplyChannel',
    Optional(ChannelIdentifier),
    (channel, context) => channel && channelWithRole(channel, 'InventorySupply', context),
  ),
  setInventoryLimits: action(cartQuantityLimits, (entry: InventoryEntry, { minCartQuantity, maxCartQuantity }) => {
    assertCartQuantityLimits({ minCartQuantity, maxCartQuantity });
    return changeTo(entry, { minCartQuantity, maxCartQuantity });
  }),
  setReorderPoint: setLevel('reorderPoint'),
  setSafetyStock: setLevel('safetyStock'),
  setReservationExpirationInMinutes: set<InventoryEntry>(
    'reservationExpirationInMinutes',
    Quantity,
    (entry, newReservationExpirationInMinutes) => ({
      type: 'InventoryEntryReservationExpirationInMinutesSet',
      newReservationExpirationInMinutes,
      oldReservationExpirationInMinutes: entry.reservationExpirationInMinutes,
    }),
  ),
  ...customFieldActions('', resourceCustomFields<InventoryEntry>('inventory-entry')),
};

const stocked = { sku: NonEmptyText, supplyChannel: Optional(Reference('channel')) };

const messages = {
  InventoryEntryCreated: { inventoryEntry: Snapshot<InventoryEntry>('inventory-entry') },
  InventoryEntryDeleted: stocked,
  InventoryEntryQuantitySet: {
    oldQuantityOnStock: Integer,
    newQuantityOnStock: Integer,
    oldAvailableQuantity: Integer,
    newAvailableQuantity: Integer,
    ...stocked,
  },
  InventoryEntryReservationExpirationInMinutesSet: {
    newReservationExpirationInMinutes: Optional(Quantity),
    oldReservationExpirationInMinutes: Optional(Quantity),
  },
  InventoryEntryOutOfStock: stocked,
  InventoryEntryReorderPoint: { ...stocked, quantityOnStock: Integer },
  InventoryEntrySafetyStock: { ...stocked, quantityOnStock: Integer },
};

declare module '../../engine/define/Message.js' {
  interface SentMessages {
    readonly inventoryEntry: typeof messages;
  }
}

const draft = creation<InventoryEntry, typeof InventoryEntryDraft>(
  InventoryEntryDraft,
  ({ supplyChannel, custom, ...plain }, context) => {
    assertCartQuantityLimits(plain);
    return {
      members: {
        ...plain,
        supplyChannel: supplyChannel && channelWithRole(supplyChannel, 'InventorySupply', context),
        availableQuantity: plain.quantityOnStock,
        custom: customFieldsOf(custom, 'inventory-entry', context),
      },
      messages: inventoryEntry => [{ type: 'InventoryEntryCreated', inventoryEntry }],
    };
  },
);

/** The stock of a SKU: the total quantity, and the quantity that is not reserved. */
export const inventoryEntry = defineResource<InventoryEntry>({
  typeId: 'inventory-entry',
  path: 'inventory',
  scopes: { read: ['view_products'], write: ['manage_products'] },
  resource: InventoryEntryMembers,
  draft,
  actions,
  unique: ['key'],
  indexes: ['sku', 'isLowOnStock'],
  derived: {
    fields: {
      isLowOnStock: {
        from: ['availableQuantity'],
        derive: ({ availableQuantity = lowStockMax + 1 }) => (availableQuantity <= lowStockMax ? true : undefined),
        holds: 'boolean',
      },
    },
  },
  claims: { values: entry => [stockClaim(entry)], members: ['sku', 'supplyChannel'] },
  messaging: { identifiers: ['sku'] },
  search: { dependents: ['product'] },
  stamps: ({ sku }) => [stockStamp(sku)],
  shared: cartLimitsText,
  messages,
  removal: { messages: ({ sku, supplyChannel }) => [{ type: 'InventoryEntryDeleted', sku, supplyChannel }] },
});
