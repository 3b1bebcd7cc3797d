import { action, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { channelWithRole } from '../shared/channelWithRole.js';
import { DateTime, Integer, Key, Optional, Quantity } from '../../schema/primitives.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { ChannelIdentifier, type InventoryEntry, Level } from './members.js';
import { stockMessages } from './stockMessages.js';

/** The stock that `quantityOnStock` leaves when what is reserved stays reserved. */
const withStock = (entry: InventoryEntry, quantityOnStock: number) => {
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
        type: 'InventoryEntryQuantitySet',
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

const setLevel = (name: 'reorderPoint' | 'safetyStock'): Action<InventoryEntry> =>
  action({ quantity: Optional(Level) }, ({ stockLevels }: InventoryEntry, { quantity }) => {
    if (stockLevels?.[name] === quantity) return unchanged;
    const levels: InventoryEntry['stockLevels'] = { ...stockLevels, [name]: quantity };
    return {
      set: { stockLevels: levels.reorderPoint === undefined && levels.safetyStock === undefined ? undefined : levels },
    };
  });

export const actions: ActionTable<InventoryEntry> = {
  addQuantity: action({ quantity: Quantity }, (entry: InventoryEntry, { quantity }) =>
    withStock(entry, entry.quantityOnStock + quantity),
  ),
  removeQuantity: action({ quantity: Quantity }, (entry: InventoryEntry, { quantity }) =>
    withStock(entry, entry.quantityOnStock - quantity),
  ),
  changeQuantity: action({ quantity: Integer }, (entry: InventoryEntry, { quantity }) => withStock(entry, quantity)),
  setKey: set<InventoryEntry>('key', Key),
  setRestockableInDays: set<InventoryEntry>('restockableInDays', Integer),
  setExpectedDelivery: set<InventoryEntry>('expectedDelivery', DateTime),
  setSupplyChannel: action(
    { supplyChannel: Optional(ChannelIdentifier) },
    (entry: InventoryEntry, { supplyChannel: identifier }, context) => {
      const supplyChannel = identifier && channelWithRole(identifier, 'InventorySupply', context);
      return sameValue(entry.supplyChannel, supplyChannel) ? unchanged : { set: { supplyChannel } };
    },
  ),
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
  setCustomType: setCustomType(ownCustom<InventoryEntry>('inventory-entry')),
  setCustomField: setCustomField(ownCustom<InventoryEntry>('inventory-entry')),
};
