/** Loads the data for editing products: the project's markets and channels, and prices and stock of the SKUs. */
import { useQuery } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import { type ProductType, useDefinitions } from '../forms/definitions';
import { allResourcesOf } from '../lists/resourcesOf';
import { useProjectKey } from '../session/useProjectKey';
import type { ProductState, Setup } from './cells';
import type { CsvSetup } from './csvColumns';
import { type InventoryEntry, type Product, skusOf, type StandalonePrice, variantsOf } from './Product';

/** Maximum number of results in a page of the API. */
const pageMax = 500;
/** Bounds the values in a request, so that its address stays short. */
const valuesMax = 25;

const all = async (projectKey: string, path: string, where?: string): Promise<readonly Resource[]> =>
  (await sendToProject<Page>(projectKey, `/${path}`, { query: { limit: pageMax, ...(where && { where }) } })).results;

const loadSetup = async (projectKey: string): Promise<Setup> => {
  const [project, channels, customerGroups, discounts] = await Promise.all([
    sendToProject<Pick<Setup, 'languages' | 'currencies' | 'countries'>>(projectKey, ''),
    all(projectKey, 'channels'),
    all(projectKey, 'customer-groups'),
    all(projectKey, 'product-discounts', 'value(type = "external")'),
  ]);
  const { languages, currencies, countries } = project;
  return {
    languages: languages.length === 0 ? ['en'] : languages,
    currencies: currencies.length === 0 ? ['EUR'] : currencies,
    countries,
    channels,
    customerGroups,
    externalDiscounts: discounts.map(({ id }) => id),
  };
};

/** Returns the resources of a type that match a condition with some values, such as `sku in ("a", "b")`. */
const loadBy = async <Found extends Resource>(
  projectKey: string,
  path: string,
  conditionOf: (values: string) => string,
  values: readonly string[],
): Promise<readonly Found[]> => {
  const parts = Array.from({ length: Math.ceil(values.length / valuesMax) }, (_, at) =>
    values.slice(at * valuesMax, (at + 1) * valuesMax),
  );
  const pages = await Promise.all(
    parts.map(part => {
      const where = conditionOf(`in (${part.map(value => JSON.stringify(value)).join(', ')})`);
      return sendToProject<Page>(projectKey, `/${path}`, { query: { where, limit: pageMax, withTotal: false } });
    }),
  );
  return pages.flatMap(({ results }) => results as readonly Resource[] as readonly Found[]);
};

const bySku = (values: string): string => `sku ${values}`;
const byVariantSku = (values: string): string =>
  `masterData(staged(masterVariant(sku ${values}) or variants(sku ${values})))`;

/** Returns the states of products of a list or a file, with prices and stock of their SKUs. */
export const statesOf = async (
  projectKey: string,
  products: readonly Product[],
  productTypes: readonly ProductType[],
): Promise<readonly ProductState[]> => {
  const skusIn = (own: readonly Product[]) => own.flatMap(({ masterData }) => skusOf(variantsOf(masterData.staged)));
  const skus = skusIn(products);
  const standaloneSkus = skusIn(products.filter(({ priceMode }) => priceMode === 'Standalone'));
  const [entries, standalonePrices] = await Promise.all([
    loadBy<InventoryEntry>(projectKey, 'inventory', bySku, skus),
    loadBy<StandalonePrice>(projectKey, 'standalone-prices', bySku, standaloneSkus),
  ]);
  return products.map(product => {
    const own = new Set(skusOf(variantsOf(product.masterData.staged)));
    return {
      product,
      definitions: productTypes.find(({ id }) => id === product.productType.id)?.attributes ?? [],
      entries: entries.filter(({ sku }) => own.has(sku)),
      standalonePrices: standalonePrices.filter(({ sku }) => own.has(sku)),
    };
  });
};

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the products with some keys, or ids if they have no key, and those with variants with some SKUs. */
export const loadProductStates = async (
  projectKey: string,
  keys: readonly string[],
  skus: readonly string[],
  productTypes: readonly ProductType[],
): Promise<readonly ProductState[]> => {
  const products: Product[] = [];
  for (const [condition, values] of [
    [(texts: string) => `key ${texts}`, keys.filter(key => !uuidPattern.test(key))],
    [(texts: string) => `id ${texts}`, keys.filter(key => uuidPattern.test(key))],
    [byVariantSku, skus],
  ] as const)
    products.push(...(await loadBy<Product>(projectKey, 'products', condition, values)));
  const distinct = new Map(products.map(product => [product.id, product]));
  return statesOf(projectKey, [...distinct.values()], productTypes);
};

/** Loads the data that a file with products needs. */
export const loadCsvSetup = async (projectKey: string, productTypes: readonly ProductType[]): Promise<CsvSetup> => {
  const [setup, categories, taxCategories, states] = await Promise.all([
    loadSetup(projectKey),
    allResourcesOf({ projectKey, path: 'categories', where: '' }),
    all(projectKey, 'tax-categories'),
    all(projectKey, 'states', 'type = "ProductState"'),
  ]);
  return { ...setup, productTypes, categories, taxCategories, states };
};

/** Returns the data for the page of a product; undefined until it is loaded. */
export const useProductState = (product: Product) => {
  const projectKey = useProjectKey();
  const productTypes = useDefinitions()?.productTypes;
  const setup = useQuery({ queryKey: ['product setup', projectKey], queryFn: () => loadSetup(projectKey) });
  const skus = skusOf(variantsOf(product.masterData.staged));
  const stock = useQuery({
    queryKey: ['stock of product', projectKey, product.id, skus],
    queryFn: () => statesOf(projectKey, [product], []),
    placeholderData: before => before,
  });
  const [ofSkus] = stock.data ?? [];
  const isLoaded = productTypes !== undefined && setup.data !== undefined && ofSkus !== undefined;
  const definitions = productTypes?.find(({ id }) => id === product.productType.id)?.attributes ?? [];
  return {
    loaded: isLoaded ? { setup: setup.data, state: { ...ofSkus, product, definitions } } : undefined,
    queries: [setup, stock],
    reloadStock: stock.refetch,
  };
};
