/** The limits that inventory entries set to the quantities of line items. */
import { type ErrorEntry, errorEntry, failAll } from '../../../base/errors/ApiError.js';
import type { BeforeCommitInput } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadManyByUnique } from '../../../engine/loadResources.js';
import type { InventoryEntry } from '../inventoryEntry/members.js';
import { stockPath, stockValue } from '../inventoryEntry/stock.js';
import type { LineItem } from '../shared/cartAndOrder/items.js';
import type { Cart } from '../shared/cartAndOrder/members.js';

/** The unique value of the inventory entry that a line item is taken from; gifts are given in any quantity. */
const stockOf = ({ variant: { sku }, supplyChannel, lineItemMode }: LineItem): string | undefined =>
  sku === undefined || lineItemMode === 'GiftLineItem' ? undefined : stockValue({ sku, supplyChannel });

interface LimitedItem {
  readonly item: LineItem;
  readonly value: string;
}

/** The line items with another quantity or another inventory entry than before; the others stay as they are. */
const changedItems = ({ before, after }: BeforeCommitInput<Cart>): LimitedItem[] => {
  const old = new Map(before?.lineItems.map(item => [item.id, item]));
  return after.lineItems.flatMap(item => {
    const known = old.get(item.id);
    if (known === item) return [];
    const value = stockOf(item);
    if (value === undefined) return [];
    return known?.quantity === item.quantity && stockOf(known) === value ? [] : [{ item, value }];
  });
};

const refusalsOf = ({ id, quantity }: LineItem, entry: InventoryEntry | undefined, isNew: boolean): ErrorEntry[] => {
  const { minCartQuantity, maxCartQuantity } = entry ?? {};
  // The client does not know the id of a line item that is not added.
  const lineItem = isNew ? undefined : id;
  if (minCartQuantity !== undefined && quantity < minCartQuantity)
    return [errorEntry('LineItemQuantityBelowLimit', { quantity, minCartQuantity, lineItem })];
  if (maxCartQuantity !== undefined && quantity > maxCartQuantity)
    return [errorEntry('LineItemQuantityAboveLimit', { quantity, maxCartQuantity, lineItem })];
  return [];
};

/** Refuses quantities of line items that are not within the limits of their inventory entries. */
export const assertQuantityLimits = async (access: ResourceAccess, change: BeforeCommitInput<Cart>): Promise<void> => {
  if (change.before?.lineItems === change.after.lineItems) return;
  const items = changedItems(change);
  if (items.length === 0) return;
  const entries = await loadManyByUnique<InventoryEntry>(access, change.projectKey, 'inventory-entry', stockPath, [
    ...new Set(items.map(({ value }) => value)),
  ]);
  if (entries.size === 0) return;
  const known = new Set(change.before?.lineItems.map(({ id }) => id));
  const refusals = items.flatMap(({ item, value }) => refusalsOf(item, entries.get(value), !known.has(item.id)));
  if (refusals.length > 0) throw failAll(refusals);
};
