import type { Claim } from '../../store/ChangeSet.js';
import { errorEntry } from '../../errors/ApiError.js';
import type { InventoryEntry } from './members.js';

/**
 * A SKU has one entry in each supply channel, and one in none. By the claim's path and value that entry is found:
 * `loadByUnique(engine, projectKey, 'inventory-entry', path, value)`. Ids have no spaces, so no two pairs have one value.
 */
export const stockClaim = ({
  sku,
  supplyChannel,
}: Pick<InventoryEntry, 'sku' | 'supplyChannel'>): Claim & { readonly path: string; readonly value: string } => ({
  path: 'sku+supplyChannel',
  value: `${supplyChannel?.id ?? ''} ${sku}`,
  refusal: errorEntry('DuplicateField', {
    field: supplyChannel === undefined ? 'sku' : 'supplyChannel',
    duplicateValue: supplyChannel ?? sku,
  }),
});
