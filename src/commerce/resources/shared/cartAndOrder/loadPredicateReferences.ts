/** Loads what predicates about a cart read of other resources: the members of its customer, and keys. */
import type { Base } from '../../../../engine/define/Base.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { loadMany, loadManyCached } from '../../../../engine/loadResources.js';
import type { TypeId } from '../../../../engine/schema/TypeId.js';
import type { CatalogueCategories, PredicateReferences } from '../../../pricing/Catalogue.js';
import { type StoredPredicate, typesReadForPredicate } from '../../../pricing/cartPredicate.js';
import type { PricingCart } from '../../../pricing/PricingCart.js';
import type { DiscountTarget } from '../../../values/discount.js';
import type { Price } from '../../../values/price.js';
import { chainTo, loadWithAncestors } from '../categoryTree.js';

type Reader = Pick<ResourceAccess, 'store' | 'resourceTypes'> &
  Partial<Pick<ResourceAccess, 'documentCache' | 'shared'>>;

interface ReferenceHolder {
  readonly [member: string]: unknown;
}

/** The references of a cart by the type that they refer to, also those inside of its items. */
const referencedIds = (cart: PricingCart, prices: readonly Price[], typeId: TypeId): string[] => {
  const { shippingInfo, customerGroup } = cart;
  const items = [...cart.lineItems, ...cart.customLineItems] as readonly unknown[] as readonly ReferenceHolder[];
  const holders = items.flatMap(({ productType, supplyChannel, distributionChannel, taxCategory, custom }) => [
    productType,
    supplyChannel,
    distributionChannel,
    taxCategory,
    (custom as ReferenceHolder | undefined)?.type,
  ]);
  const ofCart = (cart as unknown as ReferenceHolder).custom as ReferenceHolder | undefined;
  const all = [
    ...holders,
    customerGroup,
    ofCart?.type,
    shippingInfo?.shippingMethod,
    shippingInfo?.taxCategory,
    ...[...cart.lineItems.map(({ price }) => price), ...prices].flatMap(price => [price.channel, price.customerGroup]),
  ] as readonly ({ readonly typeId: string; readonly id: string } | undefined)[];
  return all.flatMap(reference => (reference?.typeId === typeId ? [reference.id] : []));
};

interface PredicateReading {
  readonly projectKey: string;
  readonly cart: PricingCart;
  /** Prices that may be selected for its items. */
  readonly pricesOf?: () => readonly Price[];
  readonly predicates: readonly StoredPredicate[];
}

/** Undefined where the predicates read no other resources, as most. */
export const loadPredicateReferences = async (
  access: Reader,
  { projectKey, cart, pricesOf = () => [], predicates }: PredicateReading,
): Promise<PredicateReferences | undefined> => {
  const types = new Set(predicates.flatMap(typesReadForPredicate));
  if (types.size === 0) return undefined;
  const prices = pricesOf();
  const { store, resourceTypes, documentCache, shared } = access;
  const load = (typeId: TypeId, ids: readonly string[]) =>
    documentCache === undefined || shared === undefined
      ? loadMany<Base>(access, projectKey, typeId, ids)
      : loadManyCached<Base>({ store, resourceTypes, documentCache, shared }, projectKey, typeId, ids);
  const loadAll = (typeId: TypeId) => load(typeId, referencedIds(cart, prices, typeId));
  const [customers, ...loaded] = await Promise.all([
    load('customer', types.has('customer') && cart.customerId !== undefined ? [cart.customerId] : []),
    ...[...types].filter(typeId => !readOtherwise.has(typeId)).map(loadAll),
  ]);
  const keys = new Map(
    loaded.flatMap(resources => [...resources].map(([id, resource]) => [id, (resource as { key?: string }).key])),
  );
  const customer = customers.get(cart.customerId ?? '');
  return {
    keys,
    categories: types.has('category') ? await loadCategories(access, projectKey, cart) : undefined,
    customer: customer && (JSON.parse(JSON.stringify(customer)) as object),
  };
};

/** Types of which more than keys is read. */
const readOtherwise: ReadonlySet<TypeId> = new Set<TypeId>(['category', 'customer']);

type ProductWithCategories = Base & {
  readonly masterData: { readonly current: { readonly categories: readonly { readonly id: string }[] } };
};

/** The categories of the products of a cart, with those above them as they are now. */
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

/** The predicates of the target of a discount. */
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
