import { errorEntry } from '../../../base/errors/ApiError.js';
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
  scopes: { read: ['view_shipping_methods'], write: ['manage_shipping_methods'] },
  resource: ShippingMethodMembers,
  draft,
  actions,
  unique: ['key', 'name'],
  claims: { values: ({ isDefault }) => (isDefault ? [defaultClaim] : []) },
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
