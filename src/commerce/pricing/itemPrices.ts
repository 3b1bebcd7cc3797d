/** Prices of items before discounts. Stale prices are selected again, others stay. */
import { fail } from '../../base/errors/ApiError.js';
import type { Money, TypedMoney } from '../values/money.js';
import type { Price } from '../values/price.js';
import type { RoundingMode } from '../values/tax.js';
import type { Catalogue, CatalogueProduct, CatalogueVariant } from './Catalogue.js';
import { linePrice, sum } from './moneyArithmetic.js';
import type { PricingCart, PricingCustomLineItem, PricingLineItem, PricingInput } from './PricingCart.js';
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
    scope: [country, customerGroup?.id, distributionChannel?.id].map(each => each && `, ${each}`).join(''),
  });

/** The embedded or standalone prices of a variant. */
export const variantPrices = (
  product: CatalogueProduct,
  identity: VariantIdentity,
  { standalonePrices }: Pick<Catalogue, 'standalonePrices'>,
): readonly Price[] => {
  const variant = publishedVariant(product, identity);
  if (variant === undefined) return [];
  if (product.priceMode !== 'Standalone') return variant.prices;
  return (standalonePrices.get(variant.sku ?? '') ?? []).filter(({ active }) => active);
};

/** A price with another value. A standalone price has its members as getters, which a spread does not copy. */
export const priceWithValue = (price: Price, value: TypedMoney): Price => ({
  id: price.id,
  key: price.key,
  value,
  country: price.country,
  customerGroup: price.customerGroup,
  channel: price.channel,
  validFrom: price.validFrom,
  validUntil: price.validUntil,
  discounted: price.discounted,
  tiers: price.tiers,
  custom: price.custom,
  recurrencePolicy: price.recurrencePolicy,
});

/** The price of a variant with the discount on its product. */
export const discountedBy =
  (product: CatalogueProduct, identity: VariantIdentity, { productDiscounts }: Pick<Catalogue, 'productDiscounts'>) =>
  (price: Price): Price => {
    const variant = publishedVariant(product, identity);
    if (productDiscounts === undefined || variant === undefined) return price;
    const { categories = [] } = product.masterData.current;
    return productDiscounts.apply(price, { product, categories, variant });
  };

/**
 * The price as a line item holds it: with the value of the tier that the quantity reaches. A discounted price has no
 * tiers.
 */
export const copyPrice = (price: Price, quantity: number): Price =>
  priceWithValue(price, price.discounted === undefined ? tierValue(price, quantity) : price.value);

const selectItemPrice = (item: PricingLineItem, { cart, catalogue, context }: PricingInput): Price | undefined => {
  const product = catalogue.products.get(item.productId ?? '');
  if (product === undefined) return undefined;
  const wanted = {
    currencyCode: cart.totalPrice.currencyCode,
    country: cart.country,
    customerGroupId: cart.customerGroup?.id,
    assignedGroupIds: catalogue.customer?.groupIds,
    channelId: item.distributionChannel?.id,
    recurrencePolicyId: item.recurrenceInfo?.recurrencePolicy.id,
    at: context.now,
  };
  const prices = variantPrices(product, item.variant, catalogue);
  return selectPrice(prices, wanted, discountedBy(product, item.variant, catalogue));
};

const applyProductPrice = (item: PricingLineItem, input: PricingInput): PricingLineItem => {
  const price = selectItemPrice(item, input);
  if (price === undefined) throw priceNotFound(input.cart, item);
  return { ...item, ...currentNames(item, input.catalogue), price: copyPrice(price, item.quantity) };
};

/** Tells whether an item still has a price in the catalogue (CUST124). Gifts and external prices need none. */
export const isPriceAvailable = (item: PricingLineItem, input: PricingInput): boolean => {
  if (item.lineItemMode === 'GiftLineItem' || item.priceMode !== 'Platform') return true;
  if (!input.staleness.isPriceStale(item)) return true;
  const isPublished = input.catalogue.products.get(item.productId ?? '')?.masterData.published === true;
  return isPublished && selectItemPrice(item, input) !== undefined;
};

/** The current slug and key of the product of an item: unlike its other data they follow the product. */
const currentNames = ({ productId }: PricingLineItem, { products }: Catalogue) => {
  const product = products.get(productId ?? '');
  return product && { productKey: product.key, productSlug: product.masterData.current.slug };
};

const refreshProductData = (item: PricingLineItem, { products }: Catalogue): PricingLineItem => {
  const product = products.get(item.productId ?? '');
  const variant = product && publishedVariant(product, item.variant);
  return product === undefined || variant === undefined ? item : { ...item, ...productData(product, variant) };
};

/** The price of one piece before discounts of the cart. */
export const unitPriceOf = ({ price }: PricingLineItem): TypedMoney => price.discounted?.value ?? price.value;

/** The item at its price before the discount on its product, which then may have tiers. */
export const withoutProductDiscount = <L extends PricingLineItem>(item: L): L => {
  const { price, priceMode, lineItemMode, quantity } = item;
  return price.discounted === undefined || priceMode !== 'Platform' || lineItemMode !== 'Standard'
    ? item
    : { ...item, price: { ...price, value: tierValue(price, quantity), discounted: undefined } };
};

/** Line items of a stored cart at their prices before its discounts, without product discounts that do not count. */
export const chargedItems = <L extends PricingLineItem>({
  lineItems,
  discountTypeCombination,
}: Pick<PricingCart, 'discountTypeCombination'> & { readonly lineItems: readonly L[] }): readonly L[] =>
  discountTypeCombination?.chosenDiscountType === 'CartDiscount' ? lineItems.map(withoutProductDiscount) : lineItems;

export const priceLineItem = (item: PricingLineItem, input: PricingInput): PricingLineItem => {
  if (item.lineItemMode === 'GiftLineItem') return item;
  const { cart, staleness, catalogue } = input;
  const current = staleness.updatesProductData ? refreshProductData(item, catalogue) : item;
  const priced =
    current.priceMode === 'Platform' && staleness.isPriceStale(item) ? applyProductPrice(current, input) : current;
  // An external total price is not computed.
  return priced.priceMode === 'ExternalTotal'
    ? priced
    : { ...priced, totalPrice: linePrice(unitPriceOf(priced), priced.quantity, totalRoundingOf(priced, cart)) };
};

/** Tells whether the total of a line rounds in its own mode: it has an external price with fractions of a cent. */
export const roundsHalfEven = (item: PricingLineItem | PricingCustomLineItem): boolean =>
  item.priceMode === 'ExternalPrice' && unitPriceOf(item).type === 'highPrecision';

export const totalRoundingOf = (
  item: PricingLineItem | PricingCustomLineItem,
  { priceRoundingMode }: Pick<PricingCart, 'priceRoundingMode'>,
): RoundingMode => (roundsHalfEven(item) ? 'HalfEven' : priceRoundingMode);

export const priceCustomLineItem = (
  item: PricingCustomLineItem,
  { priceRoundingMode }: PricingCart,
): PricingCustomLineItem => ({
  ...item,
  totalPrice: linePrice(item.money, item.quantity, priceRoundingMode),
});

/** The members by which a line item identifies its variant. */
export type VariantIdentity = Pick<CatalogueVariant, 'id' | 'sku'>;

/** The published variant with an id, or with the SKU where that one was removed: a merchant may have added it again. */
export const publishedVariant = (
  { masterData: { current } }: CatalogueProduct,
  { id, sku }: VariantIdentity,
): CatalogueVariant | undefined => {
  const variants = [current.masterVariant, ...current.variants];
  return (
    variants.find(variant => variant.id === id) ??
    (sku === undefined ? undefined : variants.find(variant => variant.sku === sku))
  );
};

/**
 * The members of a line item that it copies from its product. Prices of the variant are left out: they refer to groups
 * and channels of other buyers.
 */
export const productData = (product: CatalogueProduct, variant: CatalogueVariant) => ({
  productId: product.id,
  productKey: product.key,
  name: product.masterData.current.name,
  productSlug: product.masterData.current.slug,
  productType: product.productType,
  variant: { ...variant, prices: undefined },
});

/** The total of the items without shipping. Discounts on the total reduce it, and shipping rates depend on it. */
export const itemsTotal = (
  { lineItems, customLineItems }: Pick<PricingCart, 'lineItems' | 'customLineItems'>,
  { totalPrice }: PricingCart,
): Money =>
  sum(
    totalPrice.currencyCode,
    [...lineItems, ...customLineItems].map(item => item.totalPrice),
  );
