import { errorEntry } from '../../../base/errors/ApiError.js';
import type { Endpoint } from '../../../engine/define/ResourceDefinition.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions } from './actions.js';
import { type ShippingMethod, ShippingMethodDraft, ShippingMethodMembers, storesOf, toZoneRates } from './members.js';

/** The scopes of `read` cannot be bound to a store, as those of its path must be (ORD074). */
export const readInStores = ['view_orders', 'manage_my_orders', 'manage_customers'];

/**
 * A project has at most one default method. A second one is refused, since the alternative would change another method
 * and its version as a side effect.
 */
const defaultClaim = {
  path: 'isDefault',
  value: 'true',
  refusal: errorEntry('DuplicateField', { field: 'isDefault', duplicateValue: true }),
};

const read = ['view_shipping_methods'];

/** The methods that a cart or a place can have. On the path of a store the cart is one of the store. */
const endpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: 'shipping-methods/matching-cart',
    verb: 'shippingMethodsForCart',
    scopes: read,
    storeScopes: readInStores,
    readsScopes: true,
    inStores: true,
  },
  {
    method: 'GET',
    path: 'shipping-methods/matching-cart-location',
    verb: 'shippingMethodsForCartAndPlace',
    scopes: read,
    readsScopes: true,
  },
  { method: 'GET', path: 'shipping-methods/matching-location', verb: 'shippingMethodsForPlace', scopes: read },
];

const draft = creation<ShippingMethod, typeof ShippingMethodDraft>(
  ShippingMethodDraft,
  ({ taxCategory, zoneRates, active = true, stores = [], custom, ...plain }, context) => {
    if (plain.predicate !== undefined) assertCartPredicate(plain.predicate, 'predicate', 'cart');
    return {
      members: {
        ...plain,
        taxCategory: context.reference('tax-category', taxCategory),
        zoneRates: toZoneRates(zoneRates, context),
        active,
        stores: storesOf(stores, context),
        custom: customFieldsOf(custom, 'shipping-method', context),
      },
    };
  },
);

/** A way to ship carts, with its zones and prices. */
export const shippingMethod = defineResource<ShippingMethod>({
  typeId: 'shipping-method',
  path: 'shipping-methods',
  shared: true,
  scopes: { read, write: ['manage_shipping_methods'] },
  resource: ShippingMethodMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'name'],
  claims: ({ isDefault }) => (isDefault ? [defaultClaim] : []),
  endpoints,
  behindReferences: {
    places: {
      'shippingInfo.shippingMethod': 'how the goods are shipped: a cart takes only methods that it matches',
    },
    members: {
      name: 'shops write it in the order',
      localizedName: 'as above',
      description: 'as above',
      localizedDescription: 'as above',
      carrier: 'the parcel tells it',
      taxCategory: 'the shipping info has the same reference',
      active: 'the cart tells whether its method still matches',
      isDefault: 'a shop that selects the default method shows it',
    },
  },
});
