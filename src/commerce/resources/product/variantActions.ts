import { List, Key, Optional, Quantity, Sku, Text } from '../../../engine/schema/primitives.js';
import { AssetSource } from '../shared/assets.js';
import { type AssetList, assetActions as actionsOfAssets } from '../shared/assetActions.js';
import { changeData, mapVariant, stagedMember, withConstraints } from './masterData.js';
import { type Product, type ProductData, type ProductVariant, variantDraftMembers } from './members.js';
import {
  findVariant,
  type VariantNames,
  variantPayloadMembers,
  variantsOf,
  toVariant,
  keepingLastVariantId,
  nextVariantId,
} from './variants.js';
import { imageActions as actionsOfImages } from '../shared/imageActions.js';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { type Action, action, changeWithMessage } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { FieldValue } from '../../../engine/schema/customFields.js';
import type { ProductType } from '../productType/members.js';
import { type AttributeDraft, attributesSetter } from './attributes.js';

export const assetActions = actionsOfAssets<Product, VariantNames & { readonly staged?: boolean }>({
  names: { ...variantPayloadMembers, ...stagedMember },
  holder: 'variant',
  find: (product, names) => findVariant(product, names).assets,
  change: (product, names, _context, change) => {
    const { id } = findVariant(product, names);
    return changeData(product, names.staged ?? true, data =>
      mapVariant(data, id, variant => ({ ...variant, assets: change(variant.assets) })),
    );
  },
  sources: List(AssetSource),
  all: ({ masterData: { staged } }): AssetList => variantsOf(staged).flatMap(({ assets }) => assets),
});

export const imageActions = actionsOfImages<Product, VariantNames>({
  names: variantPayloadMembers,
  find: findVariant,
  change: (product, variantId, staged, change) =>
    changeData(product, staged, data =>
      mapVariant(data, variantId, variant => ({ ...variant, images: change(variant.images) })),
    ),
  added: (_product, { variantId, image, staged }) => ({ type: 'ProductImageAdded', variantId, image, staged }),
});

const needsProductType: Action<Product>['needs'] = ({ productType }) => [productType];

export const addVariant: Action<Product> = {
  ...action(
    { ...variantDraftMembers, ...stagedMember },
    (product: Product, { staged = true, ...draft }, context) => {
      const productType = loadProductType(product, context);
      const variant = toVariant(nextVariantId(product, context), draft, productType, context);
      const set = changeData(product, staged, data => ({ ...data, variants: [...data.variants, variant] }));
      return withConstraints(changeWithMessage(set, { type: 'ProductVariantAdded', variant, staged }), productType);
    },
    needsProductType,
  ),
  readsHidden: true,
};

export const removeVariant: Action<Product> = keepingLastVariantId(
  action(
    { id: Optional(Quantity), sku: Optional(Sku), ...stagedMember },
    (product: Product, { id, sku, staged = true }) => {
      const variant = findVariant(product, { variantId: id, sku });
      const set = changeData(product, staged, data => withoutVariant(data, variant.id));
      return changeWithMessage(set, { type: 'ProductVariantDeleted', variant, removedImageUrls: [], staged });
    },
  ),
);

const withoutVariant = (data: ProductData, id: number): ProductData => {
  if (data.masterVariant.id === id)
    throw invalidOperation(
      `The variant ${id} is the master variant and cannot be removed; ` + 'make another one the master variant first.',
    );
  return { ...data, variants: data.variants.filter(each => each.id !== id) };
};

export const revertStagedVariantChanges: Action<Product> = action(
  { variantId: Quantity },
  (product: Product, { variantId }, context) => {
    findVariant(product, { variantId });
    const current = variantsOf(product.masterData.current).find(({ id }) => id === variantId);
    if (current === undefined) throw invalidOperation(`The current data has no variant ${variantId} to revert to.`);
    const set = changeData(product, true, data => mapVariant(data, variantId, () => current));
    return withConstraints({ set }, loadProductType(product, context));
  },
  needsProductType,
);

export const changeMasterVariant: Action<Product> = action(
  { ...variantPayloadMembers, ...stagedMember },
  (product: Product, { staged = true, ...names }) => {
    const { id } = findVariant(product, names);
    return { set: changeData(product, staged, data => withMaster(data, id)) };
  },
);

/** Exchanges the master variant with another variant. */
const withMaster = (data: ProductData, id: number): ProductData => {
  const next = data.variants.find(each => each.id === id);
  return next === undefined
    ? data
    : { ...data, masterVariant: next, variants: [...data.variants.filter(each => each !== next), data.masterVariant] };
};

export const setSku: Action<Product> = action(
  { variantId: Quantity, sku: Optional(Sku), ...stagedMember },
  (product: Product, { variantId, sku, staged = true }) =>
    setVariantMembers(product, findVariant(product, { variantId }), staged, { sku }),
);

export const setProductVariantKey: Action<Product> = action(
  { ...variantPayloadMembers, key: Optional(Key), ...stagedMember },
  (product: Product, { key, staged = true, ...names }) =>
    setVariantMembers(product, findVariant(product, names), staged, { key }),
);

export const setAttribute: Action<Product> = action(
  { ...variantPayloadMembers, name: Text, value: Optional(FieldValue), ...stagedMember },
  (product: Product, { name, value, staged = true, ...names }, context) => {
    const productType = loadProductType(product, context);
    const { id } = findVariant(product, names);
    const change = attributeSetter({ name, value }, productType, context);
    return withConstraints({ set: changeData(product, staged, data => mapVariant(data, id, change)) }, productType);
  },
  needsProductType,
);

export const setAttributeInAllVariants: Action<Product> = action(
  { name: Text, value: Optional(FieldValue), ...stagedMember },
  (product: Product, { name, value, staged = true }, context) => {
    const productType = loadProductType(product, context);
    const change = attributeSetter({ name, value }, productType, context);
    const set = changeData(product, staged, data => ({
      ...data,
      masterVariant: change(data.masterVariant),
      variants: data.variants.map(change),
    }));
    return withConstraints({ set }, productType);
  },
  needsProductType,
);

export const setProductAttribute: Action<Product> = action(
  { name: Text, value: Optional(FieldValue), ...stagedMember },
  (product: Product, { name, value, staged = true }, context) => {
    const change = attributesSetter({ name, value }, loadProductType(product, context), 'Product', context);
    return { set: changeData(product, staged, data => ({ ...data, attributes: change(data.attributes) })) };
  },
  needsProductType,
);

const setVariantMembers = (
  product: Product,
  { id }: ProductVariant,
  staged: boolean,
  members: Partial<ProductVariant>,
) => ({
  set: changeData(product, staged, data => mapVariant(data, id, variant => ({ ...variant, ...members }))),
});

const attributeSetter = (draft: AttributeDraft, productType: ProductType, context: Context) => {
  const change = attributesSetter(draft, productType, 'Variant', context);
  return (variant: ProductVariant): ProductVariant => {
    const attributes = change(variant.attributes);
    return attributes === variant.attributes ? variant : { ...variant, attributes };
  };
};

/** The product type that attributes are checked against; `needsProductType` makes the engine load it. */
const loadProductType = ({ productType }: Product, context: Context): ProductType =>
  context.load<ProductType>('product-type', productType);
