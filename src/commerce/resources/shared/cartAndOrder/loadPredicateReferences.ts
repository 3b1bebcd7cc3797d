/** Loads what predicates about a cart read of other resources: the members of its customer, and keys. */
import type { Base } from '../../../../engine/define/Base.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { loadMany, loadManyCached } from '../../../../engine/loadResources.js';
import type { TypeId } from '../../../../engine/schema/TypeId.js';
import type { CatalogueCategories, CatalogueShippingMethod, PredicateReferences } from '../../../pricing/Catalogue.js';
import { type StoredPredicate, typesReadForPredicate } from '../../../pricing/cartPredicate.js';
import type { PricingCart } from '../../../pricing/PricingCart.js';
import { copyWithKeys, referencesIn } from '../../../pricing/referenceKeys.js';
import type { DiscountTarget } from '../../../values/discount.js';
import type { Price } from '../../../values/price.js';
import { chainTo, loadWithAncestors } from '../categoryTree.js';

type Reader = Pick<ResourceAccess, 'store' | 'resourceTypes'> &
  Partial<Pick<ResourceAccess, 'documentCache' | 'shared'>>;

interface PredicateReading {
  readonly projectKey: string;
  readonly cart: PricingCart;
  /** Prices that may be selected for its items. */
  readonly pricesOf?: () => readonly Price[];
  /** The method of its shipping, which may just have been selected. */
  readonly shippingMethod?: Pick<CatalogueShippingMethod, 'taxCategory'>;
  readonly predicates: readonly StoredPredicate[];
}

/** Returns undefined if the predicates read no other resources, as most do. */
export const loadPredicateReferences = async (
  access: Reader,
  { projectKey, cart, pricesOf = () => [], shippingMethod, predicates }: PredicateReading,
): Promise<PredicateReferences | undefined> => {
  const types = new Set(predicates.flatMap(typesReadForPredicate));
  if (types.size === 0) return undefined;
  const { store, resourceTypes, documentCache, shared } = access;
  const load = (typeId: TypeId, ids: readonly string[]) =>
    documentCache === undefined || shared === undefined
      ? loadMany<Base>(access, projectKey, typeId, ids)
      : loadManyCached<Base>({ store, resourceTypes, documentCache, shared }, projectKey, typeId, ids);
  const customerIds = types.has('customer') && cart.customerId !== undefined ? [cart.customerId] : [];
  const customer = (await load('customer', customerIds)).get(cart.customerId ?? '');
  const keyed = [...types].filter(typeId => !readOtherwise.has(typeId));
  const references = keyed.length === 0 ? [] : referencesIn([cart, customer, pricesOf(), shippingMethod?.taxCategory]);
  const idsOf = (typeId: TypeId) => references.flatMap(each => (each.typeId === typeId ? [each.id] : []));
  const loaded = await Promise.all(keyed.map(typeId => load(typeId, idsOf(typeId))));
  const keys = new Map(
    loaded.flatMap(resources => [...resources].map(([id, resource]) => [id, (resource as { key?: string }).key])),
  );
  return {
    keys,
    categories: types.has('category') ? await loadCategories(access, projectKey, cart) : undefined,
    customer: copyWithKeys(customer, keys) as object | undefined,
  };
};

/** Types of which more than keys is read. */
const readOtherwise: ReadonlySet<TypeId> = new Set<TypeId>(['category', 'customer']);

type ProductWithCategories = Base & {
  readonly masterData: { readonly current: { readonly categories: readonly { readonly id: string }[] } };
};

/** The categories of the products of a cart, with their current ancestors. */
const loadCategories = async (
  access: Reader,
  projectKey: string,
  { lineItems }: PricingCart,
): Promise<ReadonlyMap<string, CatalogueCategories>> => {
  const productIds = [...new Set(lineItems.flatMap(({ productId }) => productId ?? []))];
  const products = await loadMany<ProductWithCategories>(access, projectKey, 'product', productIds);
  const idsByProduct = new Map(
    [...products].map(([id, { masterData }]) => [id, masterData.current.categories.map(category => category.id)]),
  );
  const found = await loadWithAncestors(access, projectKey, [...new Set([...idsByProduct.values()].flat())]);
  const toCategory = (id: string) => ({ id, key: found.get(id)?.resource.key });
  return new Map(
    [...idsByProduct].map(([productId, ids]) => {
      const above = ids.flatMap(id => (chainTo(found, id) ?? []).map(({ resource }) => resource.id));
      const all = [...new Set([...ids, ...above])];
      return [productId, { categories: ids.map(toCategory), categoriesWithAncestors: all.map(toCategory) }];
    }),
  );
};

export const predicatesOfTarget = (target: DiscountTarget | undefined): StoredPredicate[] => {
  const components = [...(target?.triggerPattern ?? []), ...(target?.targetPattern ?? [])];
  if (components.length > 0)
    return components.map(({ type, predicate }) => ({
      text: predicate,
      scope: type === 'CountOnLineItemUnits' ? 'lineItems' : 'customLineItems',
    }));
  if (target?.predicate === undefined) return [];
  const isCustom = target.type === 'customLineItems' || target.type === 'multiBuyCustomLineItems';
  return [{ text: target.predicate, scope: isCustom ? 'customLineItems' : 'lineItems' }];
};
