import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { actions, withRates } from './actions.js';
import { type TaxCategory, TaxCategoryDraft, TaxCategoryMembers } from './members.js';
import { toTaxRate } from './taxRate.js';

const draft = creation<TaxCategory, typeof TaxCategoryDraft>(TaxCategoryDraft, ({ rates = [], ...plain }, context) => ({
  members: { ...plain, ...withRates(rates.map(rate => toTaxRate(rate, context))) },
}));

/** The tax rates of a kind of goods, by country and state. */
export const taxCategory = defineResource<TaxCategory>({
  typeId: 'tax-category',
  path: 'tax-categories',
  shared: true,
  scopes: { read: ['view_products', 'view_tax_categories'], write: ['manage_products', 'manage_tax_categories'] },
  resource: TaxCategoryMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  behindReferences: {
    places: {
      'product.taxCategory': 'the kind of goods of a product',
      'shippingInfo.taxCategory': 'the tax rate of shipping is from it',
      'shipping-method.taxCategory': 'as above',
      'customLineItems.taxCategory': 'the tax rate of the item is from it',
    },
    members: { name: 'an invoice has it; the rate that applies stands in the item' },
  },
});
