/** Line items that discounts give away: there as long as the discount applies, and not again once the buyer removed it. */
import type { Context } from '../engine/define/Context.js';
import { variantById } from '../resources/product/index.js';
import { selectPrice } from './selectPrice.js';
import { zero } from '../schema/money.js';
import type { Cart } from '../resources/cart/members.js';
import { copyPrice, variantPrices } from './itemPrices.js';
import type { ApplicableDiscount } from './findApplicableDiscounts.js';
import { linePrice } from './money.js';
import type { LineItem } from '../resources/shared/lineItem.js';
import type { Catalogue } from './Catalogue.js';
import { productData } from './productData.js';

const discountOf = ({ discountedPricePerQuantity }: LineItem) =>
  discountedPricePerQuantity[0]?.discountedPrice.includedDiscounts[0]?.discount;

/** Undefined where the product is not on sale, or not at any price for this cart. */
const newGift = (
  { discount, value }: ApplicableDiscount,
  cart: Cart,
  catalogue: Catalogue,
  context: Context,
): LineItem | undefined => {
  const product = catalogue.products.get(value.product!.id);
  const variant = product && variantById(product, value.variantId!);
  const {
    totalPrice: { currencyCode },
    country,
    customerGroup,
    priceRoundingMode,
  } = cart;
  const { distributionChannel, supplyChannel } = value;
  const found =
    variant &&
    selectPrice(variantPrices(product!, variant.id, catalogue), {
      currencyCode,
      country,
      customerGroupId: customerGroup?.id,
      channelId: distributionChannel?.id,
      at: context.now,
    });
  if (variant === undefined || found === undefined || catalogue.initialState === undefined) return undefined;
  const price = copyPrice(found, 1);
  const portion = { discount, discountedAmount: linePrice(price.value, 1, priceRoundingMode) };
  return {
    id: context.newId(),
    ...productData(product!, variant),
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
    priceMode: 'Platform',
    lineItemMode: 'GiftLineItem',
    addedAt: context.now,
    lastModifiedAt: context.now,
  };
};

/** The gifts of a cart: those it has that are still given, then new ones. What is not on sale any more is not given away either. */
export const giftItems = (
  items: readonly LineItem[],
  offers: readonly ApplicableDiscount[],
  cart: Cart,
  catalogue: Catalogue,
  context: Context,
): LineItem[] => {
  const isOnSale = ({ value: { product } }: ApplicableDiscount): boolean =>
    catalogue.products.get(product!.id)?.masterData.published === true;
  const given = offers.filter(
    offer =>
      offer.value.type === 'giftLineItem' &&
      isOnSale(offer) &&
      !cart.refusedGifts.some(({ id }) => id === offer.discount.id),
  );
  return given.flatMap(offer => {
    const held = items.find(item => item.lineItemMode === 'GiftLineItem' && discountOf(item)?.id === offer.discount.id);
    return held ?? newGift(offer, cart, catalogue, context) ?? [];
  });
};
