import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type TaxCategory, TaxCategoryMembers } from './members.js';

/** The tax rates of a kind of goods, by country and state. */
export const taxCategory = defineResource<TaxCategory>({
  typeId: 'tax-category',
  path: 'tax-categories',
  scopes: { read: ['view_products', 'view_tax_categories'], write: ['manage_products', 'manage_tax_categories'] },
  resource: TaxCategoryMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
});
