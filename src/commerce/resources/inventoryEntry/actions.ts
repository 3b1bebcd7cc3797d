import { type Action, type ActionTable, unchanged, action, set } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { DateTime, Integer, Key, Optional, Quantity } from '../../../engine/schema/primitives.js';
import { resourceCustomFields, customFieldActions } from '../shared/customFieldActions.js';
import { channelWithRole } from '../shared/references.js';
import {
  assertCartQuantityLimits,
  cartQuantityLimits,
  ChannelIdentifier,
  type InventoryEntry,
  Level,
} from './members.js';
import { withQuantityOnStock } from './stock.js';

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
  setSupplyChannel: action(
    { supplyChannel: Optional(ChannelIdentifier) },
    (entry: InventoryEntry, { supplyChannel: identifier }, context) => {
      const supplyChannel = identifier && channelWithRole(identifier, 'InventorySupply', context);
      return sameValue(entry.supplyChannel, supplyChannel) ? unchanged : { set: { supplyChannel } };
    },
  ),
  setInventoryLimits: action(cartQuantityLimits, (entry: InventoryEntry, { minCartQuantity, maxCartQuantity }) => {
    if (entry.minCartQuantity === minCartQuantity && entry.maxCartQuantity === maxCartQuantity) return unchanged;
    assertCartQuantityLimits({ minCartQuantity, maxCartQuantity });
    return { set: { minCartQuantity, maxCartQuantity } };
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
