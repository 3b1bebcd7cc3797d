import { distinctBy } from '../shared/listElements.js';
import { creation } from '../../../engine/define/defineResource.js';
import { invalidOperation, requiredField } from '../../../base/errors/ApiError.js';
import { collectErrors } from '../../../base/errors/PhaseErrors.js';
import type { ProductType } from '../productType/members.js';
import { workflowStateOf } from '../shared/workflow.js';
import { toAttributes } from './attributes.js';
import { storedHints } from './categories.js';
import { type Product, type ProductData, ProductDraft } from './members.js';
import { productProjection } from './productProjection.js';
import { assertConstraints, assertVariants, toVariant } from './variants.js';

/** Refuses order hints for categories that the product is not in. */
const assertHints = ({ categories, categoryOrderHints = {} }: ProductData): void => {
  const foreign = Object.keys(categoryOrderHints).find(id => !categories.some(category => category.id === id));
  if (foreign !== undefined)
    throw invalidOperation(`categoryOrderHints names the category '${foreign}', which the product is not in.`);
};

/** Creates a product with equal staged and current data. */
export const draft = creation<Product, typeof ProductDraft>(ProductDraft, (given, context) => {
  const {
    productType,
    key,
    taxCategory,
    state,
    publish = false,
    priceMode = 'Embedded',
    masterVariant,
    variants = [],
    attributes = [],
    categories = [],
    categoryOrderHints,
    searchKeywords = {},
    ...texts
  } = given;
  const type = context.load<ProductType>('product-type', productType);
  if (masterVariant === undefined && variants.length > 0)
    throw requiredField('masterVariant', 'a product with variants has a master');
  const data: ProductData = {
    ...texts,
    searchKeywords,
    categories: distinctBy(
      categories.map(category => context.reference('category', category)),
      ({ id }) => id,
    ),
    categoryOrderHints: storedHints(categoryOrderHints),
    masterVariant: toVariant(1, masterVariant ?? {}, type, context),
    variants: variants.map((variant, at) => toVariant(at + 2, variant, type, context)),
    attributes: toAttributes(attributes, type, 'Product', context),
  };
  // Variants whose attributes are wrong would seem to have equal ones.
  context.errors?.throwIfAny();
  collectErrors(context.errors, errors => {
    errors.check(() => assertHints(data));
    errors.check(() => assertVariants(data));
    errors.check(() => assertConstraints(data, type));
  });
  return {
    members: {
      key,
      productType: context.reference('product-type', productType),
      masterData: { published: publish, current: data, staged: data, hasStagedChanges: false },
      taxCategory: taxCategory && context.reference('tax-category', taxCategory),
      state: state && workflowStateOf(state, context, 'ProductState', 'Products'),
      priceMode,
    },
    messages: product => [
      { type: 'ProductCreated', productProjection: productProjection(product, product.masterData.current) },
      ...(publish
        ? [
            {
              type: 'ProductPublished' as const,
              removedImageUrls: [],
              productProjection: productProjection(product, product.masterData.current),
              scope: 'All' as const,
            },
          ]
        : []),
    ],
  };
});
