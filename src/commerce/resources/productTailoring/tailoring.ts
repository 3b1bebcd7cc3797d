/** Changes the staged data of a tailoring, and the current data too where an action says `staged: false`. */
import { invalidOperation } from '../../../base/errors/ApiError.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Flag, Optional } from '../../../engine/schema/primitives.js';
import type { TypedIdentifier } from '../../../engine/schema/reference.js';
import type { Product } from '../product/members.js';
import type { ProductTailoringData, ProductVariantTailoring } from '../product/tailoredData.js';
import { findVariant, type VariantNames } from '../product/variants.js';
import type { ProductType } from '../productType/members.js';
import type { ProductTailoring } from './members.js';

/** The payload member that limits an action to the staged data; true by default. */
export const stagedMember = { staged: Optional(Flag) };

/** Loads the product, whose key messages hold, and its product type. */
export const needsProduct = ({ product }: Pick<ProductTailoring, 'product'>): readonly TypedIdentifier[] => [
  { ...product, follow: 'productType' },
];

type OfProduct = Pick<ProductTailoring, 'product'>;

export const productOf = ({ product }: OfProduct, context: Context): Product =>
  context.load<Product>('product', product);

export const productTypeOf = (tailoring: OfProduct, context: Context): ProductType =>
  context.load<ProductType>('product-type', productOf(tailoring, context).productType);

/** The members of all messages about a tailoring. */
export const messageMembers = (tailoring: ProductTailoring, context: Context) => ({
  store: tailoring.store,
  productKey: productOf(tailoring, context).key,
  product: tailoring.product,
});

type Data = Pick<ProductTailoring, 'published' | 'current' | 'staged'>;

/** The change to other data; no change where it is the same. */
export const withData = ({ published, current, staged }: ProductTailoring, next: Data): Partial<ProductTailoring> =>
  sameValue({ published, current, staged }, next)
    ? {}
    : { ...next, hasStagedChanges: !sameValue(next.current, next.staged) };

/** Changes the staged data, or both. */
export const changeData = (
  tailoring: ProductTailoring,
  staged: boolean,
  change: (data: ProductTailoringData) => ProductTailoringData,
): Partial<ProductTailoring> => {
  const { published, current, staged: before } = tailoring;
  return withData(tailoring, { published, current: staged ? current : change(current), staged: change(before) });
};

export const tailoredVariant = (
  { variants }: ProductTailoringData,
  variantId: number,
): ProductVariantTailoring | undefined => variants.find(({ id }) => id === variantId);

/**
 * The id of the variant that an action names. It must be a variant of the product, unless it is tailored: the product
 * may have lost it since.
 */
export const variantIdOf = (tailoring: ProductTailoring, names: VariantNames, context: Context): number => {
  const { variantId, sku } = names;
  const isTailored = (data: ProductTailoringData) =>
    variantId !== undefined && tailoredVariant(data, variantId) !== undefined;
  return variantId !== undefined && sku === undefined && [tailoring.staged, tailoring.current].some(isTailored)
    ? variantId
    : findVariant(productOf(tailoring, context), names).id;
};

/** Changes the tailoring of one variant. A variant without tailoring gets one if the change adds something. */
export const changeVariant = (
  data: ProductTailoringData,
  variantId: number,
  change: (variant: ProductVariantTailoring) => ProductVariantTailoring,
): ProductTailoringData => {
  const old = tailoredVariant(data, variantId);
  if (old !== undefined)
    return { ...data, variants: data.variants.map(variant => (variant === old ? change(variant) : variant)) };
  const untailored: ProductVariantTailoring = { id: variantId, attributes: [] };
  const added = change(untailored);
  return sameValue(added, untailored) ? data : { ...data, variants: [...data.variants, added] };
};

/** Adds the tailoring of a variant, which must not have one. */
export const addVariant = (data: ProductTailoringData, variant: ProductVariantTailoring): ProductTailoringData => {
  if (tailoredVariant(data, variant.id) !== undefined)
    throw invalidOperation(`The variant ${variant.id} is tailored already.`);
  return { ...data, variants: [...data.variants, variant] };
};

export type Texts = Omit<ProductTailoringData, 'variants' | 'attributes'>;
