/** The prices of line items before discounts: looked up where they are stale, kept elsewhere. */
import type { Context } from '../../../engine/define/Context.js';
import { fail } from '../../../errors/ApiError.js';
import { type Product, variantById } from '../../product/index.js';
import type { TypedMoney } from '../../../schema/money.js';
import { selectPrice, tierValue } from '../../../pricing/selectPrice.js';
import { productData } from '../lineItem.js';
import type { Cart } from '../members.js';
import type { Catalogue } from './catalogue.js';
import type { Stale } from './stale.js';
import { linePrice } from '../../../pricing/money.js';
import type { LineItem } from '../../shared/lineItem.js';
import type { CustomLineItem } from '../../shared/customLineItem.js';

/** ERR059 */
export const noPrice = (
  { totalPrice, country, customerGroup }: Cart,
  { productId, variant, distributionChannel }: LineItem,
) =>
  fail('MatchingPriceNotFound', {
    productId,
    variantId: variant.id,
    currency: totalPrice.currencyCode,
    country,
    customerGroup,
    channel: distributionChannel,
  });

/** An embedded price or a standalone one. */
type Candidate = LineItem['price'];

/** The prices of a variant among which one is chosen; none of what is not on sale. */
export const pricesOf = (
  product: Product,
  variantId: number,
  { standalonePrices }: Catalogue,
): readonly Candidate[] => {
  const variant = variantById(product, variantId);
  if (variant === undefined || !product.masterData.published) return [];
  if (product.priceMode !== 'Standalone') return variant.prices;
  return (standalonePrices.get(variant.sku ?? '') ?? []).filter(({ active }) => active);
};

/** The price as a line item repeats it. */
export const repeated = (price: Candidate, quantity: number): LineItem['price'] => {
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

const priceFor = (item: LineItem, cart: Cart, catalogue: Catalogue, at: string): Candidate | undefined => {
  const product = catalogue.products.get(item.productId ?? '');
  return (
    product &&
    selectPrice(pricesOf(product, item.variant.id, catalogue), {
      currencyCode: cart.totalPrice.currencyCode,
      country: cart.country,
      customerGroupId: cart.customerGroup?.id,
      channelId: item.distributionChannel?.id,
      at,
    })
  );
};

const pricedByProduct = (item: LineItem, cart: Cart, catalogue: Catalogue, at: string): LineItem => {
  const price = priceFor(item, cart, catalogue, at);
  if (price === undefined) throw noPrice(cart, item);
  return { ...item, price: repeated(price, item.quantity) };
};

/** Whether an item can still be bought at a price of the catalogue (CUST124); what has another price does not hang on it. */
export const isSold = (item: LineItem, cart: Cart, stale: Stale, catalogue: Catalogue, { now }: Context): boolean => {
  if (item.lineItemMode === 'GiftLineItem' || item.priceMode !== 'Platform' || !stale.price(item)) return true;
  return priceFor(item, cart, catalogue, now) !== undefined;
};

const refreshed = (item: LineItem, { products }: Catalogue): LineItem => {
  const product = products.get(item.productId ?? '');
  const variant = product && variantById(product, item.variant.id);
  return variant === undefined ? item : { ...item, ...productData(product!, variant) };
};

/** What one piece costs before discounts of the cart. */
export const unitPriceOf = ({ price }: LineItem): TypedMoney => price.discounted?.value ?? price.value;

export const priceItem = (
  item: LineItem,
  cart: Cart,
  stale: Stale,
  catalogue: Catalogue,
  { now }: Context,
): LineItem => {
  if (item.lineItemMode === 'GiftLineItem') return item;
  const current = stale.productData ? refreshed(item, catalogue) : item;
  const priced =
    current.priceMode === 'Platform' && stale.price(item) ? pricedByProduct(current, cart, catalogue, now) : current;
  // A total from outside is what it is.
  return priced.priceMode === 'ExternalTotal'
    ? priced
    : { ...priced, totalPrice: linePrice(unitPriceOf(priced), priced.quantity, cart.priceRoundingMode) };
};

export const priceCustomItem = (item: CustomLineItem, { priceRoundingMode }: Cart): CustomLineItem => ({
  ...item,
  totalPrice: linePrice(item.money, item.quantity, priceRoundingMode),
});
