/** Actions on variants, their attributes and their images. */
import { action } from '../../engine/define/actions.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { ProductType } from '../productType/index.js';
import { IntegerFrom, Key, Optional, Quantity, Sku, Text } from '../../schema/primitives.js';
import { Image } from '../../schema/image.js';
import { type AttributeDraft, withAttribute } from './attributes.js';
import { changeData, mapVariant, stagedMember, told } from './masterData.js';
import { type Product, type ProductData, type ProductVariant, variantDraftMembers } from './members.js';
import { pickVariant, variantNames, variantOf, variantsOf } from './variants.js';
import { FieldValue } from '../../schema/customFields.js';

/** What judges attributes; actions that set some have it loaded. */
const typeOf = ({ productType }: Product, context: Context): ProductType =>
  context.load<ProductType>('product-type', productType);
const needsType: Action<Product>['needs'] = ({ productType }) => [productType];

const setMember = (product: Product, { id }: ProductVariant, staged: boolean, members: Partial<ProductVariant>) => ({
  set: changeData(product, staged, data => mapVariant(data, id, variant => ({ ...variant, ...members }))),
});

const settingAttribute =
  (draft: AttributeDraft, productType: ProductType, context: Context) =>
  (variant: ProductVariant): ProductVariant => ({
    ...variant,
    attributes: withAttribute(variant.attributes, draft, productType, 'Variant', context),
  });

/** No number is given twice, wherever it is used. */
const nextId = ({ masterData: { current, staged } }: Product): number =>
  Math.max(...[...variantsOf(current), ...variantsOf(staged)].map(({ id }) => id)) + 1;

const withoutVariant = (data: ProductData, id: number): ProductData => {
  if (data.masterVariant.id === id)
    throw fail('InvalidOperation', {
      message: `The variant ${id} is the master variant and cannot be removed; another one can be made the master before.`,
    });
  return { ...data, variants: data.variants.filter(each => each.id !== id) };
};

/** The master's place goes to another variant, whose place goes to the old master. */
const withMaster = (data: ProductData, id: number): ProductData => {
  const next = data.variants.find(each => each.id === id);
  return next === undefined
    ? data
    : { ...data, masterVariant: next, variants: [...data.variants.filter(each => each !== next), data.masterVariant] };
};

type Images = ProductVariant['images'];

/** Changes the images of a variant; `url` names one that must be there. */
const changeImages = (
  product: Product,
  names: Parameters<typeof pickVariant>[1],
  staged: boolean,
  url: string | undefined,
  change: (images: Images) => Images,
) => {
  const variant = pickVariant(product, names);
  if (url !== undefined && !variant.images.some(each => each.url === url))
    throw fail('InvalidOperation', { message: `The variant ${variant.id} has no image with the url '${url}'.` });
  return {
    variant,
    set: changeData(product, staged, data =>
      mapVariant(data, variant.id, each => ({ ...each, images: change(each.images) })),
    ),
  };
};

const imageNames = { ...variantNames, imageUrl: Text, ...stagedMember };

export const variantActions: ActionTable<Product> = {
  addVariant: action(
    { ...variantDraftMembers, ...stagedMember },
    (product: Product, { staged = true, ...draft }, context) => {
      const productType = typeOf(product, context);
      const variant = variantOf(nextId(product), draft, productType, context);
      const set = changeData(product, staged, data => ({ ...data, variants: [...data.variants, variant] }), {
        productType,
      });
      return told(set, { type: 'ProductVariantAdded', variant, staged });
    },
    needsType,
  ),
  removeVariant: action(
    { id: Optional(Quantity), sku: Optional(Sku), ...stagedMember },
    (product: Product, { id, sku, staged = true }) => {
      const variant = pickVariant(product, { variantId: id, sku });
      const set = changeData(product, staged, data => withoutVariant(data, variant.id));
      return told(set, { type: 'ProductVariantDeleted', variant, removedImageUrls: [], staged });
    },
  ),
  changeMasterVariant: action({ ...variantNames, ...stagedMember }, (product: Product, { staged = true, ...names }) => {
    const { id } = pickVariant(product, names);
    return { set: changeData(product, staged, data => withMaster(data, id)) };
  }),
  setSku: action(
    { variantId: Quantity, sku: Optional(Sku), ...stagedMember },
    (product: Product, { variantId, sku, staged = true }) =>
      setMember(product, pickVariant(product, { variantId }), staged, { sku }),
  ),
  setProductVariantKey: action(
    { ...variantNames, key: Optional(Key), ...stagedMember },
    (product: Product, { key, staged = true, ...names }) =>
      setMember(product, pickVariant(product, names), staged, { key }),
  ),
  setAttribute: action(
    { ...variantNames, name: Text, value: Optional(FieldValue), ...stagedMember },
    (product: Product, { name, value, staged = true, ...names }, context) => {
      const productType = typeOf(product, context);
      const { id } = pickVariant(product, names);
      const change = settingAttribute({ name, value }, productType, context);
      return { set: changeData(product, staged, data => mapVariant(data, id, change), { productType }) };
    },
    needsType,
  ),
  setAttributeInAllVariants: action(
    { name: Text, value: Optional(FieldValue), ...stagedMember },
    (product: Product, { name, value, staged = true }, context) => {
      const productType = typeOf(product, context);
      const change = settingAttribute({ name, value }, productType, context);
      return {
        set: changeData(
          product,
          staged,
          data => ({ ...data, masterVariant: change(data.masterVariant), variants: data.variants.map(change) }),
          { productType },
        ),
      };
    },
    needsType,
  ),
  setProductAttribute: action(
    { name: Text, value: Optional(FieldValue), ...stagedMember },
    (product: Product, { name, value, staged = true }, context) => {
      const productType = typeOf(product, context);
      return {
        set: changeData(product, staged, data => ({
          ...data,
          attributes: withAttribute(data.attributes, { name, value }, productType, 'Product', context),
        })),
      };
    },
    needsType,
  ),
  addExternalImage: action(
    { ...variantNames, image: Image, ...stagedMember },
    (product: Product, { image, staged = true, ...names }) => {
      const { variant, set } = changeImages(product, names, staged, undefined, images => [...images, image]);
      return told(set, { type: 'ProductImageAdded', variantId: variant.id, image, staged });
    },
  ),
  removeImage: action(imageNames, (product: Product, { imageUrl, staged = true, ...names }) => ({
    set: changeImages(product, names, staged, imageUrl, images => images.filter(({ url }) => url !== imageUrl)).set,
  })),
  moveImageToPosition: action(
    { ...imageNames, position: IntegerFrom(0, 999) },
    (product: Product, { imageUrl, position, staged = true, ...names }) => ({
      set: changeImages(product, names, staged, imageUrl, images =>
        images
          .filter(({ url }) => url !== imageUrl)
          .toSpliced(position, 0, ...images.filter(({ url }) => url === imageUrl)),
      ).set,
    }),
  ),
  setImageLabel: action(
    { ...imageNames, label: Optional(Text) },
    (product: Product, { imageUrl, label, staged = true, ...names }) => ({
      set: changeImages(product, names, staged, imageUrl, images =>
        images.map(image => (image.url === imageUrl ? { ...image, label } : image)),
      ).set,
    }),
  ),
};
