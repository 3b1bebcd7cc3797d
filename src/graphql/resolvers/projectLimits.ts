/** Resolvers of the limits of a project and of their usage. */
import { limits } from '../../base/config/limits.js';
import { cartsMax } from '../../commerce/resources/cart/index.js';
import { groupsMax } from '../../commerce/resources/customer/members.js';
import { itemsMax } from '../../commerce/resources/shoppingList/members.js';
import { variantsMax } from '../../commerce/resources/product/members.js';
import { listItemsMax } from '../../engine/schema/primitives.js';
import type { TypeId } from '../../engine/schema/TypeId.js';
import { type IdList, wholeList } from '../../store/DataStore.js';
import { assertScope } from '../GraphqlContext.js';
import { projectLimits } from '../schema/projectLimits.js';
import { loads, type Resolver } from './Resolver.js';

/** Resolves to the number of resources of a project; `limit` is null where nothing limits them. */
const total = (typeId: TypeId, limit: number | null = null): Resolver =>
  loads(async (_, _args, { services: { store }, projectKey }) => {
    const { from, to } = await store.rankRange(projectKey, typeId, { by: 'id' }, wholeList);
    return { current: to - from, limit };
  });

const valueList = (path: string, value: string): IdList => ({ by: 'value', path, value });

/** Resolves to the number of resources that have the given value in each of the indexes. */
const totalActive = (typeId: TypeId, limit: number, ...lists: readonly IdList[]): Resolver =>
  loads(async (_, _args, { services: { store }, projectKey }) => ({
    current: (await store.commonIdCount(projectKey, typeId, lists, limit)) ?? 0,
    limit,
  }));

const active = valueList('isActive', 'true');
const fixed =
  (limit: number | null): Resolver =>
  () => ({ limit });

/** Resolvers by the type of a field of `limits`. */
export const limitResolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  AttributeGroupLimitsProjection: { total: total('attribute-group') },
  CartDiscountLimitsProjection: {
    totalActiveWithoutDiscountCodes: totalActive(
      'cart-discount',
      limits.activeDiscountsMax,
      valueList('requiresDiscountCode', 'false'),
      active,
    ),
  },
  CartLimitsProjection: { total: total('cart', cartsMax) },
  CategoryLimitsProjection: { maxCategories: fixed(null) },
  CustomObjectLimitsProjection: { total: total('key-value-document') },
  CustomerGroupLimitsProjection: { total: total('customer-group') },
  CustomerLimitsProjection: { total: total('customer'), maxGroupsPerCustomer: fixed(groupsMax) },
  DiscountGroupLimitsProjection: { totalActive: totalActive('discount-group', limits.activeDiscountGroupsMax, active) },
  ExtensionLimitsProjection: { timeoutInMs: fixed(limits.extensionMsMax) },
  ProductDiscountLimitsProjection: {
    totalActive: totalActive('product-discount', limits.activeProductDiscountsMax, active),
  },
  ProductTypeLimitsProjection: { total: total('product-type', limits.productTypesMax) },
  ProductLimitsProjection: {
    pricesPerVariant: fixed(listItemsMax),
    productTailoring: fixed(null),
    variants: fixed(variantsMax + 1),
  },
  QueryLimitsProjection: { offset: fixed(limits.queryOffsetMax) },
  SearchLimitsProjection: { maxTextSize: fixed(limits.searchValueLengthMax) },
  ShippingMethodLimitsProjection: { total: total('shipping-method') },
  ShoppingListLimitsProjection: {
    total: total('shopping-list'),
    lineItems: fixed(itemsMax),
    textLineItems: fixed(itemsMax),
  },
  StoreLimitsProjection: {
    total: total('store'),
    cartDiscounts: fixed(limits.activeDiscountsOfStoreMax),
    inventorySupplyChannels: fixed(listItemsMax),
    productDistributionChannels: fixed(listItemsMax),
    productSelections: fixed(listItemsMax),
  },
  TaxCategoryLimitsProjection: { total: total('tax-category') },
  ZoneLimitsProjection: { total: total('zone') },
};

/** Each field of `limits` has its own type, whose resolvers need no values. */
const noValues = Object.fromEntries(projectLimits.map(({ field }) => [field, {}]));

export const limitQuery: Readonly<Record<'limits', Resolver>> = {
  limits: (_, _args, context) => {
    assertScope(context, ['view_project_settings'], false);
    return noValues;
  },
};
