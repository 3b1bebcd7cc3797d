import { invalidInput } from '../../../../base/errors/ApiError.js';
import { type ProductProjection, productProjection } from '../productProjection.js';
import { variantsOf } from '../variants.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import type { ResponseSources } from '../../../../engine/define/ResponseSources.js';
import type { PriceSelection } from '../../../pricing/selectPrice.js';
import type { Price } from '../../../values/price.js';
import { type Assortment, type VariantFilter, variantFilters } from '../../productSelection/assortment.js';
import type { Store } from '../../store/members.js';
import type { Product, ProductData, ProductVariant } from '../members.js';
import { readTailoredData, withTailoredData } from '../tailoredData.js';
import { completeVariants } from '../responseMembers.js';
import { localizeProjections } from './localize.js';

const attributeFilterName = 'filter[attributes]';

/** Tells whether an attribute is shown. */
type AttributeFilter = (name: string) => boolean;

/** Returns undefined if the request names no attributes. A name given with and without a dash is not shown. */
export const attributeFilterOf = (query: URLSearchParams): AttributeFilter | undefined => {
  const given = query.getAll(attributeFilterName).flatMap(each => each.split(',').map(name => name.trim()));
  if (given.length === 0) return undefined;
  if (given.some(name => name === '' || name === '-'))
    throw invalidInput(
      `Malformed parameter: ${attributeFilterName}: expected names of attributes, with a dash before those that ` +
        'are not shown.',
    );
  const excluded = new Set(given.filter(name => name.startsWith('-')).map(name => name.slice(1)));
  const included = new Set(given.filter(name => !name.startsWith('-')));
  return name => !excluded.has(name) && (included.size === 0 || included.has(name));
};

interface WithAttributes {
  attributes?: { readonly name: string }[];
}

/** Leaves out the other attributes of a projection and of its variants; these objects belong to this response only. */
const filterAttributes = (projection: ProductProjection, isShown: AttributeFilter): void => {
  for (const each of [projection, ...variantsOf(projection)] as WithAttributes[])
    if (each.attributes !== undefined) each.attributes = each.attributes.filter(({ name }) => isShown(name));
};

// Makes projections of products: the one way to them for requests, pages and results of searches.

/** The members of a store that limit what it shows; an empty list limits nothing. */
type StoreLimits = Pick<
  Store,
  'key' | 'languages' | 'countries' | 'distributionChannels' | 'supplyChannels' | 'productSelections'
>;

/** Decides what a projection shows of a product. */
export interface ProjectionParameters {
  readonly staged: boolean;
  /** True if the response must not reveal that a product has data that is not published. */
  readonly publishedOnly?: boolean;
  /** The time of the response, in the stored form of times. */
  readonly at: string;
  /** The buyer that prices are selected for; if absent, none is selected. */
  readonly selection?: PriceSelection;
  /** The languages of texts; absent or empty: those of the store, or all. */
  readonly locales?: readonly string[];
  readonly store?: StoreLimits;
  /** The product selections of the store; absent: it offers all products. */
  readonly assortment?: Assortment;
  /** The attributes that are shown; absent: all. */
  readonly showsAttribute?: AttributeFilter;
}

const isIn = (ids: readonly string[], id: string | undefined): boolean =>
  ids.length === 0 || id === undefined || ids.includes(id);

/** Tells whether a price is one of the store: of its channels and countries, or of none. */
const isPriceOf = ({ distributionChannels, countries }: StoreLimits) => {
  const channelIds = distributionChannels.map(({ id }) => id);
  const codes = countries.map(({ code }) => code);
  return ({ channel, country }: Price): boolean => isIn(channelIds, channel?.id) && isIn(codes, country);
};

/** Copies the variants, which the response changes. */
const copyVariants = (data: ProductData, store: StoreLimits | undefined): ProductData => {
  const isShown = store && isPriceOf(store);
  const copied = (variant: ProductVariant): ProductVariant =>
    isShown === undefined ? { ...variant } : { ...variant, prices: variant.prices.filter(isShown) };
  return { ...data, masterVariant: copied(data.masterVariant), variants: data.variants.map(copied) };
};

const supplyChannelsOf = (store: StoreLimits | undefined): ReadonlySet<string> | undefined =>
  store === undefined || store.supplyChannels.length === 0
    ? undefined
    : new Set(store.supplyChannels.map(({ id }) => id));

/** The data with the variants that a store offers, the first of them as the master variant; undefined without any. */
const offeredVariants = (data: ProductData, isOffered: VariantFilter | undefined): ProductData | undefined => {
  const [masterVariant, ...variants] =
    isOffered === undefined ? [] : variantsOf(data).filter(({ sku }) => isOffered(sku));
  return masterVariant && { ...data, masterVariant, variants };
};

/**
 * The projections of products that the store offers, in their order, with prices, stock and texts by the parameters.
 * Current data is that of published products only. The products are not changed. `sources` exist if the response may
 * be kept: they learn what the projections depend on beside the products.
 */
export const projectionsOf = async (
  access: ResourceAccess,
  projectKey: string,
  products: readonly Product[],
  { staged, publishedOnly, at, selection, locales = [], store, assortment, showsAttribute }: ProjectionParameters,
  sources?: ResponseSources,
): Promise<ProductProjection[]> => {
  const isOffered =
    assortment &&
    (await variantFilters(
      access,
      projectKey,
      assortment,
      products.map(({ id }) => id),
    ));
  const shown = products.flatMap(product => {
    if (!staged && !product.masterData.published) return [];
    const data = product.masterData[staged ? 'staged' : 'current'];
    const offered = isOffered === undefined ? data : offeredVariants(data, isOffered.get(product.id));
    return offered === undefined ? [] : [{ product, data: copyVariants(offered, store) }];
  });
  await completeVariants(
    access,
    projectKey,
    shown,
    { at, selection, supplyChannelIds: supplyChannelsOf(store) },
    sources,
  );
  const tailored =
    store === undefined
      ? undefined
      : await readTailoredData(
          access,
          projectKey,
          store.key,
          shown.map(({ product }) => product.id),
          staged,
          sources,
        );
  // Prices are those that carts compute: discounts look at the data of the product itself.
  const projections = shown.map(({ product, data }) => {
    const { published, hasStagedChanges } = product.masterData;
    const flags = { published, hasStagedChanges: hasStagedChanges && publishedOnly !== true };
    const projection = productProjection(product, data, flags);
    const tailoredData = tailored?.get(product.id);
    return tailoredData === undefined ? projection : withTailoredData(projection, tailoredData);
  });
  const shownLocales = locales.length > 0 ? locales : (store?.languages ?? []);
  if (shownLocales.length > 0) await localizeProjections(access, projectKey, projections, shownLocales, sources);
  if (showsAttribute !== undefined) for (const each of projections) filterAttributes(each, showsAttribute);
  return projections;
};
