/** Resolvers of products: variants that are found by arguments, their prices and their stock. */
import { seesPublishedOnly } from '../../engine/publishedView.js';
import { selectPrice } from '../../pricing/selectPrice.js';
import { product as definition } from '../../resources/product/index.js';
import { pricesReadMax } from '../../resources/shared/pricesReadMax.js';
import type { PriceScope } from '../../schema/price.js';
import { type Arguments, type GraphqlContext, readSingleArgument } from '../GraphqlContext.js';
import type { JsonObject } from '../JsonObject.js';
import { oneResolver, pageResolver } from './resourceQueries.js';
import { loads, type Resolver } from './Resolver.js';
import { availability, availabilityResolvers, isAvailable } from './variantAvailability.js';

type Variant = JsonObject & { readonly sku?: string; readonly key?: string };

interface Data {
  readonly masterVariant: Variant;
  readonly variants: readonly Variant[];
}

type MapOf<V> = Readonly<Record<string, V>>;

/** Data of products whose prices are standalone prices, and their variants. */
const withStandalonePrices = new WeakSet<object>();

/** A variant does not tell where its prices are, so it is noted with the product. */
const masterData: Resolver = ({ masterData: member, priceMode }) => {
  const { current, staged } = member as MapOf<object>;
  if (priceMode === 'Standalone')
    for (const data of [current, staged]) if (data !== undefined) withStandalonePrices.add(data);
  return member;
};

const allOf = (source: JsonObject): readonly Variant[] => {
  const { masterVariant, variants } = source as unknown as Data;
  return [masterVariant, ...variants];
};

/** Notes the variants of a product with standalone prices. */
const notePrices = (source: JsonObject, variants: readonly Variant[]): readonly Variant[] => {
  if (withStandalonePrices.has(source)) for (const variant of variants) withStandalonePrices.add(variant);
  return variants;
};

const skusOf = (variants: readonly Variant[]): string[] => [
  ...new Set(variants.flatMap(({ sku }) => (sku === undefined ? [] : [sku]))),
];

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

type Filter = (variant: Variant) => boolean;

const plainFilters = ({ skus, hasImages }: Arguments): Filter[] => [
  ...(isGiven(skus) ? [({ sku = '' }: Variant) => (skus as readonly string[]).includes(sku)] : []),
  ...(isGiven(hasImages)
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
  if (!isGiven(isOnStock)) return found;
  const channelIds = (stockChannelIds ?? undefined) as readonly string[] | undefined;
  const available = await Promise.all(found.map(({ sku }) => isAvailable(sku, channelIds, context)));
  return found.filter((_, at) => available[at] === isOnStock);
};

/** With `isOnStock` the stock of each variant is read. */
const variantList = (select: (source: JsonObject) => readonly Variant[]): Resolver =>
  loads((source, args, context) => {
    const variants = notePrices(source, select(source));
    return Object.keys(args).length === 0 ? variants : filterVariants(variants, args, context);
  });

const variant: Resolver = (source, args) => {
  const { field, value } = readSingleArgument('variant', ['sku', 'key'], args);
  return notePrices(source, allOf(source)).find(each => each[field] === value) ?? null;
};

type PricedScope = PriceScope & { readonly active?: boolean };

/** The price that carts select for a buyer. */
const price = loads(async (source, { currency, country, customerGroupId, channelId, date }, context) => {
  const { sku = '', prices } = source as Variant;
  const scoped = (withStandalonePrices.has(source)
    ? await context.loaders.findAll('standalone-price', 'sku', sku, pricesReadMax)
    : (prices ?? [])) as unknown as readonly PricedScope[];
  const at = isGiven(date) ? new Date(date as string) : context.services.engine.now();
  const wanted = {
    currencyCode: currency as string,
    country: (country ?? undefined) as string | undefined,
    customerGroupId: (customerGroupId ?? undefined) as string | undefined,
    channelId: (channelId ?? undefined) as string | undefined,
    at: at.toISOString(),
  };
  return (
    selectPrice(
      scoped.filter(({ active }) => active !== false),
      wanted,
    ) ?? null
  );
});

interface Attribute {
  readonly name: string;
}

const attributesRaw: Resolver = (source, { includeNames, excludeNames }) => {
  const included = (includeNames ?? undefined) as readonly string[] | undefined;
  const excluded = (excludeNames ?? []) as readonly string[];
  return ((source.attributes ?? []) as readonly Attribute[]).filter(
    ({ name }) => (included?.includes(name) ?? true) && !excluded.includes(name),
  );
};

const keywordsOf = (source: JsonObject): MapOf<unknown> => source.searchKeywords as MapOf<unknown>;
const hintsOf = (source: JsonObject): MapOf<string> => (source.categoryOrderHints ?? {}) as MapOf<string>;

export const searchKeywords: Resolver = source =>
  Object.entries(keywordsOf(source)).map(([locale, each]) => ({ locale, searchKeywords: each }));
export const categoryOrderHints: Resolver = source =>
  Object.entries(hintsOf(source)).map(([categoryId, orderHint]) => ({ categoryId, orderHint }));

const dataResolvers: Readonly<Record<string, Resolver>> = {
  masterVariant: source => notePrices(source, [(source as unknown as Data).masterVariant])[0],
  variants: variantList(source => (source as unknown as Data).variants),
  allVariants: variantList(allOf),
  variant,
  skus: source => skusOf(allOf(source)),
  searchKeyword: (source, { locale }) => keywordsOf(source)[locale as string] ?? null,
  searchKeywords,
  categoryOrderHint: (source, { categoryId }) => hintsOf(source)[categoryId as string] ?? null,
  categoryOrderHints,
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
  ProductVariant: { price, availability, attributesRaw },
  ...availabilityResolvers,
};

const findPage = pageResolver(definition);

/** The ids of the products with the SKUs; those that only staged data has lead to none for tokens that do not see it. */
const idsBySku = async (skus: readonly string[], context: GraphqlContext): Promise<string[]> => {
  const { services, projectKey, scopes, loaders } = context;
  const found = seesPublishedOnly(definition, scopes)
    ? (await Promise.all(skus.map(sku => loaders.find('product', 'sku', sku)))).map(
        each => each?.id as string | undefined,
      )
    : await services.engine.store.findIds(projectKey, 'product', 'sku', skus);
  return [...new Set(found)].filter(id => typeof id === 'string');
};

/** SKUs are unique, so the products are named by their ids. */
const products: Resolver = async (source, { skus, ...args }, context, info) => {
  if (!isGiven(skus)) return findPage(source, args, context, info);
  const ids = await idsBySku(skus as readonly string[], context);
  const named = `id in (${(ids.length === 0 ? [''] : ids).map(id => JSON.stringify(id)).join(', ')})`;
  const where = isGiven(args.where) ? [args.where, named] : named;
  return findPage(source, { ...args, where }, context, info);
};

export const productQueries: Readonly<Record<'product' | 'products', Resolver>> = {
  product: oneResolver(definition, 'product', ['id', 'key', 'sku', 'variantKey']),
  products,
};
