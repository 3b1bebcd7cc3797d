/** Resolvers of products: variants that arguments select, their prices and their stock. */
import { isPresent } from '../../engine/document/json.js';
import { type Arguments, type GraphqlContext, readSingleArgument } from '../GraphqlContext.js';
import type { JsonObject } from '../readRequest.js';
import type { StoredReference } from '../ResourceLoaders.js';
import { loads, type Resolver } from './Resolver.js';
import { seesPublishedOnly, unpublishedScopes } from '../../engine/visibility.js';
import { type PriceSelection, selectPrice, selectRecurrencePrices } from '../../commerce/pricing/selectPrice.js';
import { product as definition } from '../../commerce/resources/product/index.js';
import type { Product, ProductVariant } from '../../commerce/resources/product/members.js';
import type { ShownData } from '../../commerce/resources/product/priceDiscounts.js';
import { entriesMax, hasStock, activePrices } from '../../commerce/resources/product/variantPrices.js';
import { pricesReadMax } from '../../commerce/resources/shared/prices.js';
import type { StandalonePrice } from '../../commerce/resources/standalonePrice/members.js';
import type { Price } from '../../commerce/values/price.js';
import type { DiscountableVariant } from '../../commerce/pricing/productDiscounts.js';
import { variantWithSku } from '../../commerce/resources/shared/productDiscounts.js';
import { discountedPrices } from './discountedPrices.js';
import { localizedProducts, originalOf } from './localizedProducts.js';
import { nameTest, pageOf } from './namedElements.js';
import { oneResolver, pageResolver } from './resourceQueries.js';

/* The stock of a variant consists of the inventory entries of its SKU. */

interface Entry extends JsonObject {
  readonly availableQuantity: number;
  readonly supplyChannel?: { readonly typeId: 'channel'; readonly id: string };
}

/** The number of supply channels in a response without `limit`. */
const channelsDefault = 100;

const entriesOf = async (sku: string | undefined, { loaders }: GraphqlContext): Promise<readonly Entry[]> =>
  sku === undefined ? [] : ((await loaders.findAll('inventory-entry', 'sku', sku, entriesMax)) as readonly Entry[]);

/** Tells whether pieces are available in one of the channels; without channels, anywhere. */
const isAvailable = async (
  sku: string | undefined,
  channelIds: readonly string[] | undefined,
  context: GraphqlContext,
): Promise<boolean> =>
  (await entriesOf(sku, context)).some(
    entry => hasStock(entry) && (channelIds?.includes(entry.supplyChannel?.id ?? '') ?? true),
  );

const availability = loads(async ({ sku }, _, context) => {
  const entries = await entriesOf(sku as string | undefined, context);
  return entries.length === 0 ? null : { entries };
});

const channels: Resolver = (source, args) => {
  const isWanted = nameTest(args.includeChannelIds, args.excludeChannelIds);
  const found = (source.entries as readonly Entry[])
    .filter(({ supplyChannel }) => supplyChannel !== undefined && isWanted(supplyChannel.id))
    .map(entry => ({ channel: entry.supplyChannel, availability: entry }));
  return pageOf(found, args, channelsDefault);
};

const availabilityResolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  ProductVariantAvailabilityWithChannels: {
    noChannel: source =>
      (source.entries as readonly Entry[]).find(({ supplyChannel }) => supplyChannel === undefined) ?? null,
    channels,
  },
  ProductVariantAvailability: { isOnStock: source => hasStock(source as Entry) },
};

type Variant = JsonObject & { readonly sku?: string; readonly key?: string };

interface Data {
  readonly masterVariant: Variant;
  readonly variants: readonly Variant[];
}

type MapOf<V> = Readonly<Record<string, V>>;

/** The products by their data and their variants. */
const shownData = new WeakMap<object, ShownData>();

/** The product types by the data of products, by variants and by attributes. */
const productTypes = new WeakMap<object, StoredReference>();

/** Notes the product and its type for each data, since a variant contains neither its price mode nor its type. */
const masterData: Resolver = source => {
  const product = source as unknown as Product;
  const { current, staged } = product.masterData as Partial<Product['masterData']>;
  for (const data of [current, staged]) {
    if (data === undefined) continue;
    productTypes.set(data, product.productType);
    shownData.set(data, { product, data });
  }
  return source.masterData;
};

/**
 * Notes the product of a projection, which has the data and the members of the product on one level. Its embedded
 * prices already have their discounts.
 */
export const noteProjection = (projection: JsonObject): JsonObject => {
  const product = projection as unknown as Product & Product['masterData']['current'];
  productTypes.set(projection, product.productType);
  if (product.priceMode === 'Standalone') shownData.set(projection, { product, data: product });
  return projection;
};

const allOf = (source: JsonObject): readonly Variant[] => {
  const { masterVariant, variants } = source as unknown as Data;
  return [masterVariant, ...variants];
};

/** Notes the product and the product type of variants, which do not contain them. */
const noteVariants = (source: JsonObject, variants: readonly Variant[]): readonly Variant[] => {
  const shown = shownData.get(source);
  if (shown !== undefined) for (const variant of variants) shownData.set(variant, shown);
  const type = productTypes.get(source);
  if (type !== undefined) for (const variant of variants) productTypes.set(variant, type);
  return variants;
};

/** Resolves to the variant of a line item and notes the item's product type. */
export const lineItemVariant: Resolver = ({ variant: copy, productType }) => {
  if (productType !== undefined && copy !== undefined) productTypes.set(copy as object, productType as StoredReference);
  return copy;
};

const skusOf = (variants: readonly Variant[]): string[] => [
  ...new Set(variants.flatMap(({ sku }) => (sku === undefined ? [] : [sku]))),
];

type Filter = (variant: Variant) => boolean;

const plainFilters = ({ skus, hasImages, onlyMatching }: Arguments): Filter[] => [
  // Only searches mark variants that do not match.
  ...(onlyMatching === true ? [({ isMatchingVariant }: Variant) => isMatchingVariant !== false] : []),
  ...(isPresent(skus) ? [({ sku = '' }: Variant) => (skus as readonly string[]).includes(sku)] : []),
  ...(isPresent(hasImages)
    ? [({ images }: Variant) => (images as readonly object[]).length > 0 === (hasImages as boolean)]
    : []),
];

const filterVariants = async (
  variants: readonly Variant[],
  args: Arguments,
  context: GraphqlContext,
): Promise<readonly Variant[]> => {
  const filters = plainFilters(args);
  const found = variants.filter(variant => filters.every(fits => fits(variant)));
  const { isOnStock, stockChannelIds } = args;
  if (!isPresent(isOnStock)) return found;
  const channelIds = (stockChannelIds ?? undefined) as readonly string[] | undefined;
  const available = await Promise.all(found.map(({ sku }) => isAvailable(sku, channelIds, context)));
  return found.filter((_, at) => available[at] === isOnStock);
};

/** Resolves to variants; the argument `isOnStock` reads the stock of each variant. */
const variantList = (select: (source: JsonObject) => readonly Variant[]): Resolver =>
  loads((source, args, context) => {
    const variants = noteVariants(source, select(source));
    return Object.keys(args).length === 0 ? variants : filterVariants(variants, args, context);
  });

const variant: Resolver = (source, args) => {
  const { field, value } = readSingleArgument('variant', ['sku', 'key'], args);
  return noteVariants(source, allOf(source)).find(each => each[field] === value) ?? null;
};

/** The time of a response without a date; it applies to all its prices. */
const responseTimes = new WeakMap<GraphqlContext, string>();

const responseTime = (context: GraphqlContext): string => {
  const known = responseTimes.get(context);
  if (known !== undefined) return known;
  const now = context.services.engine.now().toISOString();
  responseTimes.set(context, now);
  return now;
};

/** Returns the variant with the members of its product that discounts depend on. */
const discountableVariant = (source: JsonObject): DiscountableVariant | undefined => {
  const shown = shownData.get(source);
  if (shown === undefined) return undefined;
  const { product, data } = shown;
  return {
    product,
    categories: data.categories,
    productAttributes: originalOf(data).attributes,
    variant: originalOf(source) as unknown as ProductVariant,
  };
};

/** Returns the prices with the product discounts of a time; copies in carts and messages stay as they are. */
const pricesWithDiscounts = async (
  source: JsonObject,
  found: readonly Price[],
  at: string,
  context: GraphqlContext,
): Promise<readonly Price[]> => {
  const discountable = discountableVariant(source);
  return discountable === undefined ? found : discountedPrices(found, discountable, at, context);
};

/** Resolves to the discount on the product with the SKU: on its published data, otherwise on its staged data. */
const discountedStandalone: Resolver = async (source, _, context) => {
  const sku = source.sku as string;
  const product = (await context.loaders.find('product', 'sku', sku)) as unknown as Product | null;
  const { published, current, staged } = product?.masterData ?? {};
  const data = [published === true ? current : undefined, staged].filter(each => each !== undefined);
  const discountable = product === null ? undefined : variantWithSku(product, data, sku);
  const stored = [source as unknown as StandalonePrice];
  const [shown] = await discountedPrices(stored, discountable, responseTime(context), context);
  return shown?.discounted ?? null;
};

const standalonePrices = async (sku: string, { loaders }: GraphqlContext): Promise<readonly Price[]> =>
  activePrices((await loaders.findAll('standalone-price', 'sku', sku, pricesReadMax)) as unknown as StandalonePrice[]);

/** Returns the prices of which one is selected. */
const pricesAt = async (source: JsonObject, at: string, context: GraphqlContext): Promise<readonly Price[]> => {
  const { sku = '', prices = [] } = source as unknown as Partial<ProductVariant>;
  const isStandalone = shownData.get(source)?.product.priceMode === 'Standalone';
  return pricesWithDiscounts(source, isStandalone ? await standalonePrices(sku, context) : prices, at, context);
};

/** Resolves to the embedded prices; a variant of a line item may have none. */
const prices: Resolver = (source, _, context) =>
  source.prices === undefined
    ? null
    : pricesWithDiscounts(source, source.prices as Price[], responseTime(context), context);

const textOf = (value: unknown): string | undefined => (value ?? undefined) as string | undefined;

/** Returns the prices of a variant, and the price selection of the buyer that the arguments describe. */
const pricesFor = async (
  source: JsonObject,
  args: Arguments,
  context: GraphqlContext,
): Promise<[prices: readonly Price[], wanted: PriceSelection]> => {
  const at = isPresent(args.date) ? new Date(args.date as string).toISOString() : responseTime(context);
  const wanted = {
    currencyCode: args.currency as string,
    country: textOf(args.country),
    customerGroupId: textOf(args.customerGroupId),
    assignedGroupIds: (args.customerGroupAssignmentIds ?? []) as readonly string[],
    channelId: textOf(args.channelId),
    recurrencePolicyId: textOf(args.recurrencePolicyId),
    at,
  };
  return [await pricesAt(source, at, context), wanted];
};

/** Resolves to the price that a cart selects for the buyer. */
const price = loads(async (source, args, context) => selectPrice(...(await pricesFor(source, args, context))) ?? null);

const allRecurrencePrices = loads(async (source, args, context) => {
  const [found, wanted] = await pricesFor(source, args, context);
  const recurrencePolicyId = args.returnAllPricesByRecurrencePolicy === true ? undefined : wanted.recurrencePolicyId;
  return selectRecurrencePrices(found, { ...wanted, recurrencePolicyId });
});

interface Attribute {
  readonly name: string;
}

const attributesRaw: Resolver = (source, { includeNames, excludeNames }) => {
  const isWanted = nameTest(includeNames, excludeNames);
  const found = ((source.attributes ?? []) as readonly Attribute[]).filter(({ name }) => isWanted(name));
  const type = productTypes.get(source);
  if (type !== undefined) for (const attribute of found) productTypes.set(attribute, type);
  return found;
};

interface AttributeDefinition extends Attribute {
  readonly type: { readonly typeReference?: StoredReference };
}

/** Finds the definition, which contains the labels of the attribute; the scopes of the token do not matter. */
const definitionOf = async (source: JsonObject, { loaders }: GraphqlContext): Promise<AttributeDefinition | null> => {
  const reference = productTypes.get(source);
  const type = reference && (await loaders.follow(reference));
  return ((type?.attributes ?? []) as readonly AttributeDefinition[]).find(({ name }) => name === source.name) ?? null;
};
const attributeDefinition = loads((source, _, context) => definitionOf(source, context));

const isAttribute = (value: unknown): value is JsonObject & Attribute =>
  typeof value === 'object' && value !== null && 'name' in value && 'value' in value;

/** Notes the product type of the attributes in a nested value, which the definition of the value names. */
const nestedAttributes = loads(async (source, _, context) => {
  const { value } = source;
  if (!Array.isArray(value) || !value.every(isAttribute)) return null;
  const type = (await definitionOf(source, context))?.type.typeReference;
  if (type !== undefined) for (const attribute of value) productTypes.set(attribute, type);
  return value;
});

const keywordsOf = (source: JsonObject): MapOf<unknown> => source.searchKeywords as MapOf<unknown>;
const hintsOf = (source: JsonObject): MapOf<string> => (source.categoryOrderHints ?? {}) as MapOf<string>;

export const searchKeywords: Resolver = source =>
  Object.entries(keywordsOf(source)).map(([locale, each]) => ({ locale, searchKeywords: each }));
export const categoryOrderHints: Resolver = source =>
  Object.entries(hintsOf(source)).map(([categoryId, orderHint]) => ({ categoryId, orderHint }));

const dataResolvers: Readonly<Record<string, Resolver>> = {
  masterVariant: source => noteVariants(source, [(source as unknown as Data).masterVariant])[0],
  variants: variantList(source => (source as unknown as Data).variants),
  allVariants: variantList(allOf),
  variant,
  skus: source => skusOf(allOf(source)),
  searchKeyword: (source, { locale }) => keywordsOf(source)[locale as string] ?? null,
  searchKeywords,
  categoryOrderHint: (source, { categoryId }) => hintsOf(source)[categoryId as string] ?? null,
  categoryOrderHints,
  attributesRaw,
};

export const productResolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  Product: {
    masterData,
    skus: source => {
      const { current, staged } = source.masterData as MapOf<JsonObject>;
      return skusOf([...allOf(current!), ...allOf(staged!)]);
    },
  },
  ProductData: dataResolvers,
  ProductVariant: { price, prices, allRecurrencePrices, availability, attributesRaw },
  StandalonePrice: { discounted: discountedStandalone },
  RawProductAttribute: { attributeDefinition, attributesRaw: nestedAttributes },
  ...availabilityResolvers,
};

const findPage = pageResolver(definition);

/**
 * Returns the ids of the products with the SKUs. A SKU that only staged data has leads to no product for tokens that
 * do not see staged data.
 */
const idsBySku = async (skus: readonly string[], context: GraphqlContext): Promise<string[]> => {
  const { services, projectKey, scopes, loaders } = context;
  const found = seesPublishedOnly(unpublishedScopes(definition), scopes)
    ? (await Promise.all(skus.map(sku => loaders.find('product', 'sku', sku)))).map(
        each => each?.id as string | undefined,
      )
    : await services.engine.store.findIds(projectKey, 'product', 'sku', skus);
  return [...new Set(found)].filter(id => typeof id === 'string');
};

type Page = { readonly results: readonly (JsonObject | Promise<JsonObject>)[] };

/** Restricts texts to the languages of `localeProjection`. */
const withLocales =
  (find: Resolver): Resolver =>
  async (source, { localeProjection, ...args }, context, info) => {
    const found = (await find(source, args, context, info)) as JsonObject | Page | null;
    const locales = (localeProjection ?? []) as readonly string[];
    if (found === null || locales.length === 0) return found;
    if (!('results' in found)) return (await localizedProducts([found as JsonObject], locales, context))[0];
    const results = await Promise.all((found as Page).results.map(async each => each));
    return { ...found, results: await localizedProducts(results, locales, context) };
  };

/** Finds products by a query; SKUs are unique and become a condition on ids. */
const products: Resolver = async (source, { skus, ...args }, context, info) => {
  if (!isPresent(skus)) return findPage(source, args, context, info);
  const ids = await idsBySku(skus as readonly string[], context);
  const named = `id in (${(ids.length === 0 ? [''] : ids).map(id => JSON.stringify(id)).join(', ')})`;
  const where = isPresent(args.where) ? [args.where, named] : named;
  return findPage(source, { ...args, where }, context, info);
};

export const productQueries: Readonly<Record<'product' | 'products', Resolver>> = {
  product: withLocales(oneResolver(definition, 'product', ['id', 'key', 'sku', 'variantKey'])),
  products: withLocales(products),
};
