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
});
