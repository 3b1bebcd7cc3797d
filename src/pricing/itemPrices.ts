/** Prices of items before discounts. Stale prices are selected again, others stay. */
import { fail } from '../errors/ApiError.js';
import type { TypedMoney } from '../schema/money.js';
import type { Price } from '../schema/price.js';
import type { Catalogue, CatalogueProduct } from './Catalogue.js';
import { linePrice } from './money.js';
import type { PricingCart, PricingCustomLineItem, PricingLineItem } from './PricingCart.js';
import type { PricingInput } from './PricingInput.js';
import { productData, publishedVariant } from './productData.js';
import { selectPrice, tierValue } from './selectPrice.js';

/** The error where no price fits the buyer (ERR059). */
export const priceNotFound = (
  { totalPrice, country, customerGroup }: PricingCart,
  { productId, variant, distributionChannel }: PricingLineItem,
) =>
  fail('MatchingPriceNotFound', {
    productId,
    variantId: variant.id,
    currency: totalPrice.currencyCode,
    country,
    customerGroup,
    channel: distributionChannel,
  });

/** The embedded or standalone prices of a variant; none while the product is not published. */
export const variantPrices = (
  product: CatalogueProduct,
  variantId: number,
  { standalonePrices }: Catalogue,
): readonly Price[] => {
  const variant = publishedVariant(product, variantId);
  if (variant === undefined || !product.masterData.published) return [];
  if (product.priceMode !== 'Standalone') return variant.prices;
  return (standalonePrices.get(variant.sku ?? '') ?? []).filter(({ active }) => active);
};

/** The price as a line item holds it: with the value of the tier that the quantity reaches. */
export const copyPrice = (price: Price, quantity: number): Price => {
  const { id, key, country, customerGroup, channel, validFrom, validUntil, discounted, tiers, custom } = price;
  return {
    id,
    key,
    value: tierValue(price, quantity),
    country,
    customerGroup,
    channel,
    validFrom,
    validUntil,
    discounted,
    tiers,
    custom,
  };
};

const selectItemPrice = (item: PricingLineItem, { cart, catalogue, context }: PricingInput): Price | undefined => {
  const product = catalogue.products.get(item.productId ?? '');
  return (
    product &&
    selectPrice(variantPrices(product, item.variant.id, catalogue), {
      currencyCode: cart.totalPrice.currencyCode,
      country: cart.country,
      customerGroupId: cart.customerGroup?.id,
      channelId: item.distributionChannel?.id,
      at: context.now,
    })
  );
};

const applyProductPrice = <L extends PricingLineItem>(item: L, input: PricingInput): L => {
  const price = selectItemPrice(item, input);
  if (price === undefined) throw priceNotFound(input.cart, item);
  return { ...item, price: copyPrice(price, item.quantity) };
};

/** Whether the catalogue still has a price for an item (CUST124). Gifts and items with an external price need none. */
export const isPriceAvailable = (item: PricingLineItem, input: PricingInput): boolean => {
  if (item.lineItemMode === 'GiftLineItem' || item.priceMode !== 'Platform') return true;
  return !input.staleness.isPriceStale(item) || selectItemPrice(item, input) !== undefined;
};

const refreshProductData = <L extends PricingLineItem>(item: L, { products }: Catalogue): L => {
  const product = products.get(item.productId ?? '');
  const variant = product && publishedVariant(product, item.variant.id);
  return product === undefined || variant === undefined ? item : { ...item, ...productData(product, variant) };
};

/** The price of one piece before discounts of the cart. */
export const unitPriceOf = ({ price }: PricingLineItem): TypedMoney => price.discounted?.value ?? price.value;

export const priceLineItem = <L extends PricingLineItem>(item: L, input: PricingInput): L => {
  if (item.lineItemMode === 'GiftLineItem') return item;
  const { cart, staleness, catalogue } = input;
  const current = staleness.updatesProductData ? refreshProductData(item, catalogue) : item;
  const priced =
    current.priceMode === 'Platform' && staleness.isPriceStale(item) ? applyProductPrice(current, input) : current;
  // An external total price is not computed.
  return priced.priceMode === 'ExternalTotal'
    ? priced
    : { ...priced, totalPrice: linePrice(unitPriceOf(priced), priced.quantity, cart.priceRoundingMode) };
};

export const priceCustomLineItem = <C extends PricingCustomLineItem>(
  item: C,
  { priceRoundingMode }: PricingCart,
): C => ({
  ...item,
  totalPrice: linePrice(item.money, item.quantity, priceRoundingMode),
});
