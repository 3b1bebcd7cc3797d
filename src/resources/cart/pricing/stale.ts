/** What of a cart has to be looked up anew after a change: prices stay as they were found until something says otherwise. */
import { sameValue } from '../../../engine/define/actions.js';
import type { BeforeCommitInput } from '../../../engine/commit/beforeCommit.js';
import type { Cart } from '../members.js';
import type { LineItem } from '../../shared/lineItem.js';

export interface Stale {
  readonly price: (item: LineItem) => boolean;
  /** By the item's id. */
  readonly taxRate: (id: string) => boolean;
  readonly shipping: boolean;
  /** Whether names, variants and types of line items follow their products. */
  readonly productData: boolean;
}

/** What `recalculate` asks for. */
export interface Recalculation {
  readonly updateProductData: boolean;
}

/** Members that no amount depends on. Predicates of discounts may look at the others: at custom fields, say, or the customer's email. */
const indifferent: readonly (keyof Cart)[] = [
  'key',
  'anonymousId',
  'itemShippingAddresses',
  'paymentInfo',
  'deleteDaysAfterLastModification',
  'cartState',
  'freezeStrategy',
  'inventoryMode',
];

/** Whether amounts may come out differently. */
export const matters = ({ before, changes, requestedEffects }: BeforeCommitInput<Cart>): boolean =>
  before === undefined ||
  Object.keys(requestedEffects).length > 0 ||
  Object.keys(changes).some(name => !indifferent.includes(name as keyof Cart));

/** What tax rates hang on. */
export const placeOf = ({ shippingAddress }: Cart) => ({
  country: shippingAddress?.country,
  state: shippingAddress?.state,
});

const priceHangsOn = ({ quantity, variant, distributionChannel, priceMode, price }: LineItem) => ({
  quantity,
  variant: variant.id,
  distributionChannel,
  priceMode,
  price: price.id,
});

/** A cart that was frozen and stays so keeps its prices and discounts; what is frozen just now is settled once more. */
export const isKept = (cart: Cart, before: Cart | undefined): boolean =>
  cart.cartState === 'Frozen' && before?.cartState === 'Frozen';

export const staleOf = ({ before, after, requestedEffects }: BeforeCommitInput<Cart>): Stale => {
  const recalculation = requestedEffects.recalculate as Recalculation | undefined;
  const isFrozen = isKept(after, before);
  if (before === undefined || (recalculation !== undefined && !isFrozen))
    return {
      price: () => true,
      taxRate: () => true,
      shipping: true,
      productData: recalculation?.updateProductData === true,
    };
  const changed = (field: keyof Cart): boolean => !sameValue(before[field], after[field]);
  const everywhere = changed('country') || changed('customerGroup') || changed('store');
  const elsewhere = !sameValue(placeOf(before), placeOf(after));
  const itemsBefore = new Map(before.lineItems.map(item => [item.id, item]));
  const known = new Set([...itemsBefore.keys(), ...before.customLineItems.map(({ id }) => id)]);
  const isRepriced = (item: LineItem): boolean => {
    const old = itemsBefore.get(item.id);
    return old === undefined || !sameValue(priceHangsOn(old), priceHangsOn(item));
  };
  return {
    price: item => !isFrozen && (everywhere || isRepriced(item)),
    taxRate: id => elsewhere || changed('taxMode') || !known.has(id),
    shipping: elsewhere || changed('shippingInfo'),
    productData: false,
  };
};
