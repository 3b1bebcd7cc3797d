import { sameValue } from '../../engine/document/sameValue.js';
import { canonicalJson } from '../shared/fieldValue.js';
import type { Cart } from '../shared/cartMembers.js';
import type { LineItem } from '../shared/lineItem.js';

/** What items of one kind have in common, but for what only some of them say (`isSaid`). */
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

/** The same text for items that have it all in common. */
export const identityText = (item: LineItem): string => canonicalJson(identityOf(item));

/** A rate from outside is heard where the cart takes rates from there, and of items that come from no product. */
const acceptsExternalRate = ({ productId }: LineItem, taxMode: Cart['taxMode']): boolean =>
  taxMode === 'External' || taxMode === 'ExternalAmount' || (taxMode === 'Platform' && productId === undefined);

/** A key or a tax rate that the new item does not give is that of the one that is there. */
const isCompatible = (held: LineItem, { key, taxRate, ...item }: LineItem, taxMode: Cart['taxMode']): boolean =>
  (key === undefined || key === held.key) &&
  (taxRate === undefined || !acceptsExternalRate(item, taxMode) || sameValue(held.taxRate, taxRate));

/** The item among `items` that another one of the same thing only raises the quantity of. */
export const findSameLineItem = (
  items: readonly LineItem[],
  item: LineItem,
  taxMode: Cart['taxMode'],
): LineItem | undefined => {
  if (item.priceMode === 'ExternalTotal') return undefined;
  const wanted = identityOf(item);
  return items.find(each => isCompatible(each, item, taxMode) && sameValue(identityOf(each), wanted));
};
