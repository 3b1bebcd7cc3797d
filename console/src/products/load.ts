/** Loads what editing products needs: the project's markets and channels, and what belongs to the SKUs of products. */
import { useQuery } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import { useDefinitions } from '../forms/definitions';
import { useProjectKey } from '../session/useProjectKey';
import type { ProductState, Setup } from './cells';
import { type InventoryEntry, type Product, skusOf, type StandalonePrice, variantsOf } from './Product';

/** The most that a page of the API has. */
const pageMax = 500;
/** The address of a request stays short. */
const skusMax = 25;

const all = async (projectKey: string, path: string): Promise<readonly Resource[]> =>
  (await sendToProject<Page>(projectKey, `/${path}`, { query: { limit: pageMax } })).results;

const loadSetup = async (projectKey: string): Promise<Setup> => {
  const [project, channels, customerGroups] = await Promise.all([
    sendToProject<Omit<Setup, 'channels' | 'customerGroups'>>(projectKey, ''),
    all(projectKey, 'channels'),
    all(projectKey, 'customer-groups'),
  ]);
  const { languages, currencies, countries } = project;
  return {
    languages: languages.length === 0 ? ['en'] : languages,
    currencies: currencies.length === 0 ? ['EUR'] : currencies,
    countries,
    channels,
    customerGroups,
  };
};

/** Resources of a type that have one of some SKUs. */
const loadOfSkus = async <Found extends Resource>(
  projectKey: string,
  path: string,
  skus: readonly string[],
): Promise<readonly Found[]> => {
  const parts = Array.from({ length: Math.ceil(skus.length / skusMax) }, (_, at) =>
    skus.slice(at * skusMax, (at + 1) * skusMax),
  );
  const pages = await Promise.all(
    parts.map(part => {
      const where = `sku in (${part.map(sku => JSON.stringify(sku)).join(', ')})`;
      return sendToProject<Page>(projectKey, `/${path}`, { query: { where, limit: pageMax, withTotal: false } });
    }),
  );
  return pages.flatMap(({ results }) => results as readonly Resource[] as readonly Found[]);
};

type OfSkus = Pick<ProductState, 'entries' | 'standalonePrices'>;

const loadStock = async (projectKey: string, product: Product): Promise<OfSkus> => {
  const skus = skusOf(variantsOf(product.masterData.staged));
  const [entries, standalonePrices] = await Promise.all([
    loadOfSkus<InventoryEntry>(projectKey, 'inventory', skus),
    product.priceMode === 'Standalone' ? loadOfSkus<StandalonePrice>(projectKey, 'standalone-prices', skus) : [],
  ]);
  return { entries, standalonePrices };
};

/** What the page of a product needs; undefined until it is loaded. */
export const useProductState = (product: Product) => {
  const projectKey = useProjectKey();
  const definitions = useDefinitions()?.productTypes.find(({ id }) => id === product.productType.id)?.attributes;
  const setup = useQuery({ queryKey: ['product setup', projectKey], queryFn: () => loadSetup(projectKey) });
  const skus = skusOf(variantsOf(product.masterData.staged));
  const stock = useQuery({
    queryKey: ['stock of product', projectKey, product.id, skus],
    queryFn: () => loadStock(projectKey, product),
    placeholderData: before => before,
  });
  const isLoaded = definitions !== undefined && setup.data !== undefined && stock.data !== undefined;
  return {
    loaded: isLoaded ? { setup: setup.data, state: { product, definitions, ...stock.data } } : undefined,
    error: setup.error ?? stock.error,
    reloadStock: stock.refetch,
  };
};
