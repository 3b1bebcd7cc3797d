import { unchanged } from '../../engine/define/Change.js';
import { fail } from '../../errors/ApiError.js';
import type { InventoryEntry } from './members.js';
import { stockMessages } from './stockMessages.js';

/** Changes the quantity on stock; reserved quantities stay reserved. */
export const withQuantityOnStock = (entry: InventoryEntry, quantityOnStock: number) => {
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
