import { creation, defineResource } from '../../engine/define/defineResource.js';
import { channelWithRole } from '../shared/channelWithRole.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions } from './actions.js';
import {
  assertNoCartQuantityLimits,
  type InventoryEntry,
  InventoryEntryDraft,
  InventoryEntryMembers,
} from './members.js';
import { stockClaim } from './stockClaim.js';

export type { InventoryEntry } from './members.js';

const draft = creation<InventoryEntry, typeof InventoryEntryDraft>(
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

/** How much of a SKU there is, and how much of that is not promised to anybody. */
export const inventoryEntry = defineResource<InventoryEntry>({
  typeId: 'inventory-entry',
  path: 'inventory',
  scopes: { read: ['view_products'], write: ['manage_products'] },
  resource: InventoryEntryMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: ['sku'],
  claims: entry => [stockClaim(entry)],
  identifiers: ['key', 'sku'],
  sendsMessages: true,
  removalMessages: ({ sku, supplyChannel }) => [{ type: 'InventoryEntryDeleted', sku, supplyChannel }],
});
