import { creation } from '../../engine/define/defineResource.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { customFieldsOf } from '../shared/customFields.js';
import { type ShippingMethod, ShippingMethodDraft, toZoneRates } from './members.js';

export const draft = creation<ShippingMethod, typeof ShippingMethodDraft>(
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
