import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { defineResource } from '../../engine/define/defineResource.js';
import { Named } from '../../engine/schema/Named.js';
import { NonEmptyList, OneOf, Optional, Shape, Sku } from '../../engine/schema/primitives.js';
import { LooseReference, Reference } from '../../engine/schema/reference.js';

/**
 * Products of product selections: one resource for each product in each selection, since a selection may have more
 * products than one resource can hold. Clients read them on the paths of selections, products and stores.
 */

const Skus = NonEmptyList(Sku);

/** The variants that a selection includes. */
export const ProductVariantSelection = Named(
  'ProductVariantSelection',
  Shape({ type: OneOf(['includeOnly', 'includeAllExcept']), skus: Skus }),
  { input: 'ProductVariantSelectionDraft' },
);
/** The variants that a selection excludes. */
export const ProductVariantExclusion = Named('ProductVariantExclusion', Shape({ skus: Skus }), {
  input: 'ProductVariantExclusionDraft',
});

/** The choice among the variants of a product; absent: all variants. */
export const variantChoice = {
  variantSelection: Optional(ProductVariantSelection),
  variantExclusion: Optional(ProductVariantExclusion),
};

const AssignmentMembers = Shape({
  product: Reference('product'),
  // Assignments are deleted in the commit of their selection, which references would refuse.
  productSelection: LooseReference('product-selection'),
  ...variantChoice,
});

export type ProductSelectionAssignment = Base & Static<typeof AssignmentMembers>;
export type VariantChoice = Pick<ProductSelectionAssignment, 'variantSelection' | 'variantExclusion'>;

/** A product is in a selection once: the ids of both make the id, so that neither needs a look-up. */
export const assignmentId = (selectionId: string, productId: string): string => `${selectionId}.${productId}`;
/** The id of the product of an assignment of a selection. */
export const assignedProductId = (selectionId: string, id: string): string => id.slice(selectionId.length + 1);

/** The stamp of the selections that a product is in. */
export const assignmentStamp = (productId: string): string => `selections:${productId}`;

export const productSelectionAssignment = defineResource<ProductSelectionAssignment>({
  typeId: 'product-selection-assignment',
  path: 'product-selection-assignments',
  scopes: { read: ['view_product_selections'], write: ['manage_product_selections'] },
  resource: AssignmentMembers,
  indexes: ['productSelection.id', 'product.id'],
  search: { dependents: ['product'] },
  stamps: ({ product }) => [assignmentStamp(product.id)],
  routes: 'none',
});
