/** The limits that inventory entries set to the quantities of line items. */
import { type ErrorEntry, errorEntry, failAll } from '../../../base/errors/ApiError.js';
import type { BeforeCommitInput } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sharedElements, unsharedOf } from '../../../engine/document/arrayChange.js';
import { loadManyByUnique } from '../../../engine/loadResources.js';
import { type InventoryEntry, stockPath, stockValue } from '../inventoryEntry.js';
import type { LineItem } from '../shared/cartAndOrder/items.js';
import type { Cart } from '../shared/cartAndOrder/members.js';

/** Returns the unique value of the inventory entry that limits a line item; gifts have no limit. */
const stockOf = ({ variant: { sku }, supplyChannel, lineItemMode }: LineItem): string | undefined =>
  sku === undefined || lineItemMode === 'GiftLineItem' ? undefined : stockValue({ sku, supplyChannel });

interface LimitedItem {
  readonly item: LineItem;
  readonly value: string;
}

/** Returns the line items whose quantity or inventory entry changed; the others are not checked. */
const changedItems = ({ before, after }: BeforeCommitInput<Cart>): LimitedItem[] => {
  const [itemsBefore, items] = [before?.lineItems ?? [], after.lineItems];
  const shared = sharedElements(itemsBefore, items);
  const old = new Map(unsharedOf(itemsBefore, shared).map(item => [item.id, item]));
  return unsharedOf(items, shared).flatMap(item => {
    const known = old.get(item.id);
    if (known === item) return [];
    const value = stockOf(item);
    if (value === undefined) return [];
    return known?.quantity === item.quantity && stockOf(known) === value ? [] : [{ item, value }];
  });
};

type Limits = Pick<InventoryEntry, 'minCartQuantity' | 'maxCartQuantity'>;

const noLimits: Limits = {};

/** Loads the limits of inventory entries by their unique values; entries without limits are left out. */
const loadLimits = async (
  access: ResourceAccess,
  projectKey: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, Limits>> => {
  const shared = await access.shared(projectKey);
  const found = new Map<string, Limits>();
  const unknown: string[] = [];
  for (const value of values) {
    const known = shared.known<Limits>('inventory-entry', value);
    if (known === undefined) unknown.push(value);
    else if (known !== noLimits) found.set(value, known);
  }
  if (unknown.length === 0) return found;
  const entries = await loadManyByUnique<InventoryEntry>(access, projectKey, 'inventory-entry', stockPath, unknown);
  for (const value of unknown) {
    const { minCartQuantity, maxCartQuantity } = entries.get(value) ?? noLimits;
    const isLimited = minCartQuantity !== undefined || maxCartQuantity !== undefined;
    const limits = isLimited ? { minCartQuantity, maxCartQuantity } : noLimits;
    shared.keep('inventory-entry', value, limits);
    if (isLimited) found.set(value, limits);
  }
  return found;
};

const refusalsOf = (
  { id, quantity }: LineItem,
  { minCartQuantity, maxCartQuantity }: Limits,
  isNew: boolean,
): ErrorEntry[] => {
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
  const limits = await loadLimits(access, change.projectKey, [...new Set(items.map(({ value }) => value))]);
  if (limits.size === 0) return;
  const known = new Set(change.before?.lineItems.map(({ id }) => id));
  const refusals = items.flatMap(({ item, value }) =>
    refusalsOf(item, limits.get(value) ?? noLimits, !known.has(item.id)),
  );
  if (refusals.length > 0) throw failAll(refusals);
};
