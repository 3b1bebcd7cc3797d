import type { Base } from '../../engine/define/Base.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { loadBy, loadManyCached } from '../../engine/loadMany.js';
import type {
  Catalogue,
  CatalogueDiscount,
  CatalogueDiscountCode,
  CataloguePrice,
  CatalogueProduct,
  CatalogueShippingMethod,
  CatalogueTaxCategory,
  CatalogueZone,
} from '../../pricing/Catalogue.js';
import { discountCodeCounters } from '../../pricing/discountCodeCounters.js';
import type { PricingCart, PricingLineItem } from '../../pricing/PricingCart.js';
import { publishedVariant } from '../../pricing/productData.js';
import { type Staleness, staysFrozen } from '../../pricing/stalenessOf.js';
import { initialItemState } from './itemState.js';
import { pricesReadMax } from './pricesReadMax.js';

/** Bounds the discounts without a code that a cart is priced with. */
const discountsMax = 500;
/** Bounds the discounts without a code among which the active ones are searched. */
const automaticDiscountsMax = 10_000;

/** A cart that is to be priced. */
interface CatalogueRequest {
  readonly projectKey: string;
  readonly cart: PricingCart;
  readonly before?: PricingCart;
  readonly staleness: Staleness;
}

interface VariantName {
  readonly productId: string;
  readonly variantId: number;
}

/** The result of every read that finds nothing to load; most carts have no discounts, gifts and shipping methods. */
const nothingLoaded: Promise<ReadonlyMap<string, never>> = Promise.resolve(new Map<string, never>());

const loadById = <T>(
  access: ResourceAccess,
  { projectKey }: CatalogueRequest,
  typeId: string,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, T & Base>> => {
  const known = ids.filter(id => id !== undefined);
  return known.length === 0 ? nothingLoaded : loadManyCached<T & Base>(access, projectKey, typeId, known);
};

const giftsOf = (discounts: readonly CatalogueDiscount[]): VariantName[] =>
  discounts.flatMap(({ value: { product, variantId = 1 } }) =>
    product === undefined ? [] : [{ productId: product.id, variantId }],
  );

/** Whether the price, the tax rate or the product data of an item must be looked up in its product. */
const needsProduct = (item: PricingLineItem, { cart, staleness }: CatalogueRequest): boolean =>
  item.productId !== undefined &&
  ((item.priceMode === 'Platform' && staleness.isPriceStale(item)) ||
    (cart.taxMode === 'Platform' && staleness.isTaxRateStale(item.id)) ||
    staleness.updatesProductData);

const loadStandalonePrices = async (
  access: ResourceAccess,
  { projectKey }: CatalogueRequest,
  variants: readonly VariantName[],
  products: Catalogue['products'],
): Promise<Catalogue['standalonePrices']> => {
  const skus = new Set<string>();
  for (const { productId, variantId } of variants) {
    const product = products.get(productId);
    const sku = product?.priceMode === 'Standalone' ? publishedVariant(product, variantId)?.sku : undefined;
    if (sku !== undefined) skus.add(sku);
  }
  const load = (sku: string) =>
    loadBy<CataloguePrice & Base>(access, projectKey, 'standalone-price', 'sku', sku, pricesReadMax);
  return new Map(await Promise.all([...skus].map(async sku => [sku, await load(sku)] as const)));
};

const loadTaxCategories = async (
  access: ResourceAccess,
  request: CatalogueRequest,
  products: Catalogue['products'],
  method: CatalogueShippingMethod | undefined,
): Promise<Catalogue['taxCategories']> => {
  const { taxMode, shippingAddress, customLineItems, shippingInfo } = request.cart;
  if (taxMode !== 'Platform' || shippingAddress === undefined) return new Map();
  const holders = [...products.values(), ...customLineItems, shippingInfo, method];
  return loadById<CatalogueTaxCategory>(
    access,
    request,
    'tax-category',
    holders.map(each => each?.taxCategory?.id),
  );
};

const loadUses = async (
  { store }: ResourceAccess,
  { projectKey, cart: { discountCodes, customerId } }: CatalogueRequest,
): Promise<Catalogue['discountCodeUses']> => {
  if (discountCodes.length === 0) return nothingLoaded;
  const names = discountCodes.flatMap(({ discountCode }) => discountCodeCounters(discountCode.id, customerId));
  const counts = await store.usageCounts(projectKey, names);
  return new Map(names.map((name, at) => [name, counts[at] ?? 0]));
};

/** The shipping method is loaded for every change: its predicate may no longer match. */
const loadShippingMethod = async (
  access: ResourceAccess,
  request: CatalogueRequest,
): Promise<CatalogueShippingMethod | undefined> => {
  const id = request.cart.shippingInfo?.shippingMethod?.id;
  if (id === undefined) return undefined;
  return (await loadById<CatalogueShippingMethod>(access, request, 'shipping-method', [id])).get(id);
};

/**
 * The ids of active discounts without a code. They are read from indexes, so that no number of discounts with codes
 * displaces one of them.
 */
const automaticDiscountIds = async ({ store }: ResourceAccess, { projectKey }: CatalogueRequest): Promise<string[]> => {
  const withoutCode = { by: 'value', path: 'requiresDiscountCode', value: 'false' } as const;
  const active = { by: 'value', path: 'isActive', value: 'true' } as const;
  const range = { from: 0, to: automaticDiscountsMax };
  const ids = await store.idsInRange(projectKey, 'cart-discount', withoutCode, range);
  if (ids.length === 0) return ids;
  const scores = await store.scores(projectKey, 'cart-discount', active, ids);
  return ids.filter((_, at) => scores[at] !== null).slice(0, discountsMax);
};

/** A cart that stays frozen keeps its discounts. */
const loadDiscounts = async (
  access: ResourceAccess,
  request: CatalogueRequest,
  codes: Catalogue['discountCodes'],
): Promise<CatalogueDiscount[]> => {
  if (staysFrozen(request.cart, request.before)) return [];
  const byCode = [...codes.values()].flatMap(({ cartDiscounts }) => cartDiscounts.map(({ id }) => id));
  const ids = [...(await automaticDiscountIds(access, request)), ...byCode];
  if (ids.length === 0) return [];
  const discounts = await loadById<CatalogueDiscount>(access, request, 'cart-discount', ids);
  return [...discounts.values()].filter(({ isActive }) => isActive);
};

/** Loads everything that the amounts of a cart depend on, in as few round trips as possible. */
export const loadCatalogue = async (access: ResourceAccess, request: CatalogueRequest): Promise<Catalogue> => {
  const { projectKey, cart, staleness } = request;
  const discountCodes = await loadById<CatalogueDiscountCode>(
    access,
    request,
    'discount-code',
    cart.discountCodes.map(({ discountCode }) => discountCode.id),
  );
  const staleItems = cart.lineItems.filter(item => needsProduct(item, request));
  const [shippingMethod, discounts, discountCodeUses, boughtProducts] = await Promise.all([
    loadShippingMethod(access, request),
    loadDiscounts(access, request, discountCodes),
    loadUses(access, request),
    loadById<CatalogueProduct>(
      access,
      request,
      'product',
      staleItems.map(({ productId }) => productId),
    ),
  ]);
  const gifts = giftsOf(discounts);
  const bought = cart.lineItems.flatMap(({ productId, variant }) =>
    productId === undefined ? [] : [{ productId, variantId: variant.id }],
  );
  const giftProducts = await loadById<CatalogueProduct>(
    access,
    request,
    'product',
    gifts.map(({ productId }) => productId),
  );
  const products = new Map([...giftProducts, ...boughtProducts]);
  const zoneIds = staleness.isShippingStale ? (shippingMethod?.zoneRates.map(({ zone }) => zone.id) ?? []) : [];
  const [initialStateId, standalonePrices, zones] = await Promise.all([
    gifts.length === 0 ? null : access.store.findId(projectKey, 'state', 'key', initialItemState.key),
    loadStandalonePrices(access, request, [...bought, ...gifts], products),
    loadById<CatalogueZone>(access, request, 'zone', zoneIds),
  ]);
  return {
    products,
    standalonePrices,
    shippingMethod,
    zones,
    discounts,
    discountCodes,
    discountCodeUses,
    taxCategories: await loadTaxCategories(access, request, products, shippingMethod),
    initialState: initialStateId === null ? undefined : { typeId: 'state', id: initialStateId },
  };
};
