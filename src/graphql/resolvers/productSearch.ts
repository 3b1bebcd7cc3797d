/** Resolvers of the older product search, which run the code of `product-projections/search` and `suggest`. */
import { isPresent } from '../../engine/document/json.js';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { limits } from '../../base/config/limits.js';
import { required, invalidInput } from '../../base/errors/ApiError.js';
import { product } from '../../commerce/resources/product/index.js';
import { readParameters } from '../../engine/queryParameters.js';
import { readScopes } from '../../engine/visibility.js';
import type { ResourceRequest } from '../../engine/ResourceRequest.js';
import { type Arguments, assertScope, type GraphqlContext, toEngineRequest } from '../GraphqlContext.js';
import type { JsonObject } from '../readRequest.js';
import { memberOrDefault, type Resolver } from './Resolver.js';
import { noteProjection, productResolvers } from './productResolvers.js';
import { selectsField } from './resourceQueries.js';
import { facetExpressions, filterExpressions } from './searchExpressions.js';

const scopes = readScopes(product);

/** Searches do not belong to stores, so they need the scopes of the project. */
const searchRequest = (context: GraphqlContext, query: URLSearchParams): ResourceRequest => {
  assertScope(context, scopes, false);
  return toEngineRequest(context, 'product', { storeKey: undefined, query });
};

const searchServices = ({ services }: GraphqlContext) => ({
  ...services,
  search: required(services.searches.get('product'), 'the search of products'),
});

/** Arguments with the same names as the parameters. */
const sameNames = ['fuzzy', 'fuzzyLevel', 'offset', 'staged', 'storeProjection'];

interface PriceSelector {
  readonly currency: string;
  readonly country?: string | null;
  readonly customerGroup?: { readonly id: string } | null;
  readonly channel?: { readonly id: string } | null;
  readonly date?: string | null;
}

const priceParameters = ({ currency, country, customerGroup, channel }: PriceSelector) => ({
  priceCurrency: currency,
  priceCountry: country,
  priceCustomerGroup: customerGroup?.id,
  priceChannel: channel?.id,
});

const textParameter = ({ text, locale }: Arguments): Record<string, unknown> => {
  if (!isPresent(text) || (text as string).trim() === '') return {};
  if (!isPresent(locale)) throw invalidInput('The argument text needs the argument locale.');
  return { [`text.${locale as string}`]: text };
};

const toParameters = (args: Arguments, marks: boolean): URLSearchParams => {
  const parameters = new URLSearchParams();
  const single = {
    ...Object.fromEntries(sameNames.map(name => [name, args[name]])),
    ...textParameter(args),
    ...(isPresent(args.priceSelector) && priceParameters(args.priceSelector as PriceSelector)),
    markMatchingVariants: marks,
    limit: (args.limit as number | null | undefined) ?? limits.projectionSearchGraphqlLimitDefault,
  };
  for (const [name, value] of Object.entries(single)) if (isPresent(value)) parameters.set(name, String(value));
  const lists = {
    'filter.query': filterExpressions(args, 'queryFilters'),
    filter: filterExpressions(args, 'filters'),
    'filter.facets': filterExpressions(args, 'facetFilters'),
    facet: facetExpressions(args, 'facets'),
    sort: (args.sorts ?? []) as readonly string[],
    localeProjection: (args.localeProjection ?? []) as readonly string[],
  };
  for (const [name, values] of Object.entries(lists)) for (const value of values) parameters.append(name, value);
  return readParameters(parameters);
};

/** Tells whether a field at any depth has the argument. */
const namesArgument = (nodes: readonly FieldNode[], argument: string, info: GraphQLResolveInfo): boolean =>
  selectsField(
    nodes,
    info,
    field =>
      field.arguments?.some(({ name }) => name.value === argument) === true || namesArgument([field], argument, info),
  );

/** Converts a facet: here, a range facet names the type of its bounds. */
const facetValue = (facet: JsonObject): JsonObject =>
  facet.type === 'range'
    ? {
        ...facet,
        dataType: 'number',
        ranges: (facet.ranges as readonly object[]).map(range => ({ ...range, type: 'double' })),
      }
    : facet;

const productProjectionSearch: Resolver = async (_, args, context, info) => {
  const isMarked = args.markMatchingVariants === true || args.markMatchingVariant === true;
  const needsMarks = namesArgument(info.fieldNodes, 'onlyMatching', info);
  const request = searchRequest(context, toParameters(args, isMarked || needsMarks));
  const date = (args.priceSelector as PriceSelector | null | undefined)?.date;
  const { findProjectionPage } = await import('../../search/searchProjections.js');
  const page = await context.runInSequence(() =>
    findProjectionPage(searchServices(context), request, isPresent(date) ? new Date(date!).toISOString() : undefined),
  );
  const results = page.projections as readonly unknown[] as readonly JsonObject[];
  for (const projection of results) context.budget.take(JSON.stringify(projection).length);
  return {
    offset: page.offset,
    count: results.length,
    total: page.total,
    results: results.map(noteProjection),
    facets: Object.entries(page.facets ?? {}).map(([facet, value]) => ({
      facet,
      value: facetValue(value as JsonObject),
    })),
  };
};

const productProjectionsSuggest: Resolver = async (_, args, context) => {
  const inputs = args.searchKeywords as readonly { readonly locale: string; readonly searchKeyword: string }[];
  const parameters = new URLSearchParams(
    inputs.map(({ locale, searchKeyword }): [string, string] => [`searchKeywords.${locale}`, searchKeyword]),
  );
  for (const name of ['limit', 'fuzzy', 'staged'])
    if (isPresent(args[name])) parameters.set(name, String(args[name] as number | boolean));
  const request = searchRequest(context, parameters);
  const { findSuggestions } = await import('../../search/suggestKeywords.js');
  const found = await findSuggestions(searchServices(context), request);
  return { searchKeywords: found.map(([, suggestions], at) => ({ locale: inputs[at]?.locale, suggestions })) };
};

export const productSearchQueries = { productProjectionSearch, productProjectionsSuggest };

type Availability = JsonObject & { readonly channels?: Readonly<Record<string, object>> };

/** Resolves to the stock of the projection, converted to the entries that the fields of stock read. */
const availability: Resolver = source => {
  if (source.availability === undefined) return null;
  const { channels = {}, ...general } = source.availability as Availability;
  const inChannels = Object.entries(channels).map(([id, entry]) => ({
    ...entry,
    supplyChannel: { typeId: 'channel', id },
  }));
  return { entries: [...('availableQuantity' in general ? [general] : []), ...inChannels] };
};

const { ProductData: data, ProductVariant: variant } = productResolvers as Record<string, Record<string, Resolver>>;

export const productSearchResolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  ProductProjection: {
    masterVariant: data!.masterVariant!,
    variants: data!.variants!,
    allVariants: data!.allVariants!,
    searchKeywords: data!.searchKeywords!,
    categoryOrderHints: data!.categoryOrderHints!,
    attributesRaw: data!.attributesRaw!,
  },
  ProductSearchVariant: {
    price: variant!.price!,
    allRecurrencePrices: variant!.allRecurrencePrices!,
    attributesRaw: variant!.attributesRaw!,
    availability,
  },
  ProductSearchVariantAvailabilityWithChannels: productResolvers.ProductVariantAvailabilityWithChannels!,
  ProductSearchVariantAvailability: productResolvers.ProductVariantAvailability!,
  TermCount: { term: ({ term }) => String(term) },
  RangeCountDouble: { totalCount: memberOrDefault('totalCount', 0) },
};
