import { zero } from '../schema/money.js';
import { copyPrice, variantPrices } from './itemPrices.js';
import type { ApplicableDiscount } from './findApplicableDiscounts.js';
import { linePrice } from './money.js';
import type { DiscountReference } from './pieceGroups.js';
import type { PricingItem, PricingLineItem } from './PricingCart.js';
import type { PricingInput } from './PricingInput.js';
import { productData, publishedVariant } from './productData.js';
import { selectPrice } from './selectPrice.js';

/** The discount that gives a gift away. */
export const giftDiscountOf = ({
  discountedPricePerQuantity,
}: Pick<PricingItem, 'discountedPricePerQuantity'>): DiscountReference | undefined =>
  discountedPricePerQuantity[0]?.discountedPrice.includedDiscounts[0]?.discount;

/** Undefined where the product is not published, or has no price for this cart. */
const newGift = ({ discount, value }: ApplicableDiscount, { cart, catalogue, context }: PricingInput) => {
  const { currencyCode } = cart.totalPrice;
  const { distributionChannel, supplyChannel, variantId } = value;
  const product = catalogue.products.get(value.product?.id ?? '');
  const variant = product && variantId !== undefined ? publishedVariant(product, variantId) : undefined;
  if (product === undefined || variant === undefined || catalogue.initialState === undefined) return undefined;
  const selected = selectPrice(variantPrices(product, variant.id, catalogue), {
    currencyCode,
    country: cart.country,
    customerGroupId: cart.customerGroup?.id,
    channelId: distributionChannel?.id,
    at: context.now,
  });
  if (selected === undefined) return undefined;
  const price = copyPrice(selected, 1);
  const portion = { discount, discountedAmount: linePrice(price.value, 1, cart.priceRoundingMode) };
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

export type GiftLineItem = NonNullable<ReturnType<typeof newGift>>;

/**
 * The line items that discounts give away. A gift that the cart holds stays; a gift that the buyer removed, or whose
 * product is not published, is not given.
 */
export const giftItems = <L extends PricingLineItem>(
  discounts: readonly ApplicableDiscount[],
  input: PricingInput<L>,
): (L | GiftLineItem)[] => {
  const { cart, catalogue } = input;
  const isPublished = ({ value: { product } }: ApplicableDiscount): boolean =>
    catalogue.products.get(product?.id ?? '')?.masterData.published === true;
  const isRefused = ({ discount }: ApplicableDiscount): boolean =>
    cart.refusedGifts.some(({ id }) => id === discount.id);
  return discounts
    .filter(each => each.value.type === 'giftLineItem' && isPublished(each) && !isRefused(each))
    .flatMap(each => {
      const held = cart.lineItems.find(
        item => item.lineItemMode === 'GiftLineItem' && giftDiscountOf(item)?.id === each.discount.id,
      );
      return held ?? newGift(each, input) ?? [];
    });
};
