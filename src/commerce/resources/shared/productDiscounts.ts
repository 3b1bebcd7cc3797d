/**
 * Discounts on products, with the members of other resources that their predicates read. Everything that shows prices
 * applies the discounts of one moment to all of them (docs/decisions/product-discounts.md).
 */
import { activeOnly } from './discounts.js';
import { limits } from '../../../base/config/limits.js';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { boundedWork } from '../../../base/shedding/boundedWork.js';
import type { Base } from '../../../engine/define/Base.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { type CachedReader, loadManyCached, loadManyParsed } from '../../../engine/loadResources.js';
import type { TypeId } from '../../../engine/schema/TypeId.js';
import {
  type DiscountablePrice,
  type DiscountableVariant,
  type ProductDiscountRule,
  ProductDiscounts,
  typesReadForDiscounts,
} from '../../pricing/productDiscounts.js';

type Reader = CachedReader;
type Reference = { readonly typeId: string; readonly id: string };

export const productDiscountsStamp = 'product-discounts';

const allActive = { from: 0, to: limits.activeProductDiscountsMax } as const;
/** Bounds the reads: they are repeated if a discount was switched off after the discounts were listed. */
const readsMax = 3;

/** Tells whether a project has discounts on products; without them, prices are as they are stored. */
export const hasProductDiscounts = async (
  { store }: Pick<ResourceAccess, 'store'>,
  projectKey: string,
): Promise<boolean> =>
  (await store.idsInRange(projectKey, 'product-discount', { by: 'id' }, { from: 0, to: 1 })).length > 0;

/** The active discounts of one moment; undefined in a project without any discounts on products. */
export const loadDiscountRules = async (
  access: Reader,
  projectKey: string,
): Promise<readonly ProductDiscountRule[] | undefined> => {
  const shared = await access.shared(projectKey);
  const rules = await shared.get('product-discount', 'active', () => readDiscountRules(access, projectKey));
  return rules ?? undefined;
};

/** Returns null in a project without any discounts on products. */
const readDiscountRules = async (
  access: Reader,
  projectKey: string,
): Promise<readonly ProductDiscountRule[] | null> => {
  if (!(await hasProductDiscounts(access, projectKey))) return null;
  for (let reads = 1; ; reads++) {
    const ids = await access.store.idsInRange(projectKey, 'product-discount', activeOnly, allActive);
    const found = await loadManyParsed<ProductDiscountRule & Base>(access, projectKey, 'product-discount', ids);
    const rules = [...found.values()].filter(({ isActive }) => isActive);
    // The bodies are of one moment, the list of the one before.
    if (rules.length === ids.length || reads === readsMax) return rules;
  }
};

/** A product, as far as discounts look at it: as it is stored, or a projection of it. */
export interface DiscountedProduct {
  readonly id: string;
  readonly key?: string;
  readonly productType: Reference;
}

/** The data of a product that is on sale, or staged. */
export interface DiscountedData {
  readonly categories?: readonly Reference[];
  /** The attributes of all variants. */
  readonly attributes?: DiscountableVariant['productAttributes'];
  readonly masterVariant: DiscountedVariant;
  readonly variants: readonly DiscountedVariant[];
}

type DiscountedVariant = DiscountableVariant['variant'] & { readonly prices: readonly DiscountablePrice[] };

/** Everything whose keys the predicates may name. */
export interface DiscountedHolders {
  readonly products: readonly (DiscountedProduct & { readonly data: readonly Pick<DiscountedData, 'categories'>[] })[];
  readonly prices: readonly DiscountablePrice[];
}

const referencesOf = ({ products, prices }: DiscountedHolders): Reference[] => [
  ...products.map(({ productType }) => productType),
  ...products.flatMap(({ data }) => data.flatMap(({ categories = [] }) => categories)),
  ...(
    prices.flatMap(({ customerGroup, channel, custom }) => [
      customerGroup,
      channel,
      (custom as { readonly type?: Reference } | undefined)?.type,
    ]) as (Reference | undefined)[]
  ).filter(reference => reference !== undefined),
];

interface KeyedResource extends Base {
  readonly key?: string;
  readonly ancestors?: readonly { readonly id: string }[];
}

/** The keys of resources of some types, and the categories above those that products are in. */
export const loadKeys = async (
  loadResources: (typeId: TypeId, ids: readonly string[]) => Promise<ReadonlyMap<string, Base>>,
  { resourceTypes }: Pick<Reader, 'resourceTypes'>,
  types: ReadonlySet<TypeId>,
  references: readonly Reference[],
) => {
  const load = async (typeId: TypeId, ids: readonly string[]): Promise<ReadonlyMap<string, KeyedResource>> =>
    resourceTypes.has(typeId) ? loadResources(typeId, ids) : new Map<string, KeyedResource>();
  const idsOf = (typeId: TypeId) => references.flatMap(each => (each.typeId === typeId ? [each.id] : []));
  const loaded = new Map(
    (await Promise.all([...types].map(async typeId => [...(await load(typeId, idsOf(typeId)))]))).flat(),
  );
  const ancestors = new Map<string, readonly string[]>();
  for (const [id, { ancestors: above = [] }] of loaded)
    if (above.length > 0)
      ancestors.set(
        id,
        above.map(each => each.id),
      );
  const missing = [...new Set([...ancestors.values()].flat())].filter(id => !loaded.has(id));
  for (const [id, category] of await load('category', missing)) loaded.set(id, category);
  return { keys: new Map([...loaded].map(([id, { key }]) => [id, key] as const)), ancestors };
};

const loaderOf = (access: Reader, projectKey: string) => (typeId: TypeId, ids: readonly string[]) =>
  loadManyCached<KeyedResource>(access, projectKey, typeId, ids);

/** The discounts on the prices of some products at a time; undefined in a project without discounts on products. */
export const loadProductDiscounts = async (
  access: Reader,
  projectKey: string,
  at: string,
  holdersOf: () => DiscountedHolders,
): Promise<ProductDiscounts | undefined> =>
  productDiscountsOf(access, projectKey, at, await loadDiscountRules(access, projectKey), holdersOf);

/** Discounts with the keys that their predicates name. */
export const productDiscountsOf = async (
  access: Reader,
  projectKey: string,
  at: string,
  rules: readonly ProductDiscountRule[] | undefined,
  holdersOf: () => DiscountedHolders,
): Promise<ProductDiscounts | undefined> => {
  if (rules === undefined) return undefined;
  const types = typesReadForDiscounts(rules);
  return new ProductDiscounts(
    rules,
    at,
    types.size === 0
      ? undefined
      : await loadKeys(loaderOf(access, projectKey), access, types, referencesOf(holdersOf())),
  );
};

/** The members of a product that predicates name; stored products have accessors instead of members. */
export const identityOf = ({ id, key, productType }: DiscountedProduct): DiscountedProduct => ({
  id,
  key,
  productType,
});

/** The variant with a number. */
export const variantWithId = (
  product: DiscountedProduct,
  { categories = [], attributes, masterVariant, variants }: DiscountedData,
  id: number,
): DiscountableVariant | undefined => {
  const variant = [masterVariant, ...variants].find(each => each.id === id);
  return variant && { product: identityOf(product), categories, productAttributes: attributes, variant };
};

/** The variant with a SKU in the first of some data that has one. */
export const variantWithSku = (
  product: DiscountedProduct,
  data: readonly DiscountedData[],
  sku: string,
): DiscountableVariant | undefined => {
  for (const { categories = [], attributes, masterVariant, variants } of data) {
    const variant = [masterVariant, ...variants].find(each => each.sku === sku);
    if (variant !== undefined)
      return { product: identityOf(product), categories, productAttributes: attributes, variant };
  }
  return undefined;
};

/** The variants of all data that have an embedded price. */
export const variantsWithPrice = (
  product: DiscountedProduct,
  data: readonly DiscountedData[],
  priceId: string,
): DiscountableVariant[] =>
  data.flatMap(({ categories = [], attributes, masterVariant, variants }) =>
    [masterVariant, ...variants]
      .filter(({ prices }) => prices.some(({ id }) => id === priceId))
      .map(variant => ({ product: identityOf(product), categories, productAttributes: attributes, variant })),
  );

/** A price whose value another service set under a discount. */
export interface ExternalPrice {
  readonly price: DiscountablePrice;
  readonly variants: readonly DiscountableVariant[];
}

/** Refuses a value under a discount that is not external, not active, or does not match the price. */
export const assertExternalDiscounts = async (
  access: Reader,
  projectKey: string,
  at: string,
  given: readonly ExternalPrice[],
): Promise<void> => {
  const ids = given.flatMap(({ price }) => (price.discounted === undefined ? [] : [price.discounted.discount.id]));
  if (ids.length === 0) return;
  const rules = await loadManyCached<ProductDiscountRule & Base>(access, projectKey, 'product-discount', ids);
  const references = given.flatMap(({ price, variants }) =>
    referencesOf({
      products: variants.map(({ product, categories }) => ({ ...product, data: [{ categories }] as never })),
      prices: [price],
    }),
  );
  const types = typesReadForDiscounts([...rules.values()]);
  const keys = await loadKeys(loaderOf(access, projectKey), access, types, references);
  for (const { price, variants } of given) {
    const rule = rules.get(price.discounted?.discount.id ?? '');
    // The commit refuses a reference to a discount that does not exist.
    if (rule === undefined) continue;
    const { id, isActive, value, predicate, sortOrder } = rule;
    const always = { id, isActive, value, predicate, sortOrder };
    const matches = () =>
      variants.some(variant => new ProductDiscounts([always], at, keys).matching(price, variant) !== undefined);
    const refusal = !isActive
      ? 'is not active'
      : value.type !== 'external'
        ? `is of the type ${value.type}, not external`
        : !boundedWork('change', matches) && 'does not match the price';
    if (refusal !== false) throw invalidOperation(`The product discount '${id}' of a discounted price ${refusal}.`);
  }
};
