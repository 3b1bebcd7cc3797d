/** The data of a product that is tailored for a store: its schema, and its effect on the data of the product. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import type { ResponseSources } from '../../../engine/define/ResponseSources.js';
import { loadManyByUnique } from '../../../engine/loadResources.js';
import { Named } from '../../../engine/schema/Named.js';
import { Key, List, Localized, LocalizedString, Optional, Quantity, Shape } from '../../../engine/schema/primitives.js';
import { Images } from '../../values/price.js';
import { Assets } from '../shared/assets.js';
import { type Attribute, Attributes } from './attributes.js';
import { texts } from './members.js';
import type { ProductProjection } from './productProjection.js';
import { variantsOf } from './variants.js';

export const ProductVariantTailoring = Named(
  'ProductVariantTailoring',
  Shape({
    id: Quantity,
    // If absent, those of the product are shown.
    images: Optional(Images),
    assets: Optional(Assets),
    attributes: Attributes,
  }),
);
export type ProductVariantTailoring = Static<typeof ProductVariantTailoring>;

/** A slug without languages is that of the product. */
export const TailoredSlug = Localized(Key);

/** The texts that may be tailored. */
export const tailoredTexts = { name: Optional(LocalizedString), ...texts, slug: Optional(TailoredSlug) };

export const ProductTailoringData = Named(
  'ProductTailoringData',
  Shape({
    ...tailoredTexts,
    variants: List(ProductVariantTailoring),
    attributes: Attributes,
  }),
);
export type ProductTailoringData = Static<typeof ProductTailoringData>;

/** The members of a tailoring that projections read. */
interface Tailoring extends Base {
  readonly published: boolean;
  readonly current: ProductTailoringData;
  readonly staged: ProductTailoringData;
}

/** The unique value of the tailoring of a product in a store. */
export const tailoringAddress = (storeKey: string, productId: string): string => `${storeKey}/${productId}`;
export const addressPath = 'storeAndProduct';
/** The stamp of the tailoring of a product, for responses of a store. */
export const tailoringStamp = (storeKey: string, productId: string): string =>
  `product-tailoring:${tailoringAddress(storeKey, productId)}`;

/** The tailored data of products in a store, by product: staged data, or current data that is published. */
export const readTailoredData = async (
  access: ResourceAccess,
  projectKey: string,
  storeKey: string,
  productIds: readonly string[],
  staged: boolean,
  sources?: ResponseSources,
): Promise<ReadonlyMap<string, ProductTailoringData>> => {
  await sources?.watch(productIds.map(id => tailoringStamp(storeKey, id)));
  const addresses = productIds.map(id => tailoringAddress(storeKey, id));
  const found = await loadManyByUnique<Tailoring>(access, projectKey, 'product-tailoring', addressPath, addresses);
  return new Map(
    productIds.flatMap(id => {
      const tailoring = found.get(tailoringAddress(storeKey, id));
      if (tailoring === undefined) return [];
      if (staged) return [[id, tailoring.staged]];
      return tailoring.published ? [[id, tailoring.current]] : [];
    }),
  );
};

const textNames = Object.keys(tailoredTexts) as (keyof typeof tailoredTexts)[];

/** Tailors each language by itself. */
const withTexts = (projection: ProductProjection, data: ProductTailoringData): Partial<ProductProjection> =>
  Object.fromEntries(
    textNames.flatMap(name =>
      data[name] === undefined ? [] : [[name, { ...projection[name], ...data[name] }] as const],
    ),
  );

/** Tailored attributes replace those of their name, and the others are added. */
const withAttributes = (attributes: Attribute[], tailored: readonly Attribute[]): Attribute[] => {
  if (tailored.length === 0) return attributes;
  const byName = new Map([...attributes, ...tailored].map(attribute => [attribute.name, attribute]));
  return [...byName.values()];
};

/** The projection with the data that is tailored for a store. */
export const withTailoredData = (projection: ProductProjection, data: ProductTailoringData): ProductProjection => {
  const tailored = new Map(data.variants.map(variant => [variant.id, variant]));
  const [masterVariant, ...variants] = variantsOf(projection).map(variant => {
    const { images = variant.images, assets = variant.assets, attributes = [] } = tailored.get(variant.id) ?? {};
    return { ...variant, images, assets, attributes: withAttributes(variant.attributes, attributes) };
  });
  return {
    ...projection,
    ...withTexts(projection, data),
    attributes: withAttributes(projection.attributes, data.attributes),
    masterVariant: masterVariant ?? projection.masterVariant,
    variants,
  };
};
