import { sameValue } from '../../../engine/document/sameValue.js';
import type { Context } from '../../../engine/define/Context.js';
import { fail, invalidOperation, invalidInput, invalidField, requiredField } from '../../../base/errors/ApiError.js';
import type { ProductType } from '../productType/members.js';
import { Optional, Quantity, Sku } from '../../../engine/schema/primitives.js';
import { canonicalJson } from '../shared/fieldValue.js';
import { assertUniqueKeys, assertUniqueNames } from '../shared/listElements.js';
import { toPrices } from '../shared/prices.js';
import { toAssets } from '../shared/assets.js';
import { type Attribute, toAttributes } from './attributes.js';
import {
  type Product,
  type ProductData,
  type ProductVariant,
  type ProductVariantDraft,
  variantsMax,
} from './members.js';
import type { Action } from '../../../engine/define/actions.js';

export const variantsOf = ({ masterVariant, variants }: ProductData): readonly ProductVariant[] => [
  masterVariant,
  ...variants,
];

export const toVariant = (
  id: number,
  { sku, key, prices = [], attributes = [], images = [], assets = [] }: ProductVariantDraft,
  productType: ProductType,
  context: Context,
): ProductVariant => ({
  id,
  sku,
  key,
  prices: toPrices(prices, context),
  attributes: toAttributes(attributes, productType, 'Variant', context),
  images,
  assets: toAssets(assets, context),
});

const withoutId = <T extends { readonly id: unknown }>({ id: _id, ...rest }: T): Omit<T, 'id'> => rest;

/** The members that two variants are compared by, without generated ids. */
const comparedMembers = ({ sku, key, prices, attributes, images }: ProductVariant) => ({
  sku,
  key,
  prices: prices.map(withoutId),
  attributes,
  images,
});

/** The variants that have the same values as one before them. */
const repeatedVariants = (variants: readonly ProductVariant[]): ReturnType<typeof comparedMembers>[] => {
  const seen = new Set<string>();
  return variants.map(comparedMembers).filter(values => {
    const text = canonicalJson(values);
    const isRepeated = seen.has(text);
    seen.add(text);
    return isRepeated;
  });
};

/**
 * Refuses two variants with the same values (ERR041), unless the product had them before: an attribute in which they
 * differed was removed from the product type.
 */
const assertDistinctValues = (data: ProductData, before: ProductData | undefined): void => {
  const repeated = repeatedVariants(variantsOf(data));
  const [values] = repeated;
  if (values === undefined) return;
  if (before !== undefined && repeatedVariants(variantsOf(before)).length >= repeated.length) return;
  const { sku, prices, attributes } = values;
  throw fail('DuplicateVariantValues', { variantValues: { sku, prices, attributes } });
};

const assertUniqueMember = (variants: readonly ProductVariant[], field: 'sku' | 'key'): void => {
  const seen = new Set<string>();
  for (const { [field]: value } of variants) {
    if (value === undefined) continue;
    if (seen.has(value)) throw fail('DuplicateField', { field, duplicateValue: value });
    seen.add(value);
  }
};

/** The attributes of each variant by name. */
type AttributeTables = readonly ReadonlyMap<string, Attribute>[];

/** Refuses two variants with the same value of a unique attribute (ERR042). */
const assertUniqueAttribute = (variants: AttributeTables, name: string): void => {
  const seen = new Set<string>();
  for (const variant of variants) {
    const attribute = variant.get(name);
    if (attribute === undefined) continue;
    const text = canonicalJson(attribute.value);
    if (seen.has(text)) throw fail('DuplicateAttributeValue', { attribute });
    seen.add(text);
  }
};

/**
 * Refuses two variants with the same values of all these attributes; variants without any of them are not compared
 * (ERR043).
 */
const assertUniqueCombinations = (variants: AttributeTables, names: readonly string[]): void => {
  const seen = new Set<string>();
  for (const variant of variants) {
    const attributes = names.map(name => variant.get(name)).filter(attribute => attribute !== undefined);
    if (attributes.length === 0) continue;
    const text = canonicalJson(attributes);
    if (seen.has(text)) throw fail('DuplicateAttributeValues', { attributes });
    seen.add(text);
  }
};

const assertSameForAll = (variants: AttributeTables, name: string): void => {
  const [first, ...others] = variants.map(variant => variant.get(name)?.value);
  const at = others.findIndex(value => !sameValue(first, value));
  if (at >= 0)
    throw invalidField(`attributes.${name}`, others[at] ?? first, 'Expected the same value in all variants.');
};

/** Refuses two images with one URL and two assets with one key, which actions could not tell apart. */
const assertDistinctMedia = ({ images, assets }: ProductVariant): void => {
  assertUniqueNames(
    images.map(({ url }) => url),
    'images.url',
  );
  assertUniqueKeys(assets, 'assets.key');
  for (const { sources } of assets) assertUniqueKeys(sources, 'assets.sources.key');
};

/**
 * Checks that the variants are not too many, and that their values, SKUs, keys, images and assets differ; `before` is
 * the data that an update changes.
 */
export const assertVariants = (data: ProductData, before?: ProductData): void => {
  const variants = variantsOf(data);
  if (data.variants.length > variantsMax)
    throw invalidOperation(
      `A product has at most ${variantsMax} variants besides its master variant; ` +
        `it would have ${data.variants.length}.`,
    );
  assertDistinctValues(data, before);
  assertUniqueMember(variants, 'sku');
  assertUniqueMember(variants, 'key');
  variants.forEach(assertDistinctMedia);
};

/** Checks the attribute constraints that the product type declares. */
export const assertConstraints = (data: ProductData, { attributes }: ProductType): void => {
  const variants = variantsOf(data).map(each => new Map(each.attributes.map(attribute => [attribute.name, attribute])));
  const named = (constraint: string): string[] =>
    attributes.filter(each => each.attributeConstraint === constraint).map(({ name }) => name);
  for (const name of named('Unique')) assertUniqueAttribute(variants, name);
  for (const name of named('SameForAll')) assertSameForAll(variants, name);
  assertUniqueCombinations(variants, named('CombinationUnique'));
};

/** The payload members that identify a variant. */
export const variantPayloadMembers = { variantId: Optional(Quantity), sku: Optional(Sku) };

export interface VariantNames {
  readonly variantId?: number;
  readonly sku?: string;
}

/** Finds the staged variant that an action identifies by id or SKU. */
export const findVariant = ({ masterData: { staged } }: Product, { variantId, sku }: VariantNames): ProductVariant => {
  if (variantId === undefined && sku === undefined) throw requiredField('variantId', 'the id or the sku of a variant');
  if (variantId !== undefined && sku !== undefined)
    throw invalidInput('Both variantId and sku are given; expected one of them.');
  const found = variantsOf(staged).find(each => (variantId === undefined ? each.sku === sku : each.id === variantId));
  if (found === undefined)
    throw invalidOperation(
      `The product has no variant with ${variantId === undefined ? `sku '${sku}'` : `id ${variantId}`}.`,
    );
  return found;
};

/**
 * Ids of variants. Carts, shopping lists, discounts and tailorings name a variant by its id, so an id is never given
 * again. The last id that was given is that of a variant, until that one is removed from both halves of the product:
 * from then on it is stored beside the product.
 */

interface HiddenIds {
  readonly lastVariantId?: number;
}

const highestId = ({ current, staged }: Product['masterData']): number =>
  Math.max(...[...variantsOf(current), ...variantsOf(staged)].map(({ id }) => id));

const lastVariantId = ({ masterData }: Product, { hidden }: Context): number => {
  const { lastVariantId: last = 0 }: HiddenIds = hidden ?? {};
  return Math.max(last, highestId(masterData));
};

/** The id of a new variant, for actions that read what is hidden. */
export const nextVariantId = (product: Product, context: Context): number => lastVariantId(product, context) + 1;

/** An action that may remove variants; it stores the last id where no variant has it any more. */
export const keepingLastVariantId = (action: Action<Product>): Action<Product> => ({
  ...action,
  readsHidden: true,
  apply: (product, payload, context) => {
    const change = action.apply(product, payload, context);
    const { masterData } = change.set;
    if (masterData === undefined || highestId(masterData) >= highestId(product.masterData)) return change;
    return { ...change, hidden: { lastVariantId: lastVariantId(product, context) } satisfies HiddenIds };
  },
});
