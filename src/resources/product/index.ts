import type { Claim } from '../../store/ChangeSet.js';
import { defineResource } from '../../engine/define/defineResource.js';
import { errorEntry, fail } from '../../errors/ApiError.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type Product, ProductMembers } from './members.js';
import { beforeCommit } from './beforeCommit.js';
import { productProjection } from './productProjection.js';
import { variantsOf } from './variants.js';

const productClaim = (path: string, value: string, field: string, duplicateValue = value): Claim => ({
  path,
  value,
  refusal: errorEntry('DuplicateField', { field, duplicateValue }),
});

/** Claims SKUs, variant keys, and slugs of each language, both staged and current, which no two products share. */
const productClaims = ({ masterData: { current, staged } }: Product): Claim[] => {
  const all = [current, staged].flatMap(data => [
    ...variantsOf(data).flatMap(({ sku, key }) => [
      ...(sku === undefined ? [] : [productClaim('sku', sku, 'sku')]),
      ...(key === undefined ? [] : [productClaim('variantKey', key, 'key')]),
    ]),
    ...Object.entries(data.slug).map(([locale, slug]) =>
      productClaim('slug', `${locale}:${slug}`, `slug.${locale}`, slug),
    ),
  ]);
  return [...new Map(all.map(each => [`${each.path}:${each.value}`, each])).values()];
};

/** A product with its variants, staged and current (ERR040 to ERR043). */
export const product = defineResource<Product>({
  typeId: 'product',
  path: 'products',
  scopes: { read: ['view_products'], write: ['manage_products'] },
  published: {
    scopes: ['view_published_products'],
    member: 'masterData',
    flag: 'published',
    show: ({ masterData }) => ({
      masterData: { ...masterData, staged: masterData.current, hasStagedChanges: false },
    }),
  },
  resource: ProductMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  claims: productClaims,
  beforeCommit,
  indexes: ['productType.id', 'taxCategory.id', 'state.id', 'masterData.published'],
  identifiers: ['key'],
  sendsMessages: true,
  removalMessages: removed => {
    const { published, current } = removed.masterData;
    if (published)
      throw fail('InvalidOperation', {
        message: 'The product is published and cannot be deleted; unpublish it first.',
      });
    return [{ type: 'ProductDeleted', removedImageUrls: [], currentProjection: productProjection(removed, current) }];
  },
});
