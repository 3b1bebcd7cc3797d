/**
 * Merges the items of an anonymous cart into the customer's cart (CUST116 to CUST121); all other members stay the
 * customer's.
 */
import { sameValue } from '../../../../engine/document/sameValue.js';
import type { Address } from '../../../values/address.js';
import type { Cart } from '../../cart/index.js';
import { withQuantity } from '../../cart/lineItemQuantity.js';
import { type CartMembersTaken, copyLineItem } from '../../shared/cartAndOrder/copies.js';
import type { CustomLineItem, LineItem } from '../../shared/cartAndOrder/items.js';

/** The members that a merge joins. */
export type CartContent = Pick<Cart, CartMembersTaken<'merge'>>;

type Details = LineItem['shippingDetails'];

/** Replaces the address keys of shipping details by those of the joined list. */
type ShippingDetailsUpdater = (details: Details) => Details;

interface Merge {
  readonly anonymous: CartContent;
  readonly own: CartContent;
  readonly updateShippingDetails: ShippingDetailsUpdater;
}

/** Merges without I/O. Prices, taxes and totals are not adapted; the caller prices the merged cart. */
export const mergeCarts = (anonymous: CartContent, own: CartContent, now: string): CartContent => {
  const { addresses, updateShippingDetails } = joinAddresses(
    anonymous.itemShippingAddresses,
    own.itemShippingAddresses,
  );
  const merge: Merge = { anonymous, own, updateShippingDetails };
  return {
    lineItems: mergeLineItems(merge, now),
    customLineItems: mergeCustomLineItems(merge),
    itemShippingAddresses: addresses,
  };
};

type IsSame<I> = (anonymous: I, own: I) => boolean;

/**
 * Pairs each anonymous item with the next unpaired own item of the same product, the second with the second and so on,
 * so that a repeated merge changes nothing more.
 */
const pairItems = <I>(anonymous: readonly I[], own: readonly I[], isSame: IsSame<I>): ReadonlyMap<I, I> => {
  const unpaired = new Set(own);
  const pairs = new Map<I, I>();
  for (const item of anonymous) {
    const match = [...unpaired].find(each => isSame(item, each));
    if (match === undefined) continue;
    unpaired.delete(match);
    pairs.set(item, match);
  }
  return pairs;
};

/** Maps own items to the anonymous items that they are paired with. */
const invertPairs = <I>(pairs: ReadonlyMap<I, I>): ReadonlyMap<I, I> =>
  new Map([...pairs].map(([anonymous, own]) => [own, anonymous]));

/** The members that identify a line item without a product. */
const identityWithoutProduct = ({ name, variant, price }: LineItem) => ({ name, sku: variant.sku, value: price.value });

/** Tells whether two line items are of the same variant (CUST116). */
const isSameProduct: IsSame<LineItem> = (anonymous, own) =>
  anonymous.productId === own.productId &&
  anonymous.variant.id === own.variant.id &&
  (own.productId !== undefined || sameValue(identityWithoutProduct(anonymous), identityWithoutProduct(own)));

/** Gift line items are not merged: the discounts of the merged cart give them again. */
const isBought = ({ lineItemMode }: LineItem): boolean => lineItemMode === 'Standard';

/**
 * Raises an own line item to the quantity of its anonymous pair (CUST116, CUST118, CUST120). As in
 * `changeLineItemQuantity` of a buyer, an external total price, which holds for its quantity only, leaves the price of
 * one piece.
 */
const raiseQuantity = (
  own: LineItem,
  anonymous: LineItem | undefined,
  updateShippingDetails: ShippingDetailsUpdater,
  now: string,
): LineItem => {
  if (anonymous === undefined || anonymous.quantity <= own.quantity) return own;
  return {
    ...withQuantity(own, anonymous.quantity, now),
    ...(own.priceMode === 'ExternalTotal' && { priceMode: 'ExternalPrice' }),
    shippingDetails: updateShippingDetails(anonymous.shippingDetails),
  };
};

/**
 * Copies an unpaired line item with the members that a buyer may set, and without a key that is taken. Returns
 * undefined for an item that a buyer may not add.
 */
const addLineItem = (item: LineItem, { own, updateShippingDetails }: Merge): LineItem | undefined => {
  const { id, state, addedAt, lastModifiedAt } = item;
  const copy = copyLineItem(item, 'buyer', { id, state, addedAt, lastModifiedAt });
  if (copy === undefined) return undefined;
  const isKeyTaken = copy.key !== undefined && own.lineItems.some(each => each.key === copy.key);
  return {
    ...copy,
    key: isKeyTaken ? undefined : copy.key,
    shippingDetails: updateShippingDetails(copy.shippingDetails),
  };
};

const mergeLineItems = (merge: Merge, now: string): LineItem[] => {
  const { anonymous, own, updateShippingDetails } = merge;
  const bought = anonymous.lineItems.filter(isBought);
  const pairs = pairItems(bought, own.lineItems.filter(isBought), isSameProduct);
  const anonymousByOwn = invertPairs(pairs);
  return [
    ...own.lineItems.map(item => raiseQuantity(item, anonymousByOwn.get(item), updateShippingDetails, now)),
    ...bought.filter(item => !pairs.has(item)).flatMap(item => addLineItem(item, merge) ?? []),
  ];
};

/** Custom line items with different prices are different items. */
const hasSamePrice: IsSame<CustomLineItem> = ({ money: a }, { money: b }) => sameValue(a, b);

/** Pairs custom line items of one price by slug, then by key (CUST117, CUST121). */
const pairCustomLineItems = (
  anonymous: readonly CustomLineItem[],
  own: readonly CustomLineItem[],
): ReadonlyMap<CustomLineItem, CustomLineItem> => {
  const bySlug = pairItems(anonymous, own, (a, b) => a.slug === b.slug && hasSamePrice(a, b));
  const paired = new Set(bySlug.values());
  const byKey = pairItems(
    anonymous.filter(item => !bySlug.has(item)),
    own.filter(item => !paired.has(item)),
    (a, b) => a.key !== undefined && a.key === b.key && hasSamePrice(a, b),
  );
  return new Map([...bySlug, ...byKey]);
};

const mergeCustomLineItems = ({ anonymous, own, updateShippingDetails }: Merge): CustomLineItem[] => {
  const anonymousByOwn = invertPairs(pairCustomLineItems(anonymous.customLineItems, own.customLineItems));
  return own.customLineItems.map(item => {
    const pair = anonymousByOwn.get(item);
    if (pair === undefined || pair.quantity <= item.quantity) return item;
    const { quantity } = pair;
    return {
      ...item,
      quantity,
      state: item.state.slice(0, 1).map(each => ({ ...each, quantity })),
      shippingDetails: updateShippingDetails(pair.shippingDetails),
    };
  });
};

/** Tells whether two addresses differ in key and id only. */
const isSameAddress = (one: Address, other: Address): boolean =>
  sameValue({ ...one, key: undefined, id: undefined }, { ...other, key: undefined, id: undefined });

/** Keeps the key of an address, or adds a number where a different address of the list has the key. */
const freeKey = (addresses: readonly Address[], address: Address, key: string): string => {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? key : `${key}-${number}`;
    const holder = addresses.find(each => each.key === candidate);
    if (holder === undefined || isSameAddress(holder, address)) return candidate;
  }
};

/**
 * Joins the item shipping addresses of two carts to one list of distinct keys; an address of both lists is kept once
 * (CUST119).
 */
const joinAddresses = (
  anonymous: readonly Address[],
  own: readonly Address[],
): { addresses: Address[]; updateShippingDetails: ShippingDetailsUpdater } => {
  const addresses = [...own];
  const keys = new Map<string, string>();
  for (const address of anonymous) {
    const { key: oldKey } = address;
    // Drafts and actions refuse item shipping addresses without a key.
    if (oldKey === undefined) throw new Error('An item shipping address has no key.');
    const key = freeKey(addresses, address, oldKey);
    keys.set(oldKey, key);
    if (!addresses.some(each => each.key === key)) addresses.push({ ...address, key });
  }
  const updateShippingDetails: ShippingDetailsUpdater = details =>
    details && {
      ...details,
      targets: details.targets.map(target => ({
        ...target,
        addressKey: keys.get(target.addressKey) ?? target.addressKey,
      })),
    };
  return { addresses, updateShippingDetails };
};
