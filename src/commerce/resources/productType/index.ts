import { fail } from '../../../base/errors/ApiError.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { actions } from './actions.js';
import {
  toAttributeDefinition,
  type ProductType,
  ProductTypeDraft,
  ProductTypeMembers,
  productTypeStamp,
} from './members.js';
import { beforeCommit } from './beforeCommit.js';

const draft = creation<ProductType, typeof ProductTypeDraft>(ProductTypeDraft, ({ attributes = [], ...members }) => {
  const names = attributes.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw fail('DuplicateField', { field: 'attributes.name', duplicateValue: twice });
  return { members: { ...members, attributes: attributes.map(toAttributeDefinition) } };
});

/**
 * Tells whether an attribute becomes searchable or stops being so. Where names, keys and labels change, a job rewrites
 * the products that have them, and each of these commits tells the indexer.
 */
const changesSearch = (before: ProductType, { attributes }: ProductType): boolean => {
  const searchable = new Map(before.attributes.map(({ name, isSearchable }) => [name, isSearchable]));
  return attributes.some(({ name, isSearchable }) => (searchable.get(name) ?? isSearchable) !== isSearchable);
};

/** Declares the attributes of products (ERR044 to ERR051). */
export const productType = defineResource<ProductType>({
  typeId: 'product-type',
  path: 'product-types',
  shared: true,
  scopes: { read: ['view_product_types', 'view_products'], write: ['manage_product_types', 'manage_products'] },
  resource: ProductTypeMembers,
  draft,
  actions,
  unique: ['key'],
  declaredNames: ({ attributes }) => ({ names: attributes.map(({ name }) => name) }),
  search: { dependents: ['product'], members: ['attributes'], isAffected: changesSearch },
  stamps: ({ id }) => [productTypeStamp(id)],
  beforeCommit,
  behindReferences: {
    places: {
      'product.productType': 'the kind of a product',
      'lineItems.productType': 'as above',
    },
    members: {
      key: 'programs choose by it how they show a product',
      name: 'as above',
    },
  },
});
