import { sameValue } from '../../engine/document/sameValue.js';
import type { PricingCart, PricingLineItem, Staleness } from './PricingCart.js';

/** The effect that `recalculate` requests. */
export interface Recalculation {
  readonly updateProductData: boolean;
}

/** Tax rates depend on this place. */
export const taxPlaceOf = ({ shippingAddress }: PricingCart) => ({
  country: shippingAddress?.country,
  state: shippingAddress?.state,
});

/**
 * Tells whether the cart was frozen before and still is: it keeps its prices and discounts. A cart that is being frozen
 * is priced once more.
 */
export const staysFrozen = (cart: PricingCart, before: PricingCart | undefined): boolean =>
  cart.cartState === 'Frozen' && before?.cartState === 'Frozen';

const priceInputsOf = ({
  quantity,
  variant,
  distributionChannel,
  recurrenceInfo,
  priceMode,
  price,
}: PricingLineItem) => ({
  quantity,
  variant: variant.id,
  distributionChannel,
  recurrencePolicy: recurrenceInfo?.recurrencePolicy,
  priceMode,
  price: price.id,
});

const everythingStale = (updatesProductData: boolean): Staleness => ({
  isPriceStale: () => true,
  isTaxRateStale: () => true,
  hasSameAmounts: () => false,
  isShippingStale: true,
  updatesProductData,
});

/** Amounts of line items depend on these members of the cart, beside those of the buyer and of the place. */
const roundingMembers = ['priceRoundingMode', 'taxRoundingMode', 'taxCalculationMode'] as const;

export const stalenessOf = (
  cart: PricingCart,
  before: PricingCart | undefined,
  recalculation: Recalculation | undefined,
): Staleness => {
  const isFrozen = staysFrozen(cart, before);
  if (before === undefined || (recalculation !== undefined && !isFrozen))
    return everythingStale(recalculation?.updateProductData === true);
  const isChanged = (field: keyof PricingCart): boolean => !sameValue(before[field], cart[field]);
  // Groups may be assigned to the customer beside the one that the cart holds.
  const buyer = ['country', 'customerId', 'customerGroup', 'store'] as const;
  const isBuyerChanged = buyer.some(isChanged);
  const isPlaceChanged = !sameValue(taxPlaceOf(before), taxPlaceOf(cart));
  const itemsBefore = new Map(before.lineItems.map(item => [item.id, item]));
  const idsBefore = new Set([...itemsBefore.keys(), ...before.customLineItems.map(({ id }) => id)]);
  const isItemChanged = (item: PricingLineItem): boolean => {
    const old = itemsBefore.get(item.id);
    return old !== item && (old === undefined || !sameValue(priceInputsOf(old), priceInputsOf(item)));
  };
  const isTaxModeChanged = isChanged('taxMode');
  // External taxes have rules of their own.
  const mayKeepAmounts =
    cart.taxMode === 'Platform' &&
    !isTaxModeChanged &&
    !isBuyerChanged &&
    !isPlaceChanged &&
    !roundingMembers.some(isChanged) &&
    // Items of such a cart show a discount on their product that they were not charged with.
    before.discountTypeCombination?.chosenDiscountType !== 'CartDiscount';
  return {
    isPriceStale: item => !isFrozen && (isBuyerChanged || isItemChanged(item)),
    isTaxRateStale: id => isPlaceChanged || isTaxModeChanged || !idsBefore.has(id),
    hasSameAmounts: item =>
      mayKeepAmounts && item.discountedPricePerQuantity.length === 0 && itemsBefore.get(item.id) === item,
    isShippingStale: isPlaceChanged || isChanged('shippingInfo'),
    updatesProductData: false,
  };
};
