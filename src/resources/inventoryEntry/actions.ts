import type { Action, ActionTable } from '../../engine/define/Action.js';
import { action, set } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import { DateTime, Integer, Key, Optional, Quantity } from '../../schema/primitives.js';
import { setSupplyChannel } from './actions/setSupplyChannel.js';
import { type InventoryEntry, Level } from './members.js';
import { withQuantityOnStock } from './withQuantityOnStock.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

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
  setSupplyChannel,
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
  setCustomType: setCustomType(resourceCustomFields<InventoryEntry>('inventory-entry')),
  setCustomField: setCustomField(resourceCustomFields<InventoryEntry>('inventory-entry')),
};
