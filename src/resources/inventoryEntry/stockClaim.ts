import type { Claim } from '../../store/ChangeSet.js';
import { errorEntry } from '../../errors/ApiError.js';
import type { InventoryEntry } from './members.js';

/**
 * Makes the commit refuse two entries of a SKU in one supply channel, or without a channel. `loadByUnique` finds the
 * entry by the claim's path and value. Ids contain no spaces, so different pairs have different values.
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
