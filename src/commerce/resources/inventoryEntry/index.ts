import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { channelWithRole } from '../shared/references.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions } from './actions.js';
import {
  assertCartQuantityLimits,
  type InventoryEntry,
  InventoryEntryDraft,
  InventoryEntryMembers,
} from './members.js';
import { messages } from './messages.js';
import { lowStockMax } from '../project/members.js';
import { cartLimitsText, stockClaim, stockStamp } from './stock.js';

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
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: ['sku', 'isLowOnStock'],
  derivedFields: {
    isLowOnStock: {
      from: ['availableQuantity'],
      derive: ({ availableQuantity = lowStockMax + 1 }) => (availableQuantity <= lowStockMax ? true : undefined),
      holds: 'boolean',
    },
  },
  claims: entry => [stockClaim(entry)],
  claimMembers: ['sku', 'supplyChannel'],
  identifiers: ['sku'],
  searchedIn: ['product'],
  stamps: ({ sku }) => [stockStamp(sku)],
  shared: cartLimitsText,
  messages,
  removalMessages: ({ sku, supplyChannel }) => [{ type: 'InventoryEntryDeleted', sku, supplyChannel }],
});
