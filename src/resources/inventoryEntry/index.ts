import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type InventoryEntry, InventoryEntryMembers } from './members.js';
import { stockClaim } from './stockClaim.js';

/** The stock of a SKU, in total and not yet reserved. */
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
