import { activeOnly } from '../discounts.js';
import { limits } from '../../../../base/config/limits.js';
import type { Base } from '../../../../engine/define/Base.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { loadBy, loadManyCached } from '../../../../engine/loadResources.js';
import type {
  Catalogue,
  CatalogueCustomer,
  CatalogueDiscount,
  CatalogueDiscountCode,
  CatalogueDiscountGroup,
  CataloguePrice,
  CatalogueShippingMethod,
  CatalogueTaxCategory,
  CatalogueZone,
} from '../../../pricing/Catalogue.js';
import { discountCodeCounters } from '../../../pricing/findApplicableDiscounts.js';
import type { StoredPredicate } from '../../../pricing/cartPredicate.js';
import { publishedVariant, type VariantIdentity, variantPrices } from '../../../pricing/itemPrices.js';
import type { PricingCart, PricingLineItem, Staleness } from '../../../pricing/PricingCart.js';
import type { Price } from '../../../values/price.js';
import { staysFrozen } from '../../../pricing/stalenessOf.js';
import type { CustomerWithGroup } from '../customer.js';
import { pricesReadMax } from '../prices.js';
import type { ProductDiscountRule } from '../../../pricing/productDiscounts.js';
import { type DiscountedHolders, loadDiscountRules, productDiscountsOf } from '../productDiscounts.js';
import { initialItemState } from './itemStates.js';
import { loadPredicateReferences, predicatesOfTarget } from './loadPredicateReferences.js';
import { catalogueProductOf, type StoredProduct } from './productAttributes.js';

/**
 * A discount that is tried with a cart: it takes the place of the stored one with its id. Without its members the cart
 * is priced as if it did not exist.
 */
export type TestedDiscount = { readonly id: string } & (
  | { readonly typeId: 'cart-discount'; readonly discount?: CatalogueDiscount }
  | { readonly typeId: 'product-discount'; readonly discount?: ProductDiscountRule }
);

const withTested = <D extends { readonly id: string }>(
  stored: readonly D[],
  { id, discount }: { readonly id: string; readonly discount?: D },
): readonly D[] => [...stored.filter(each => each.id !== id), ...(discount === undefined ? [] : [discount])];

/** A cart that is to be priced. */
interface CatalogueRequest {
  readonly projectKey: string;
  readonly cart: PricingCart;
  readonly before?: PricingCart;
  readonly staleness: Staleness;
  /** The time of the request. */
  readonly now: string;
  readonly tested?: TestedDiscount;
  readonly customer?: CustomerWithGroup;
}

/** Loads everything that the amounts of a cart depend on, in as few round trips as possible. */
export const loadCatalogue = async (access: ResourceAccess, request: CatalogueRequest): Promise<Catalogue> => {
  const { projectKey, cart, staleness } = request;
  const codeIds = cart.discountCodes.map(({ discountCode }) => discountCode.id);
  const discountCodes = await loadById<CatalogueDiscountCode>(access, request, 'discount-code', codeIds);
  const staleItems = cart.lineItems.filter(item => needsProduct(item, request));
  const looksUpPrices = staleItems.length > 0;
  const [shippingMethod, { discounts, discountGroups }, discountCodeUses, customer, rules, boughtProducts] =
    await Promise.all([
      loadShippingMethod(access, request),
      loadDiscounts(access, request, discountCodes),
      loadUses(access, request),
      loadCustomer(access, request),
      looksUpPrices ? loadRules(access, request) : undefined,
      loadById<StoredProduct>(
        access,
        request,
        'product',
        staleItems.map(({ productId }) => productId),
      ),
    ]);
  const gifts = giftsOf(discounts);
  const sold = [...variantsOf(staleItems), ...gifts];
  const giftIds = gifts.map(({ productId }) => productId);
  const giftProducts = await loadById<StoredProduct>(access, request, 'product', giftIds);
  const products = new Map(
    [...giftProducts, ...boughtProducts].map(([id, product]) => [id, catalogueProductOf(product)] as const),
  );
  const zoneIds = staleness.isShippingStale ? (shippingMethod?.zoneRates.map(({ zone }) => zone.id) ?? []) : [];
  const [initialStateId, standalonePrices, zones] = await Promise.all([
    gifts.length === 0 ? null : access.store.findId(projectKey, 'state', 'key', initialItemState.key),
    loadStandalonePrices(access, request, sold, products),
    loadById<CatalogueZone>(access, request, 'zone', zoneIds),
  ]);
  const productDiscounts =
    products.size === 0
      ? undefined
      : await productDiscountsOf(
          access,
          projectKey,
          request.now,
          looksUpPrices ? rules : await loadRules(access, request),
          () => holdersOf(products, standalonePrices),
        );
  const predicates = predicatesOf(cart, discounts, discountCodes, shippingMethod);
  const references =
    predicates.length === 0
      ? undefined
      : await loadPredicateReferences(access, {
          projectKey,
          cart,
          pricesOf: () => pricesOf(sold, { products, standalonePrices }),
          shippingMethod,
          predicates,
        });
  return {
    products,
    references,
    standalonePrices,
    shippingMethod,
    zones,
    discounts,
    discountGroups,
    productDiscounts,
    discountCodes,
    discountCodeUses,
    customer,
    taxCategories: await loadTaxCategories(access, request, products, shippingMethod),
    initialState: initialStateId === null ? undefined : { typeId: 'state', id: initialStateId },
  };
};

const variantsOf = (lineItems: readonly PricingLineItem[]): VariantName[] =>
  lineItems.flatMap(({ productId, variant }) => (productId === undefined ? [] : [{ productId, variant }]));

/** The prices that may be selected for some variants. */
const pricesOf = (
  variants: readonly VariantName[],
  { products, standalonePrices }: Pick<Catalogue, 'products' | 'standalonePrices'>,
): readonly Price[] =>
  variants.flatMap(({ productId, variant }) => {
    const product = products.get(productId);
    return product === undefined ? [] : variantPrices(product, variant, { standalonePrices });
  });

/** The predicates that decide about discounts, codes and the shipping method of a cart. */
const predicatesOf = (
  { directDiscounts }: PricingCart,
  discounts: readonly CatalogueDiscount[],
  discountCodes: Catalogue['discountCodes'],
  method: CatalogueShippingMethod | undefined,
): readonly StoredPredicate[] => {
  if (discounts.length === 0 && directDiscounts.length === 0 && discountCodes.size === 0 && method === undefined)
    return [];
  const texts = [
    ...discounts.map(({ cartPredicate }) => cartPredicate),
    ...[...discountCodes.values()].map(({ cartPredicate }) => cartPredicate),
    method?.predicate,
  ];
  return [
    ...texts.flatMap((text): StoredPredicate[] => (text === undefined ? [] : [{ text, scope: 'cart' }])),
    ...[...discounts, ...directDiscounts].flatMap(({ target }) => predicatesOfTarget(target)),
  ];
};

/** Bounds the discounts without a code among which the active ones are searched. */
const automaticDiscountsMax = 10_000;

interface VariantName {
  readonly productId: string;
  readonly variant: VariantIdentity;
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
    product === undefined ? [] : [{ productId: product.id, variant: { id: variantId } }],
  );

/** Tells whether the price, the tax rate or the product data of an item must be looked up in its product. */
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
  for (const { productId, variant } of variants) {
    const product = products.get(productId);
    const sku = product?.priceMode === 'Standalone' ? publishedVariant(product, variant)?.sku : undefined;
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

/** A cart that stays frozen keeps its prices. A deleted customer is in no group. */
const loadCustomer = async (
  access: ResourceAccess,
  request: CatalogueRequest,
): Promise<CatalogueCustomer | undefined> => {
  const { cart, before } = request;
  if (cart.customerId === undefined || staysFrozen(cart, before)) return undefined;
  const { customerGroup, customerGroupAssignments = [] } =
    request.customer ??
    (await loadById<CustomerWithGroup>(access, request, 'customer', [cart.customerId])).get(cart.customerId) ??
    {};
  return { customerGroup, groupIds: customerGroupAssignments.map(each => each.customerGroup.id) };
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
const automaticDiscountIds = async (access: ResourceAccess, projectKey: string): Promise<readonly string[]> =>
  (await access.shared(projectKey)).get('cart-discount', 'automatic', () => readAutomaticIds(access, projectKey));

const readAutomaticIds = async ({ store }: ResourceAccess, projectKey: string): Promise<readonly string[]> => {
  const withoutCode = { by: 'value', path: 'requiresDiscountCode', value: 'false' } as const;
  const range = { from: 0, to: automaticDiscountsMax };
  const ids = await store.idsInRange(projectKey, 'cart-discount', withoutCode, range);
  if (ids.length === 0) return ids;
  const scores = await store.scores(projectKey, 'cart-discount', activeOnly, ids);
  return ids.filter((_, at) => scores[at] !== null).slice(0, limits.activeDiscountsMax);
};

const loadRules = async (access: ResourceAccess, { projectKey, tested }: CatalogueRequest) => {
  const rules = await loadDiscountRules(access, projectKey);
  return tested?.typeId === 'product-discount' ? withTested(rules ?? [], tested) : rules;
};

/** A cart that stays frozen keeps its discounts. */
const loadDiscounts = async (
  access: ResourceAccess,
  request: CatalogueRequest,
  codes: Catalogue['discountCodes'],
): Promise<Pick<Catalogue, 'discounts' | 'discountGroups'>> => {
  const byCode = [...codes.values()].flatMap(({ cartDiscounts }) => cartDiscounts.map(({ id }) => id));
  const ids = staysFrozen(request.cart, request.before)
    ? []
    : [...(await automaticDiscountIds(access, request.projectKey)), ...byCode];
  const { tested } = request;
  if (ids.length === 0 && tested === undefined) return { discounts: [], discountGroups: new Map() };
  const loaded = await loadById<CatalogueDiscount>(access, request, 'cart-discount', ids);
  const active = [...loaded.values()].filter(({ isActive }) => isActive);
  const discounts = tested?.typeId === 'cart-discount' ? withTested(active, tested) : active;
  const discountGroups = await loadById<CatalogueDiscountGroup>(access, request, 'discount-group', [
    ...new Set(discounts.map(({ discountGroup }) => discountGroup?.id)),
  ]);
  return { discounts, discountGroups };
};

/** The products and prices that a cart may have, as discounts on products look at them. */
const holdersOf = (
  products: Catalogue['products'],
  standalonePrices: Catalogue['standalonePrices'],
): DiscountedHolders => ({
  products: [...products.values()].map(({ id, key, productType, masterData: { current } }) => ({
    id,
    key,
    productType,
    data: [current],
  })),
  prices: [
    ...[...products.values()].flatMap(({ masterData: { current } }) =>
      [current.masterVariant, ...current.variants].flatMap(({ prices }) => prices),
    ),
    ...[...standalonePrices.values()].flat(),
  ],
});
