import type { Base } from '../../../engine/define/Base.js';
import type { Engine } from '../../../engine/Engine.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { loadMany } from '../../../engine/loadResources.js';
import type { Product, ProductData, ProductVariant } from '../../../commerce/resources/product/members.js';
import { completeVariants } from '../../../commerce/resources/product/responseMembers.js';
import { selectionFilters, type VariantFilter } from '../../../commerce/resources/productSelection/assortment.js';
import { assignmentStamp } from '../../../commerce/resources/productSelectionAssignment.js';
import { readStandalonePrices } from '../../../commerce/resources/product/variantPrices.js';
import { variantsOf } from '../../../commerce/resources/product/variants.js';
import { stockStamp } from '../../../commerce/resources/inventoryEntry.js';
import { categoryStamp } from '../../../commerce/resources/category/members.js';
import { type ProductType, productTypeStamp } from '../../../commerce/resources/productType/members.js';
import { loadDiscountRules, productDiscountsStamp } from '../../../commerce/resources/shared/productDiscounts.js';
import { standalonePriceStamp } from '../../../commerce/resources/shared/prices.js';
import { type IdList, wholeList } from '../../../store/DataStore.js';
import type { Fields, SearchDocumentContext } from '../../document/contentOf.js';
import { loadSearchDocumentContext } from '../../document/loadSearchDocumentContext.js';
import { compileFields } from '../../fields/FieldTable.js';
import { laterLanguage } from '../../query/Dialect.js';
import { defineSearchedType, numbersOf } from '../../SearchedType.js';
import {
  attributeValuesOf,
  isTextAttribute,
  productAttributes,
  variantAttributes,
  categoryOrderHints,
  orderHintsOf,
  productFields,
  productLists,
} from './productFields.js';

type Attributes = Parameters<typeof attributeValuesOf>[0];
type Definitions = Parameters<typeof attributeValuesOf>[1];
type Price = ProductVariant['prices'][number];

interface Category extends Base {
  readonly ancestors?: readonly { readonly id: string }[];
}

/** The data that documents of products need in addition to the products. */
interface Surroundings {
  readonly context: SearchDocumentContext;
  readonly definitions: ReadonlyMap<string, Definitions>;
  readonly categories: ReadonlyMap<string, Category>;
  /** Standalone prices by SKU. */
  readonly prices: ReadonlyMap<string, readonly Price[]>;
  /** The product selections that offer a product, each with its filter of variants, by product. */
  readonly selections: ReadonlyMap<string, ReadonlyMap<string, VariantFilter>>;
}

const priceFields = ({
  id,
  key,
  value,
  country,
  customerGroup,
  channel,
  recurrencePolicy,
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
  discountedCentAmount: discounted?.value.centAmount,
  discount: discounted?.discount.id,
  customerGroup: customerGroup?.id,
  channel: channel?.id,
  recurrencePolicy: recurrencePolicy?.id,
});

const availabilityFields = ({ availability }: ProductVariant): Fields | undefined =>
  availability && {
    isOnStock: availability.isOnStock,
    availableQuantity: availability.availableQuantity,
    restockableInDays: availability.restockableInDays,
    channels: Object.entries(availability.channels ?? {}).map(([id, stock]) => ({ ...stock, id })),
    isOnStockInChannels: Object.entries(availability.channels ?? {}).flatMap(([id, { isOnStock }]) =>
      isOnStock === true ? [id] : [],
    ),
  };

const variantFields = (
  product: Product,
  variant: ProductVariant,
  definitions: Definitions,
  { context, prices, selections }: Surroundings,
): Fields => {
  const { id, sku, key, attributes } = variant;
  const sold: readonly Price[] = product.priceMode === 'Standalone' ? (prices.get(sku ?? '') ?? []) : variant.prices;
  return {
    id,
    sku,
    key,
    prices: sold.map(priceFields),
    availability: availabilityFields(variant),
    productSelections: [...(selections.get(product.id) ?? [])].flatMap(([selection, offers]) =>
      offers(sku) ? [selection] : [],
    ),
    attributes: attributeValuesOf(attributes as Attributes, definitions, context),
  };
};

/** Returns the categories of a product and all their ancestors. */
const subTreeOf = (ids: readonly string[], { categories }: Surroundings): string[] => [
  ...new Set(ids.flatMap(id => [id, ...(categories.get(id)?.ancestors ?? []).map(({ id: above }) => above)])),
];

type Keyword = ProductData['searchKeywords'][string][number];

const inputsOf = ({ text, suggestTokenizer }: Keyword): readonly string[] => {
  if (suggestTokenizer === undefined) return [text];
  if (suggestTokenizer.type === 'custom') return suggestTokenizer.inputs ?? [];
  return text.split(/\s+/u).filter(token => token !== '');
};

/** Returns the keywords with their languages, and the inputs of each keyword at the same position. */
const keywordsOf = ({ searchKeywords }: ProductData): Fields => {
  const keywords = Object.entries(searchKeywords ?? {}).flatMap(([language, list]) =>
    list.map(keyword => ({ language, keyword })),
  );
  return {
    searchKeywords: keywords.map(({ language, keyword }) => ({ [language]: keyword.text })),
    suggestions: keywords.map(({ language, keyword }) => ({
      inputs: inputsOf(keyword).map(input => ({ [language]: input })),
    })),
  };
};

/** Returns the members of a document. An unpublished product has one too, which no search of current data finds. */
const membersOf = (product: Product, current: ProductData, surroundings: Surroundings): Fields => {
  const { masterData, productType, taxCategory, state } = product;
  const { published, hasStagedChanges } = masterData;
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
    productSelections: [...(surroundings.selections.get(product.id)?.keys() ?? [])],
    name: current.name,
    description: current.description,
    slug: current.slug,
    metaTitle: current.metaTitle,
    metaDescription: current.metaDescription,
    metaKeywords: current.metaKeywords,
    ...keywordsOf(current),
    categoryOrderHints: orderHintsOf(current.categoryOrderHints),
    variants: variantsOf(current).map(variant => variantFields(product, variant, definitions, surroundings)),
    attributes: attributeValuesOf((current.attributes ?? []) as Attributes, definitions, surroundings.context),
  };
};

const isStagedSame = ({ masterData: { current, staged } }: Product): boolean => sameValue(current, staged);

const dataOf = (product: Product): ProductData[] => {
  const { current, staged } = product.masterData;
  return isStagedSame(product) ? [current] : [current, staged];
};

const loadPrices = async (
  engine: Engine,
  projectKey: string,
  products: readonly Product[],
): Promise<Surroundings['prices']> => {
  const skus = [
    ...new Set(
      products
        .filter(({ priceMode }) => priceMode === 'Standalone')
        .flatMap(product => dataOf(product).flatMap(data => variantsOf(data).flatMap(({ sku }) => sku ?? []))),
    ),
  ];
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
  const ids = [
    ...new Set(
      products.flatMap(product => dataOf(product).flatMap(({ categories }) => categories.map(({ id }) => id))),
    ),
  ];
  if (ids.length === 0 || !engine.resourceTypes.has('category')) return new Map();
  return loadMany<Category>(engine, projectKey, 'category', ids);
};

const loadSurroundings = async (
  engine: Engine,
  projectKey: string,
  products: readonly Product[],
): Promise<Surroundings> => {
  const [context, definitions, categories, prices, selections] = await Promise.all([
    loadSearchDocumentContext(engine, projectKey, [], []),
    loadDefinitions(engine, projectKey, products),
    loadCategories(engine, projectKey, products),
    loadPrices(engine, projectKey, products),
    selectionFilters(
      engine,
      projectKey,
      products.map(({ id }) => id),
    ),
    // This adds discounts of prices, and the stock.
    completeVariants(
      engine,
      projectKey,
      products.flatMap(product => dataOf(product).map(data => ({ product, data }))),
      { at: engine.now().toISOString() },
    ),
  ]);
  return { context, definitions, categories, prices, selections };
};

const dependentsAtOnce = 500;

/** Returns lists of the products with a product type or a category; all products for any other stamp. */
const dependentLists = (stamp: string, value: string): IdList[] => {
  if (stamp === productTypeStamp(value)) return [{ by: 'value', path: 'productType.id', value }];
  if (stamp !== categoryStamp(value)) return [{ by: 'id' }];
  return ['current', 'staged'].map(data => ({ by: 'value', path: `masterData.${data}.categories.id`, value }));
};

/** Yields the products that show a SKU's stock or prices, a product type, a category or a selection; else all. */
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
  if (stamp === assignmentStamp(value)) return yield [value];
  for (const list of dependentLists(stamp, value))
    yield* engine.store.walk(projectKey, 'product', list, wholeList, { direction: 'asc', chunkSize: dependentsAtOnce });
}

/** Returns the stamp of product discounts if the validity of an active one began or ended. */
const stampsPassed = async (engine: Engine, projectKey: string, fromMs: number, toMs: number): Promise<string[]> => {
  const isPassed = (time: string | undefined): boolean => {
    const ms = time === undefined ? fromMs : Date.parse(time);
    return ms > fromMs && ms <= toMs;
  };
  const rules = (await loadDiscountRules(engine, projectKey)) ?? [];
  return rules.some(({ validFrom, validUntil }) => isPassed(validFrom) || isPassed(validUntil))
    ? [productDiscountsStamp]
    : [];
};

/** Search of the published products, by their current data. */
export const searchedProduct = defineSearchedType({
  typeId: 'product',
  noun: 'product',
  plural: 'products',
  activationHint: () =>
    'Activate product search by the update action changeProductSearchIndexingEnabled of the project, ' +
    "with enabled true and the mode 'ProductsSearch'.",
  documentLayout: 5,
  table: compileFields(productFields, productLists, [categoryOrderHints, variantAttributes, productAttributes], {
    code: 'tx',
    parts: ['name', 'description', 'slug', 'searchKeywords', 'variants.sku'],
    families: [variantAttributes, productAttributes],
    isText: isTextAttribute,
    lists: ['variants'],
  }),
  language: laterLanguage,
  hasStagedData: true,
  rows: { list: 'variants', within: 'variants.prices' },
  dependents: dependentProducts,
  stampsPassed,
  load: async (engine, projectKey, ids) => {
    const bodies = await engine.store.bodies(projectKey, 'product', ids);
    const products = bodies.map(body => (body === null ? null : (JSON.parse(body.toString()) as Product)));
    const present = products.filter(product => product !== null);
    // Data is compared before `loadSurroundings` completes the variants.
    const staged = new Map(present.flatMap(product => (isStagedSame(product) ? [] : [[product, product.masterData]])));
    const surroundings = await loadSurroundings(engine, projectKey, present);
    return products.map(product => {
      if (product === null) return null;
      const { current } = product.masterData;
      const other = staged.get(product)?.staged;
      return {
        version: product.version,
        members: membersOf(product, current, surroundings),
        ...(other !== undefined && { staged: membersOf(product, other, surroundings) }),
        numbers: numbersOf(product),
        context: surroundings.context,
      };
    });
  },
});
