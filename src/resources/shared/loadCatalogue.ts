/** What of the catalogue a cart's amounts hang on: read before they are computed, all that is wanted at once. */
import type { Engine } from '../../engine/Engine.js';
import { loadBy, loadMany } from '../../engine/loadMany.js';
import type { CartDiscount } from '../cartDiscount/index.js';
import type { DiscountCode } from '../discountCode/index.js';
import { type Product, variantById } from '../product/index.js';
import type { ShippingMethod } from '../shippingMethod/index.js';
import type { StandalonePrice } from '../standalonePrice/index.js';
import { pricesReadMax } from '../standalonePrice/scope.js';
import type { TaxCategory } from '../taxCategory/index.js';
import type { Zone } from '../zone/index.js';
import { initialItemState } from './itemState.js';
import type { Cart } from '../cart/members.js';
import { type Staleness, staysFrozen } from '../../pricing/staleness.js';
import type { LineItem } from './lineItem.js';
import type { Catalogue } from '../../pricing/Catalogue.js';
import { discountCodeCounters } from '../../pricing/discountCodeCounters.js';

const discountsMax = 500;
/** Of all that need no code, the active ones are looked for among so many. */
const automaticMax = 10_000;

interface Named {
  readonly productId: string;
  readonly variantId: number;
}

/** What discounts may give away. */
const giftsOf = (discounts: readonly CartDiscount[]): Named[] =>
  discounts.flatMap(({ value: { product, variantId = 1 } }) =>
    product === undefined ? [] : [{ productId: product.id, variantId }],
  );

/** Items that come from a product whose price or tax is looked up. */
const wantsProduct =
  ({ taxMode }: Cart, stale: Staleness) =>
  (item: LineItem): boolean =>
    item.productId !== undefined &&
    ((item.priceMode === 'Platform' && stale.price(item)) ||
      (taxMode === 'Platform' && stale.taxRate(item.id)) ||
      stale.productData);

const loadPrices = async (
  engine: Engine,
  projectKey: string,
  named: readonly Named[],
  products: ReadonlyMap<string, Product>,
): Promise<Catalogue['standalonePrices']> => {
  const skus = new Set<string>();
  for (const { productId, variantId } of named) {
    const product = products.get(productId);
    const sku = product?.priceMode === 'Standalone' ? variantById(product, variantId)?.sku : undefined;
    if (sku !== undefined) skus.add(sku);
  }
  const lists = await Promise.all(
    [...skus].map(
      async sku =>
        [
          sku,
          await loadBy<StandalonePrice>(engine, projectKey, 'standalone-price', 'sku', sku, pricesReadMax),
        ] as const,
    ),
  );
  return new Map(lists);
};

const present = (ids: readonly (string | undefined)[]): string[] => ids.filter(id => id !== undefined);

const loadTaxes = (
  engine: Engine,
  projectKey: string,
  cart: Cart,
  products: ReadonlyMap<string, Product>,
  method: ShippingMethod | undefined,
) => {
  if (cart.taxMode !== 'Platform' || cart.shippingAddress === undefined) return new Map<string, TaxCategory>();
  const categories = [...[...products.values()], ...cart.customLineItems, cart.shippingInfo, method].map(
    each => each?.taxCategory?.id,
  );
  return loadMany<TaxCategory>(engine, projectKey, 'tax-category', present(categories));
};

const loadUses = async (
  engine: Engine,
  projectKey: string,
  { discountCodes, customerId }: Cart,
): Promise<ReadonlyMap<string, number>> => {
  const names = discountCodes.flatMap(({ discountCode }) => discountCodeCounters(discountCode.id, customerId));
  const counts = await engine.store.usageCounts(projectKey, names);
  return new Map(names.map((name, at) => [name, counts[at]!]));
};

/** Its predicate is tried with every change. */
const loadMethod = async (
  engine: Engine,
  projectKey: string,
  { shippingInfo }: Cart,
): Promise<ShippingMethod | undefined> => {
  const id = shippingInfo?.shippingMethod?.id;
  return id === undefined
    ? undefined
    : (await loadMany<ShippingMethod>(engine, projectKey, 'shipping-method', [id])).get(id);
};

/** Of the discounts that need no code, those that are active: told by their indexes, so that no number of discounts with codes displaces any. */
const automaticIds = async ({ store }: Engine, projectKey: string): Promise<string[]> => {
  const ids = await store.idsInRange(
    projectKey,
    'cart-discount',
    { by: 'value', path: 'requiresDiscountCode', value: 'false' },
    { from: 0, to: automaticMax },
  );
  const scores = await store.scores(projectKey, 'cart-discount', { by: 'value', path: 'isActive', value: 'true' }, ids);
  return ids.filter((_, at) => scores[at] !== null).slice(0, discountsMax);
};

/** Discounts of a frozen cart stay as they are. */
const loadDiscounts = async (
  engine: Engine,
  projectKey: string,
  cart: Cart,
  before: Cart | undefined,
  codes: ReadonlyMap<string, DiscountCode>,
): Promise<CartDiscount[]> => {
  if (staysFrozen(cart, before)) return [];
  const named = [...codes.values()].flatMap(({ cartDiscounts }) => cartDiscounts.map(({ id }) => id));
  const found = await loadMany<CartDiscount>(engine, projectKey, 'cart-discount', [
    ...(await automaticIds(engine, projectKey)),
    ...named,
  ]);
  return [...found.values()].filter(({ isActive }) => isActive);
};

export const loadCatalogue = async (
  engine: Engine,
  projectKey: string,
  cart: Cart,
  before: Cart | undefined,
  stale: Staleness,
): Promise<Catalogue> => {
  const codes = await loadMany<DiscountCode>(
    engine,
    projectKey,
    'discount-code',
    cart.discountCodes.map(({ discountCode }) => discountCode.id),
  );
  const [shippingMethod, discounts, uses, products] = await Promise.all([
    loadMethod(engine, projectKey, cart),
    loadDiscounts(engine, projectKey, cart, before, codes),
    loadUses(engine, projectKey, cart),
    loadMany<Product>(
      engine,
      projectKey,
      'product',
      present(cart.lineItems.filter(wantsProduct(cart, stale)).map(({ productId }) => productId)),
    ),
  ]);
  const gifts = giftsOf(discounts);
  const bought = cart.lineItems.flatMap(({ productId, variant }) =>
    productId === undefined ? [] : [{ productId, variantId: variant.id }],
  );
  const all = new Map([
    ...(await loadMany<Product>(
      engine,
      projectKey,
      'product',
      gifts.map(({ productId }) => productId),
    )),
    ...products,
  ]);
  const [initialStateId, standalonePrices, zones] = await Promise.all([
    gifts.length === 0 ? null : engine.store.findId(projectKey, 'state', 'key', initialItemState.key),
    loadPrices(engine, projectKey, [...bought, ...gifts], all),
    loadMany<Zone>(
      engine,
      projectKey,
      'zone',
      stale.shipping ? (shippingMethod?.zoneRates.map(({ zone }) => zone.id) ?? []) : [],
    ),
  ]);
  return {
    products: all,
    standalonePrices,
    shippingMethod,
    zones,
    discounts,
    codes,
    uses,
    taxCategories: await loadTaxes(engine, projectKey, cart, all, shippingMethod),
    initialState: initialStateId === null ? undefined : { typeId: 'state', id: initialStateId },
  };
};
