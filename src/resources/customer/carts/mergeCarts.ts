/** What a customer's cart holds once an anonymous one went into it (CUST116 to CUST121); whatever is not named here stays the customer's. */
import { sameValue } from '../../../engine/define/actions.js';
import type { Cart } from '../../cart/index.js';
import { withQuantity } from '../../cart/lineItem.js';
import { joinAddresses, type ShippingDetailsUpdater } from './joinAddresses.js';
import type { LineItem } from '../../shared/lineItem.js';
import type { CustomLineItem } from '../../shared/customLineItem.js';

/** What is merged, and what it hangs on. */
export type CartContent = Pick<Cart, 'lineItems' | 'customLineItems' | 'itemShippingAddresses' | 'taxMode'>;
export type MergedCartContent = Pick<Cart, 'lineItems' | 'customLineItems' | 'itemShippingAddresses'>;

type IsSame<I> = (theirs: I, own: I) => boolean;

/** Each of theirs with the next free one of the same thing, so that the second of a kind meets the second: merging twice is merging once. */
const pairsOf = <I>(theirs: readonly I[], own: readonly I[], isSame: IsSame<I>): ReadonlyMap<I, I> => {
  const free = new Set(own);
  const pairs = new Map<I, I>();
  for (const one of theirs) {
    const match = [...free].find(each => isSame(one, each));
    if (match === undefined) continue;
    free.delete(match);
    pairs.set(one, match);
  }
  return pairs;
};

/** By own item what of theirs it meets. */
const inverse = <I>(pairs: ReadonlyMap<I, I>): ReadonlyMap<I, I> =>
  new Map([...pairs].map(([theirs, own]) => [own, theirs]));

/** What an item is that names no product. */
const ownThing = ({ name, variant, price }: LineItem) => ({ name, sku: variant.sku, value: price.value });

/** CUST116 */
const isSameProduct: IsSame<LineItem> = (theirs, own) =>
  theirs.productId === own.productId &&
  theirs.variant.id === own.variant.id &&
  (own.productId !== undefined || sameValue(ownThing(theirs), ownThing(own)));

/** Gifts are given again by what discounts apply. */
const isBought = ({ lineItemMode }: LineItem): boolean => lineItemMode === 'Standard';

/** A total price from outside is that of its quantity alone. */
const priceOf = ({ priceMode, price, totalPrice }: LineItem) => ({ priceMode, price, totalPrice });

/** CUST116, CUST118, CUST120 */
const enlarged = (
  own: LineItem,
  theirs: LineItem | undefined,
  readdress: ShippingDetailsUpdater,
  now: string,
): LineItem => {
  if (theirs === undefined || theirs.quantity <= own.quantity) return own;
  return {
    ...withQuantity(own, theirs.quantity, now),
    ...(own.priceMode === 'ExternalTotal' && priceOf(theirs)),
    shippingDetails: readdress(theirs.shippingDetails),
  };
};

interface Joining {
  readonly theirs: CartContent;
  readonly own: CartContent;
  readonly readdress: ShippingDetailsUpdater;
}

/** An item that the customer's cart had not: it keeps all but a key that is taken, and a tax that another tax mode found. */
const joining = (item: LineItem, { theirs, own, readdress }: Joining): LineItem => {
  const { key, taxRate, taxedPrice, ...rest } = item;
  const isKeyFree = key !== undefined && !own.lineItems.some(each => each.key === key);
  const keepsTax = theirs.taxMode === own.taxMode || item.productId === undefined;
  return {
    ...rest,
    ...(isKeyFree && { key }),
    ...(keepsTax && { taxRate, taxedPrice }),
    shippingDetails: readdress(item.shippingDetails),
  };
};

const mergedLineItems = (given: Joining, now: string): LineItem[] => {
  const { theirs, own, readdress } = given;
  const bought = theirs.lineItems.filter(isBought);
  const pairs = pairsOf(bought, own.lineItems.filter(isBought), isSameProduct);
  const theirsOf = inverse(pairs);
  return [
    ...own.lineItems.map(item => enlarged(item, theirsOf.get(item), readdress, now)),
    ...bought.filter(item => !pairs.has(item)).map(item => joining(item, given)),
  ];
};

/** CUST117, CUST121: the same slug, else the same key. */
const customPairs = (
  theirs: readonly CustomLineItem[],
  own: readonly CustomLineItem[],
): ReadonlyMap<CustomLineItem, CustomLineItem> => {
  const bySlug = pairsOf(theirs, own, (one, each) => one.slug === each.slug);
  const met = new Set(bySlug.values());
  const byKey = pairsOf(
    theirs.filter(one => !bySlug.has(one)),
    own.filter(each => !met.has(each)),
    (one, each) => one.key !== undefined && one.key === each.key,
  );
  return new Map([...bySlug, ...byKey]);
};

const mergedCustomLineItems = ({ theirs, own, readdress }: Joining): CustomLineItem[] => {
  const theirsOf = inverse(customPairs(theirs.customLineItems, own.customLineItems));
  return own.customLineItems.map(item => {
    const other = theirsOf.get(item);
    if (other === undefined || other.quantity <= item.quantity) return item;
    const { quantity } = other;
    return {
      ...item,
      quantity,
      state: [{ ...item.state[0]!, quantity }],
      shippingDetails: readdress(other.shippingDetails),
    };
  });
};

/** Pure. Prices, taxes and totals are those of before: they are computed afterwards. */
export const mergeCarts = (theirs: CartContent, own: CartContent, now: string): MergedCartContent => {
  const { addresses, readdress } = joinAddresses(theirs.itemShippingAddresses, own.itemShippingAddresses);
  const given: Joining = { theirs, own, readdress };
  return {
    lineItems: mergedLineItems(given, now),
    customLineItems: mergedCustomLineItems(given),
    itemShippingAddresses: addresses,
  };
};
