import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { beforeCommit } from './beforeCommit.js';
import { draft } from './draft.js';
import { type ProductType, ProductTypeMembers } from './members.js';

/** Declares the attributes of products (ERR044 to ERR051). */
export const productType = defineResource<ProductType>({
  typeId: 'product-type',
  path: 'product-types',
  scopes: { read: ['view_products'], write: ['manage_products'] },
  resource: ProductTypeMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  declaredNames: ({ attributes }) => ({ names: attributes.map(({ name }) => name) }),
  beforeCommit,
});
