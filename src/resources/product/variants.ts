/** Variants of a product: the master and the others, each with a number of its own. */
import { sameValue } from '../../engine/document/sameValue.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { ProductType } from '../productType/index.js';
import { Optional, Quantity, Sku } from '../../schema/primitives.js';
import { canonicalJson } from '../shared/fieldValue.js';
import type { Price, PriceDraft } from '../../schema/price.js';
import { priceOf } from '../shared/priceOf.js';
import { toAssets } from './assets.js';
import { toAttributes } from './attributes.js';
import type { Product, ProductData, ProductVariant, ProductVariantDraft } from './members.js';
import { isSamePriceScope } from '../shared/priceScope.js';

export const variantsOf = ({ masterVariant, variants }: ProductData): readonly ProductVariant[] => [
  masterVariant,
  ...variants,
];

/** ERR040: prices of new ids, no two of one scope. */
export const toPrices = (drafts: readonly PriceDraft[], context: Context): Price[] => {
  const prices = drafts.map(draft => priceOf(draft, context));
  assertDistinctPriceScopes(prices);
  return prices;
};

export const assertDistinctPriceScopes = (prices: readonly Price[]): void => {
  prices.forEach((price, at) => {
    const other = prices.slice(0, at).find(each => isSamePriceScope(each, price));
    if (other !== undefined) throw fail('DuplicatePriceScope', { conflictingPrices: [other, price] });
  });
};

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

const withoutId = <T extends { readonly id: unknown }>({ id: _, ...rest }: T): Omit<T, 'id'> => rest;

/** What a variant is, but for the numbers that it was given. */
const comparedMembers = ({ sku, key, prices, attributes, images }: ProductVariant) => ({
  sku,
  key,
  prices: prices.map(withoutId),
  attributes,
  images,
});

/** ERR041 */
const assertDistinctValues = (variants: readonly ProductVariant[]): void => {
  const seen = new Set<string>();
  for (const variant of variants) {
    const values = comparedMembers(variant);
    const text = canonicalJson(values);
    if (seen.has(text))
      throw fail('DuplicateVariantValues', {
        variantValues: { sku: values.sku, prices: values.prices, attributes: values.attributes },
      });
    seen.add(text);
  }
};

const assertUniqueMember = (variants: readonly ProductVariant[], field: 'sku' | 'key'): void => {
  const seen = new Set<string>();
  for (const { [field]: value } of variants) {
    if (value === undefined) continue;
    if (seen.has(value)) throw fail('DuplicateField', { field, duplicateValue: value });
    seen.add(value);
  }
};

const findAttribute = ({ attributes }: ProductVariant, name: string) => attributes.find(each => each.name === name);

/** ERR042 */
const assertUniqueAttribute = (variants: readonly ProductVariant[], name: string): void => {
  const seen = new Set<string>();
  for (const variant of variants) {
    const attribute = findAttribute(variant, name);
    if (attribute === undefined) continue;
    const text = canonicalJson(attribute.value);
    if (seen.has(text)) throw fail('DuplicateAttributeValue', { attribute });
    seen.add(text);
  }
};

/** ERR043: no two variants agree in all of these attributes; one that has none of them agrees with nobody. */
const assertUniqueCombinations = (variants: readonly ProductVariant[], names: readonly string[]): void => {
  const seen = new Set<string>();
  for (const variant of variants) {
    const attributes = names.map(name => findAttribute(variant, name)).filter(attribute => attribute !== undefined);
    if (attributes.length === 0) continue;
    const text = canonicalJson(attributes);
    if (seen.has(text)) throw fail('DuplicateAttributeValues', { attributes });
    seen.add(text);
  }
};

const assertSameForAll = (variants: readonly ProductVariant[], name: string): void => {
  const [first, ...others] = variants.map(variant => findAttribute(variant, name)?.value);
  const other = others.find(value => !sameValue(first, value));
  if (others.some(value => !sameValue(first, value)))
    throw fail('InvalidField', {
      field: `attributes.${name}`,
      invalidValue: other,
      expected: 'Expected the same value in all variants.',
    });
};

/** What variants of one product may not share. */
export const assertVariants = (data: ProductData): void => {
  const variants = variantsOf(data);
  assertDistinctValues(variants);
  assertUniqueMember(variants, 'sku');
  assertUniqueMember(variants, 'key');
};

/** How the attributes of the variants must relate, as their definitions say. */
export const assertConstraints = (data: ProductData, { attributes }: ProductType): void => {
  const variants = variantsOf(data);
  const named = (constraint: string): string[] =>
    attributes.filter(each => each.attributeConstraint === constraint).map(({ name }) => name);
  for (const name of named('Unique')) assertUniqueAttribute(variants, name);
  for (const name of named('SameForAll')) assertSameForAll(variants, name);
  assertUniqueCombinations(variants, named('CombinationUnique'));
};

/** Payload members that name a variant. */
export const variantPayloadMembers = { variantId: Optional(Quantity), sku: Optional(Sku) };

export interface VariantNames {
  readonly variantId?: number;
  readonly sku?: string;
}

/** The variant that an action names by number or by SKU, as it is prepared. */
export const findVariant = ({ masterData: { staged } }: Product, { variantId, sku }: VariantNames): ProductVariant => {
  if (variantId === undefined && sku === undefined)
    throw fail('RequiredField', { field: 'variantId', expected: 'the id or the sku of a variant' });
  if (variantId !== undefined && sku !== undefined)
    throw fail('InvalidInput', { message: 'Both variantId and sku are given; expected one of them.' });
  const found = variantsOf(staged).find(each => (variantId === undefined ? each.sku === sku : each.id === variantId));
  if (found === undefined)
    throw fail('InvalidOperation', {
      message: `The product has no variant with ${variantId === undefined ? `sku '${sku}'` : `id ${variantId}`}.`,
    });
  return found;
};
