import { collectErrors } from '../../../base/errors/PhaseErrors.js';
import type { Context } from '../../../engine/define/Context.js';
import { creation } from '../../../engine/define/defineResource.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import type { Product } from '../product/members.js';
import type { ProductTailoringData, ProductVariantTailoring } from '../product/tailoredData.js';
import { findVariant } from '../product/variants.js';
import type { ProductType } from '../productType/members.js';
import { toAssets } from '../shared/assets.js';
import { toTailoredAttributes } from './attributes.js';
import { type ProductTailoring, ProductTailoringDraft, type ProductVariantTailoringDraft } from './members.js';
import { addVariant, messageMembers } from './tailoring.js';

/** The tailoring of a variant that the product has. */
export const toVariantTailoring = (
  { id, sku, images, assets, attributes = [] }: ProductVariantTailoringDraft,
  product: Product,
  productType: ProductType,
  context: Context,
): ProductVariantTailoring => ({
  id: findVariant(product, { variantId: id, sku }).id,
  images,
  assets: assets && toAssets(assets, context),
  attributes: toTailoredAttributes(attributes, productType, 'Variant', context),
});

/** All members of the data: a message names those that are absent too. */
const createdData = (data: ProductTailoringData) => {
  const { name, description, metaTitle, metaDescription, metaKeywords, slug, variants, attributes } = data;
  return { name, description, metaTitle, metaDescription, metaKeywords, slug, variants, attributes };
};

const nothing: ProductTailoringData = { variants: [], attributes: [] };

/** Creates a tailoring. Its current data is the staged data if it is published at once, and otherwise empty. */
export const draft = creation<ProductTailoring, typeof ProductTailoringDraft>(
  ProductTailoringDraft,
  ({ key, store, product: identifier, publish = false, variants = [], attributes = [], ...texts }, context) => {
    const product = context.load<Product>('product', identifier);
    const productType = context.load<ProductType>('product-type', product.productType);
    const staged = collectErrors(context.errors, errors => {
      const data: ProductTailoringData = {
        ...texts,
        variants: [],
        attributes: toTailoredAttributes(attributes, productType, 'Product', context),
      };
      return variants.reduce(
        (tailored, variant) =>
          errors.run(() => addVariant(tailored, toVariantTailoring(variant, product, productType, context)), tailored),
        data,
      );
    });
    return {
      members: {
        key,
        // If the draft names no store, it is that of the path; the hook before the commit requires one.
        store: (store && context.keyReference('store', store)) as ProductTailoring['store'],
        product: context.reference('product', identifier),
        published: publish,
        current: publish ? staged : nothing,
        staged,
        hasStagedChanges: !publish && !sameValue(staged, nothing),
      },
      messages: tailoring => [
        {
          type: 'ProductTailoringCreated',
          key: tailoring.key,
          ...messageMembers(tailoring, context),
          ...createdData(tailoring.staged),
          published: tailoring.published,
        },
        ...(publish ? [{ type: 'ProductTailoringPublished' as const, ...messageMembers(tailoring, context) }] : []),
      ],
    };
  },
  ({ product: { id, key } }) =>
    (id === undefined) === (key === undefined) ? [] : [{ typeId: 'product', id, key, follow: 'productType' }],
);
