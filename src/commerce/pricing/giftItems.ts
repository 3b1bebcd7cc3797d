import { ApiError } from '../../base/errors/ApiError.js';
import { zero } from '../values/money.js';
import type { ApplicableDiscount } from './findApplicableDiscounts.js';
import { copyPrice, discountedBy, productData, publishedVariant, variantPrices } from './itemPrices.js';
import { taxLineItem } from './itemTaxes.js';
import type { DiscountReference } from './pieceGroups.js';
import type { PricingItem, PricingLineItem, PricingInput } from './PricingCart.js';
import { selectPrice } from './selectPrice.js';

/** The discount that gives a gift away. */
export const giftDiscountOf = ({
  discountedPricePerQuantity,
}: Pick<PricingItem, 'discountedPricePerQuantity'>): DiscountReference | undefined =>
  discountedPricePerQuantity[0]?.discountedPrice.includedDiscounts[0]?.discount;

/** Returns undefined if the product has no price for this cart. The product may be unpublished. */
const newGift = ({ discount, value }: ApplicableDiscount, { cart, catalogue, context }: PricingInput) => {
  const { currencyCode } = cart.totalPrice;
  const { distributionChannel, supplyChannel, variantId } = value;
  const product = catalogue.products.get(value.product?.id ?? '');
  const variant = product && variantId !== undefined ? publishedVariant(product, { id: variantId }) : undefined;
  if (product === undefined || variant === undefined || catalogue.initialState === undefined) return undefined;
  const wanted = {
    currencyCode,
    country: cart.country,
    customerGroupId: cart.customerGroup?.id,
    assignedGroupIds: catalogue.customer?.groupIds,
    channelId: distributionChannel?.id,
    at: context.now,
  };
  const prices = variantPrices(product, variant, catalogue);
  const selected = selectPrice(prices, wanted, discountedBy(product, variant, catalogue));
  if (selected === undefined) return undefined;
  const price = copyPrice(selected, 1);
  const portion = { discount, discountedAmount: price.discounted?.value ?? price.value };
  return {
    id: context.newId(),
    ...productData(product, variant),
    price,
    quantity: 1,
    totalPrice: zero(currencyCode),
    discountedPricePerQuantity: [
      { quantity: 1, discountedPrice: { value: zero(currencyCode), includedDiscounts: [portion] } },
    ],
    taxedPricePortions: [],
    state: [{ quantity: 1, state: catalogue.initialState }],
    perMethodTaxRate: [],
    supplyChannel,
    distributionChannel,
    priceMode: 'Platform' as const,
    lineItemMode: 'GiftLineItem' as const,
    addedAt: context.now,
    lastModifiedAt: context.now,
  };
};

/** Tells whether a gift needs no tax rate or has one for the place of the cart; otherwise the cart would be refused. */
const isTaxable = (item: PricingLineItem, input: PricingInput): boolean => {
  try {
    taxLineItem(item, input);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

/**
 * The line items that discounts give away. A gift that the cart holds stays. A gift that the buyer removed is not
 * given, nor one whose product has no tax rate.
 */
export const giftItems = (discounts: readonly ApplicableDiscount[], input: PricingInput): PricingLineItem[] => {
  const { cart } = input;
  const isRefused = ({ discount }: ApplicableDiscount): boolean =>
    cart.refusedGifts.some(({ id }) => id === discount.id);
  return discounts
    .filter(each => each.value.type === 'giftLineItem' && !isRefused(each))
    .flatMap(each => {
      const held = cart.lineItems.find(
        item => item.lineItemMode === 'GiftLineItem' && giftDiscountOf(item)?.id === each.discount.id,
      );
      const gift = held ?? newGift(each, input);
      return gift !== undefined && isTaxable(gift, input) ? gift : [];
    });
};
