import { TailoredSlug } from '../product/tailoredData.js';
import {
  type Action,
  type ActionTable,
  action,
  changeWithMessage,
  type MessageOf,
  set,
} from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { FieldValue } from '../../../engine/schema/customFields.js';
import { Key, List, LocalizedString, Optional, Quantity, Sku, Text } from '../../../engine/schema/primitives.js';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { Images } from '../../values/price.js';
import { type VariantNames, variantPayloadMembers, variantsOf } from '../product/variants.js';
import { type AssetList, assetActions } from '../shared/assetActions.js';
import { AssetSource } from '../shared/assets.js';
import { imageActions } from '../shared/imageActions.js';
import { attributeSetter } from './attributes.js';
import { toVariantTailoring } from './draft.js';
import { type ProductTailoring, variantDraftMembers } from './members.js';
import {
  addVariant,
  changeData,
  changeVariant,
  messageMembers,
  needsProduct,
  productOf,
  productTypeOf,
  stagedMember,
  tailoredVariant,
  type Texts,
  variantIdOf,
  withData,
} from './tailoring.js';

const isEmpty = (value: object | undefined): boolean => value === undefined || Object.keys(value).length === 0;

/** Sets texts of the data; an absent or an empty one is removed. */
const setTexts = (
  names: readonly (keyof Texts)[],
  messageOf?: (tailoring: ProductTailoring, texts: Texts, context: Context) => MessageOf<ProductTailoring>,
): Action<ProductTailoring> =>
  action(
    {
      ...Object.fromEntries(names.map(name => [name, Optional(name === 'slug' ? TailoredSlug : LocalizedString)])),
      ...stagedMember,
    },
    (tailoring: ProductTailoring, payload, context) => {
      const { staged = true, ...given } = payload as { staged?: boolean } & Texts;
      const texts: Texts = Object.fromEntries(
        names.map(name => [name, isEmpty(given[name]) ? undefined : given[name]]),
      );
      const changes = changeData(tailoring, staged, data => ({ ...data, ...texts }));
      return messageOf === undefined
        ? { set: changes }
        : changeWithMessage(changes, messageOf(tailoring, texts, context));
    },
    messageOf && needsProduct,
  );

/** The staged tailoring of the variant that an action names; an empty one if the variant is not tailored. */
const stagedVariant = (tailoring: ProductTailoring, names: VariantNames, context: Context) => {
  const id = variantIdOf(tailoring, names, context);
  return tailoredVariant(tailoring.staged, id) ?? { id, attributes: [] };
};

const setImages = action(
  { ...variantPayloadMembers, images: Optional(Images), ...stagedMember },
  (tailoring: ProductTailoring, { images, staged = true, ...names }, context) => {
    const { id: variantId, images: oldImages } = stagedVariant(tailoring, names, context);
    return changeWithMessage(
      changeData(tailoring, staged, data => changeVariant(data, variantId, variant => ({ ...variant, images }))),
      {
        type: 'ProductTailoringImagesSet',
        ...messageMembers(tailoring, context),
        variantId,
        oldImages,
        images,
      },
    );
  },
  needsProduct,
);

const addVariantAction = action(
  { ...variantDraftMembers, ...stagedMember },
  (tailoring: ProductTailoring, { staged = true, ...draft }, context) => {
    const variant = toVariantTailoring(
      draft,
      productOf(tailoring, context),
      productTypeOf(tailoring, context),
      context,
    );
    return changeWithMessage(
      changeData(tailoring, staged, data => addVariant(data, variant)),
      {
        type: 'ProductVariantTailoringAdded',
        ...messageMembers(tailoring, context),
        variantId: variant.id,
        variant,
      },
    );
  },
  needsProduct,
);

const removeVariant = action(
  { id: Optional(Quantity), sku: Optional(Sku), ...stagedMember },
  (tailoring: ProductTailoring, { id, sku, staged = true }, context) => {
    const variantId = variantIdOf(tailoring, { variantId: id, sku }, context);
    const variant = tailoredVariant(tailoring.staged, variantId) ?? tailoredVariant(tailoring.current, variantId);
    if (variant === undefined) throw invalidOperation(`The variant ${variantId} is not tailored.`);
    return changeWithMessage(
      changeData(tailoring, staged, data => ({
        ...data,
        variants: data.variants.filter(each => each.id !== variantId),
      })),
      {
        type: 'ProductVariantTailoringRemoved',
        ...messageMembers(tailoring, context),
        variantId,
        variant,
      },
    );
  },
  needsProduct,
);

const attributeMembers = { name: Text, value: Optional(FieldValue), ...stagedMember };

const setAttribute = action(
  { ...variantPayloadMembers, ...attributeMembers },
  (tailoring: ProductTailoring, { name, value, staged = true, ...names }, context) => {
    const variantId = variantIdOf(tailoring, names, context);
    const change = attributeSetter({ name, value }, productTypeOf(tailoring, context), 'Variant', context);
    return {
      set: changeData(tailoring, staged, data =>
        changeVariant(data, variantId, variant => ({ ...variant, attributes: change(variant.attributes) })),
      ),
    };
  },
  needsProduct,
);

/** Changes all variants of the product, also those that are not tailored. */
const setAttributeInAllVariants = action(
  attributeMembers,
  (tailoring: ProductTailoring, { name, value, staged = true }, context) => {
    const change = attributeSetter({ name, value }, productTypeOf(tailoring, context), 'Variant', context);
    const ids = new Set(variantsOf(productOf(tailoring, context).masterData.staged).map(({ id }) => id));
    return {
      set: changeData(tailoring, staged, data =>
        [...new Set([...ids, ...data.variants.map(({ id }) => id)])].reduce(
          (changed, id) =>
            changeVariant(changed, id, variant => ({ ...variant, attributes: change(variant.attributes) })),
          data,
        ),
      ),
    };
  },
  needsProduct,
);

const setProductAttribute = action(
  attributeMembers,
  (tailoring: ProductTailoring, { name, value, staged = true }, context) => {
    const change = attributeSetter({ name, value }, productTypeOf(tailoring, context), 'Product', context);
    return {
      set: changeData(tailoring, staged, data => ({ ...data, attributes: change(data.attributes) })),
    };
  },
  needsProduct,
);

const allAssets = ({ current, staged }: ProductTailoring): AssetList =>
  [current, staged].flatMap(({ variants }) => variants).flatMap(({ assets = [] }) => assets);

export const actions: ActionTable<ProductTailoring> = {
  setKey: set<ProductTailoring>('key', Key),
  setName: setTexts(['name'], (tailoring, { name }, context) => ({
    type: 'ProductTailoringNameSet',
    ...messageMembers(tailoring, context),
    name,
    oldName: tailoring.staged.name,
  })),
  setDescription: setTexts(['description'], (tailoring, { description }, context) => ({
    type: 'ProductTailoringDescriptionSet',
    ...messageMembers(tailoring, context),
    description,
    oldDescription: tailoring.staged.description,
  })),
  setSlug: setTexts(['slug'], (tailoring, { slug }, context) => ({
    type: 'ProductTailoringSlugSet',
    ...messageMembers(tailoring, context),
    slug,
    oldSlug: tailoring.staged.slug,
  })),
  setMetaTitle: setTexts(['metaTitle']),
  setMetaDescription: setTexts(['metaDescription']),
  setMetaKeywords: setTexts(['metaKeywords']),
  setMetaAttributes: setTexts(['metaTitle', 'metaDescription', 'metaKeywords']),
  addVariant: addVariantAction,
  removeVariant,
  setAttribute,
  setAttributeInAllVariants,
  setProductAttribute,
  setImages,
  ...imageActions<ProductTailoring, VariantNames>({
    names: variantPayloadMembers,
    needs: needsProduct,
    find: (tailoring, names, context) => {
      const { id, images = [] } = stagedVariant(tailoring, names, context);
      return { id, images };
    },
    change: (tailoring, variantId, staged, change) =>
      changeData(tailoring, staged, data =>
        changeVariant(data, variantId, variant => ({ ...variant, images: changeList(variant.images, change) })),
      ),
    added: (tailoring, { variantId, image }, context) => ({
      type: 'ProductTailoringImageAdded',
      ...messageMembers(tailoring, context),
      variantId,
      image,
    }),
  }),
  ...assetActions<ProductTailoring, VariantNames & { readonly staged?: boolean }>({
    names: { ...variantPayloadMembers, ...stagedMember },
    holder: 'tailored variant',
    needs: needsProduct,
    find: (tailoring, { staged: _staged, ...names }, context) => stagedVariant(tailoring, names, context).assets ?? [],
    change: (tailoring, { staged = true, ...names }, context, change) => {
      const { id } = stagedVariant(tailoring, names, context);
      return changeData(tailoring, staged, data =>
        changeVariant(data, id, variant => ({ ...variant, assets: changeList(variant.assets, change) })),
      );
    },
    sources: List(AssetSource),
    all: allAssets,
  }),
  publish: action(
    {},
    (tailoring: ProductTailoring, _, context) =>
      changeWithMessage(withData(tailoring, { published: true, current: tailoring.staged, staged: tailoring.staged }), {
        type: 'ProductTailoringPublished',
        ...messageMembers(tailoring, context),
      }),
    needsProduct,
  ),
  unpublish: action(
    {},
    (tailoring: ProductTailoring, _, context) =>
      changeWithMessage(
        withData(tailoring, { published: false, current: tailoring.current, staged: tailoring.staged }),
        { type: 'ProductTailoringUnpublished', ...messageMembers(tailoring, context) },
      ),
    needsProduct,
  ),
};

/** Changes a list. An empty one hides those of the product, so an absent one stays absent where nothing is added. */
const changeList = <T>(list: T[] | undefined, change: (list: T[]) => T[]): T[] | undefined => {
  const changed = change(list ?? []);
  return list === undefined && changed.length === 0 ? undefined : changed;
};
