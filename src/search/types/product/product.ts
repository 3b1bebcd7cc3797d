import type { Base } from '../../../engine/define/Base.js';
import type { Engine } from '../../../engine/Engine.js';
import { loadMany } from '../../../engine/loadResources.js';
import type { Product, ProductVariant } from '../../../commerce/resources/product/members.js';
import { completeVariants } from '../../../commerce/resources/product/responseMembers.js';
import { readStandalonePrices } from '../../../commerce/resources/product/variantPrices.js';
import { variantsOf } from '../../../commerce/resources/product/variants.js';
import { stockStamp } from '../../../commerce/resources/inventoryEntry/stock.js';
import { type ProductType, productTypeStamp } from '../../../commerce/resources/productType/members.js';
import { standalonePriceStamp } from '../../../commerce/resources/shared/prices.js';
import { type IdList, wholeList } from '../../../store/DataStore.js';
import type { Fields, SearchDocumentContext } from '../../document/contentOf.js';
import { loadSearchDocumentContext } from '../../document/loadSearchDocumentContext.js';
import { compileFields } from '../../fields/FieldTable.js';
import { laterLanguage } from '../../query/Dialect.js';
import { defineSearchedType, type SearchedResource } from '../../SearchedType.js';
import { columnValue } from '../../terms/formatTerm.js';
import { attributeValuesOf, productAttributes, variantAttributes } from './attributeFields.js';
import { productFields, productLists } from './productFields.js';

type Attributes = Parameters<typeof attributeValuesOf>[0];
type Definitions = Parameters<typeof attributeValuesOf>[1];
type Price = ProductVariant['prices'][number];

interface Category extends Base {
  readonly ancestors?: readonly { readonly id: string }[];
}

/** What documents of products are made of beside the products. */
interface Surroundings {
  readonly context: SearchDocumentContext;
  readonly definitions: ReadonlyMap<string, Definitions>;
  readonly categories: ReadonlyMap<string, Category>;
  /** Standalone prices by SKU. */
  readonly prices: ReadonlyMap<string, readonly Price[]>;
}

const priceFields = ({
  id,
  key,
  value,
  country,
  customerGroup,
  channel,
  validFrom,
  validUntil,
  discounted,
}: Price) => ({
  id,
  key,
  country,
  validFrom,
  validUntil,
  currencyCode: value.currencyCode,
  centAmount: value.centAmount,
  currentCentAmount: (discounted?.value ?? value).centAmount,
  customerGroup: customerGroup?.id,
  channel: channel?.id,
});

const availabilityFields = ({ availability }: ProductVariant): Fields | undefined =>
  availability && {
    isOnStock: availability.isOnStock,
    availableQuantity: availability.availableQuantity,
    isOnStockInChannels: Object.entries(availability.channels ?? {}).flatMap(([id, { isOnStock }]) =>
      isOnStock === true ? [id] : [],
    ),
  };

const variantFields = (
  product: Product,
  variant: ProductVariant,
  definitions: Definitions,
  { context, prices }: Surroundings,
): Fields => {
  const { id, sku, key, attributes } = variant;
  const sold: readonly Price[] = product.priceMode === 'Standalone' ? (prices.get(sku ?? '') ?? []) : variant.prices;
  return {
    id,
    sku,
    key,
    prices: sold.map(priceFields),
    availability: availabilityFields(variant),
    attributes: attributeValuesOf(attributes as Attributes, definitions, context),
  };
};

/** The categories of a product, and all above them. */
const subTreeOf = (ids: readonly string[], { categories }: Surroundings): string[] => [
  ...new Set(ids.flatMap(id => [id, ...(categories.get(id)?.ancestors ?? []).map(({ id: above }) => above)])),
];

const keywordsOf = (keywords: Product['masterData']['current']['searchKeywords']): Fields[] =>
  Object.entries(keywords ?? {}).flatMap(([language, list]) => list.map(({ text }) => ({ [language]: text })));

/** The current data; a product that is not published has a document too, which no search finds. */
const membersOf = (product: Product, surroundings: Surroundings): Fields => {
  const { masterData, productType, taxCategory, state } = product;
  const { current, published, hasStagedChanges } = masterData;
  const definitions = surroundings.definitions.get(productType.id) ?? new Map();
  const categories = current.categories.map(({ id }) => id);
  return {
    ...product,
    published,
    hasStagedChanges,
    categories,
    productType: productType.id,
    taxCategory: taxCategory?.id,
    state: state?.id,
    categoriesSubTree: subTreeOf(categories, surroundings),
    name: current.name,
    description: current.description,
    slug: current.slug,
    metaTitle: current.metaTitle,
    metaDescription: current.metaDescription,
    metaKeywords: current.metaKeywords,
    searchKeywords: keywordsOf(current.searchKeywords),
    variants: variantsOf(current).map(variant => variantFields(product, variant, definitions, surroundings)),
    attributes: attributeValuesOf((current.attributes ?? []) as Attributes, definitions, surroundings.context),
  };
};

const numbersOf = ({ id, version, createdAt, lastModifiedAt }: Product): SearchedResource['numbers'] => ({
  created: columnValue(Date.parse(createdAt), id),
  modified: columnValue(Date.parse(lastModifiedAt), id),
  version: columnValue(version, id),
  cents: 0,
});

const loadPrices = async (
  engine: Engine,
  projectKey: string,
  products: readonly Product[],
): Promise<Surroundings['prices']> => {
  const skus = products
    .filter(({ priceMode }) => priceMode === 'Standalone')
    .flatMap(({ masterData }) => variantsOf(masterData.current).flatMap(({ sku }) => sku ?? []));
  const lists = await Promise.all(skus.map(sku => readStandalonePrices(engine, projectKey, sku)));
  return new Map(skus.map((sku, at) => [sku, lists[at] ?? []]));
};

const loadDefinitions = async (
  engine: Engine,
  projectKey: string,
  products: readonly Product[],
): Promise<Surroundings['definitions']> => {
  const ids = [...new Set(products.map(({ productType }) => productType.id))];
  const types = await loadMany<ProductType & Base>(engine, projectKey, 'product-type', ids);
  return new Map(
    [...types].map(([id, { attributes }]) => [
      id,
      new Map(attributes.map(definition => [definition.name, definition])),
    ]),
  );
};

const loadCategories = async (
  engine: Engine,
  projectKey: string,
  products: readonly Product[],
): Promise<Surroundings['categories']> => {
  const ids = [...new Set(products.flatMap(({ masterData }) => masterData.current.categories.map(({ id }) => id)))];
  if (ids.length === 0 || !engine.resourceTypes.has('category')) return new Map();
  return loadMany<Category>(engine, projectKey, 'category', ids);
};

const loadSurroundings = async (
  engine: Engine,
  projectKey: string,
  products: readonly Product[],
): Promise<Surroundings> => {
  const [context, definitions, categories, prices] = await Promise.all([
    loadSearchDocumentContext(engine, projectKey, [], []),
    loadDefinitions(engine, projectKey, products),
    loadCategories(engine, projectKey, products),
    loadPrices(engine, projectKey, products),
    // Adds discounts of prices, and the stock.
    completeVariants(
      engine,
      projectKey,
      products.map(product => ({ product, data: product.masterData.current })),
      { at: engine.now().toISOString() },
    ),
  ]);
  return { context, definitions, categories, prices };
};

const dependentsAtOnce = 500;

/** The products that show a SKU's stock or prices, or have a product type; all for any other stamp. */
async function* dependentProducts(
  engine: Engine,
  projectKey: string,
  stamp: string,
): AsyncGenerator<readonly string[]> {
  const [subject = ''] = stamp.split(':');
  const value = stamp.slice(subject.length + 1);
  if (stamp === stockStamp(value) || stamp === standalonePriceStamp(value)) {
    const [id] = await engine.store.findIds(projectKey, 'product', 'sku', [value]);
    return yield typeof id === 'string' ? [id] : [];
  }
  const list: IdList =
    stamp === productTypeStamp(value) ? { by: 'value', path: 'productType.id', value } : { by: 'id' };
  yield* engine.store.walk(projectKey, 'product', list, wholeList, { direction: 'asc', chunkSize: dependentsAtOnce });
}

/** Search of the published products, by their current data. */
export const searchedProduct = defineSearchedType({
  typeId: 'product',
  noun: 'product',
  plural: 'products',
  activationHint: () =>
    "Activate product search by the update action changeProductSearchIndexingEnabled of the project, with enabled true and the mode 'ProductsSearch'.",
  documentLayout: 1,
  table: compileFields(productFields, productLists, [variantAttributes, productAttributes]),
  language: laterLanguage,
  rows: { list: 'variants', within: 'variants.prices' },
  foundBy: { field: 'published', value: true },
  dependents: dependentProducts,
  load: async (engine, projectKey, ids) => {
    const bodies = await engine.store.bodies(projectKey, 'product', ids);
    const products = bodies.map(body => (body === null ? null : (JSON.parse(body.toString()) as Product)));
    const surroundings = await loadSurroundings(
      engine,
      projectKey,
      products.filter(product => product !== null),
    );
    return products.map(
      product =>
        product && {
          version: product.version,
          members: membersOf(product, surroundings),
          numbers: numbersOf(product),
          context: surroundings.context,
        },
    );
  },
});
