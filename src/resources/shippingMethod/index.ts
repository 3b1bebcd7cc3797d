import { errorEntry } from '../../errors/ApiError.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions } from './actions.js';
import { type ShippingMethod, ShippingMethodDraft, ShippingMethodMembers, toZoneRates } from './members.js';

export type { ShippingMethod } from './members.js';

const draft = creation<ShippingMethod, typeof ShippingMethodDraft>(
  ShippingMethodDraft,
  ({ taxCategory, zoneRates, active = true, custom, ...plain }, context) => {
    if (plain.predicate !== undefined) assertCartPredicate(plain.predicate, 'predicate');
    return {
      members: {
        ...plain,
        taxCategory: context.reference('tax-category', taxCategory),
        zoneRates: toZoneRates(zoneRates, context),
        active,
        custom: customFieldsOf(custom, 'shipping-method', context),
      },
    };
  },
);

/**
 * A project has one default at most. A second one is refused rather than the first one demoted: nobody who looks at a
 * method should find it changed by an update of another, and its version moved on.
 */
const defaultClaim = {
  path: 'isDefault',
  value: 'true',
  refusal: errorEntry('DuplicateField', { field: 'isDefault', duplicateValue: true }),
};

/** How carts are sent, where to, and for how much. */
export const shippingMethod = defineResource<ShippingMethod>({
  typeId: 'shipping-method',
  path: 'shipping-methods',
  scopes: { read: ['view_products', 'view_shipping_methods'], write: ['manage_products', 'manage_shipping_methods'] },
  resource: ShippingMethodMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'name'],
  claims: ({ isDefault }) => (isDefault ? [defaultClaim] : []),
});
