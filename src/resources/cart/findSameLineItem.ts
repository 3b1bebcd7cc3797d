import { sameValue } from '../../engine/document/sameValue.js';
import { canonicalJson } from '../shared/fieldValue.js';
import type { Cart } from '../shared/cartMembers.js';
import type { LineItem } from '../shared/lineItem.js';

/** The members that are equal in line items of the same kind, apart from those of `isCompatible`. */
const identityOf = ({
  productId,
  variant,
  name,
  distributionChannel,
  supplyChannel,
  custom,
  priceMode,
  lineItemMode,
  inventoryMode,
  price,
}: LineItem) => ({
  productId,
  variantId: variant.id,
  name: productId === undefined ? name : undefined,
  sku: variant.sku,
  distributionChannel,
  supplyChannel,
  custom,
  priceMode,
  lineItemMode,
  inventoryMode,
  value: priceMode === 'Platform' ? undefined : price.value,
});

/** The identity of an item as a text, the same for equal identities. */
export const identityText = (item: LineItem): string => canonicalJson(identityOf(item));

/** Whether an item accepts an external tax rate: in the external tax modes, and for items without a product. */
const acceptsExternalRate = ({ productId }: LineItem, taxMode: Cart['taxMode']): boolean =>
  taxMode === 'External' || taxMode === 'ExternalAmount' || (taxMode === 'Platform' && productId === undefined);

/** Whether the key and the tax rate of a new item, if it has them, equal those of an existing item. */
const isCompatible = (existing: LineItem, { key, taxRate, ...item }: LineItem, taxMode: Cart['taxMode']): boolean =>
  (key === undefined || key === existing.key) &&
  (taxRate === undefined || !acceptsExternalRate(item, taxMode) || sameValue(existing.taxRate, taxRate));

/** The existing item whose quantity a new item raises; undefined where the new item stays separate. */
export const findSameLineItem = (
  items: readonly LineItem[],
  item: LineItem,
  taxMode: Cart['taxMode'],
): LineItem | undefined => {
  if (item.priceMode === 'ExternalTotal') return undefined;
  const wanted = identityOf(item);
  return items.find(each => isCompatible(each, item, taxMode) && sameValue(identityOf(each), wanted));
};
