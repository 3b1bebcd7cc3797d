import { creation } from '../../engine/define/defineResource.js';
import { channelWithRole } from '../shared/channelWithRole.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertNoCartQuantityLimits, type InventoryEntry, InventoryEntryDraft } from './members.js';

export const draft = creation<InventoryEntry, typeof InventoryEntryDraft>(
  InventoryEntryDraft,
  ({ supplyChannel, custom, minCartQuantity, maxCartQuantity, ...plain }, context) => {
    assertNoCartQuantityLimits({ minCartQuantity, maxCartQuantity });
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
