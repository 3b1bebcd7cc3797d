/** Category pages of product search against the same commands of RediSearch, and the lag of its index. */
import { setTimeout } from 'node:timers/promises';
import { required } from '../../src/base/errors/ApiError.js';
import type { LoadRequest } from '../load/runLoad.js';
import { definitionChanges, listNotes } from '../../src/jobs/notedJobs.js';
import { cpuMicros } from '../measure/counters.js';
import { options } from '../options.js';
import { bareFacetCalls, pageSize, type ShopPage } from '../search/bareFacetCalls.js';
import { observeProductLag, productIndexSize, waitForProductIndexer } from '../search/indexing.js';
import { brands, colours, openShop, priceSteps, shopProduct } from '../search/shopProducts.js';
import type { BenchWorld, CaseData } from '../world/BenchWorld.js';
import { createMany, get, oncePer, post, type Resource } from '../world/prepare.js';
import { type BenchCase, emptyData } from './BenchCase.js';

/** The cases change only the colours and keys of its products. */
const shopData: CaseData = { ...emptyData, sharedAs: 'shop' };

const attribute = (name: string, fieldType: string) => ({ field: `variants.attributes.${name}`, fieldType });

const facets = [
  { distinct: { name: 'brand', ...attribute('brand', 'text'), limit: 200 } },
  { distinct: { name: 'colour', ...attribute('colour', 'text') } },
  { distinct: { name: 'size', ...attribute('size', 'number') } },
  {
    ranges: {
      name: 'price',
      field: 'variants.prices.centAmount',
      ranges: [...priceSteps, undefined].map((to, at) => ({ from: priceSteps[at - 1] ?? 0, to })),
    },
  },
  { distinct: { name: 'stock', field: 'variants.availability.isOnStock' } },
];

const bodyOf = (rootId: string, { filter, offset }: ShopPage, more: readonly object[] = []) => ({
  query: {
    filter: [
      { exact: { field: 'categoriesSubTree', value: rootId } },
      ...filter.map(([name, value]) => ({ exact: { ...attribute(name, 'text'), value } })),
    ],
  },
  facets: [...facets, ...more],
  offset,
  limit: pageSize,
  productProjectionParameters: {},
});

interface Answer {
  readonly total: number;
  readonly facets: readonly { readonly name: string; readonly buckets: readonly { key: string; count: number }[] }[];
}

const searchPage = async (world: BenchWorld, page: ShopPage): Promise<Answer> =>
  post<Answer>(world, 'products/search', bodyOf((await openShop(world)).rootId, page));

/** Compares the total and the counts of brands, which no case changes, with the seeded products. */
const checkCounts = async (world: BenchWorld): Promise<string | undefined> => {
  const { total, facets: found } = await searchPage(world, { filter: [], offset: 0 });
  const counts = new Map<string, number>();
  for (let number = 0; number < options.products; number++) {
    const { brand } = shopProduct(number);
    counts.set(brand, (counts.get(brand) ?? 0) + 1);
  }
  const { buckets } = required(
    found.find(({ name }) => name === 'brand'),
    'the facet',
  );
  if (total !== options.products) return `total ${total} instead of ${options.products}`;
  const wrong = buckets.find(({ key, count }) => counts.get(key) !== count);
  return wrong && `${wrong.count} products of ${wrong.key} instead of ${counts.get(wrong.key) ?? 0}`;
};

/** Makes the counts of each request different from those of other searches. */
const uniqueCount = { count: { name: 'count-@unique@' } };

const pageCase = (
  name: string,
  description: string,
  pages: readonly ShopPage[],
  more: Partial<BenchCase>,
): BenchCase => ({
  name: `product search: ${name}`,
  description: `${description}; 24 projections and five facets, one connection`,
  data: shopData,
  connections: 1,
  setup: async world => (await openShop(world)).remark,
  reference: bareFacetCalls(pages),
  requests: async world => {
    const { rootId } = await openShop(world);
    const path = `/${world.projectKey}/products/search`;
    return pages.map(page => ({ method: 'POST', path, body: JSON.stringify(bodyOf(rootId, page)) }));
  },
  ...more,
});

const firstPages: readonly ShopPage[] = Array.from({ length: 5 }, (_, at) => ({ filter: [], offset: at * pageSize }));
const filteredPages: readonly ShopPage[] = brands.flatMap(brand =>
  colours.map(
    (colour): ShopPage => ({
      filter: [
        ['brand', brand],
        ['colour', colour],
      ],
      offset: 0,
    }),
  ),
);

/** A case of a page of 20 in the collation of a language, which compares all products. */
const sortedCase = (name: string, request: (world: BenchWorld) => LoadRequest): BenchCase => ({
  name: `products by name: ${name}`,
  description: 'a page of 20 of all products by their name; 4 connections',
  data: shopData,
  connections: 4,
  setup: async world => (await openShop(world)).remark,
  requests: async world => [request(world)],
});

const sortedPages: readonly BenchCase[] = [
  sortedCase('query', ({ projectKey }) => ({
    method: 'GET',
    path: `/${projectKey}/product-projections?sort=name.en&limit=20&withTotal=false`,
  })),
  sortedCase('search', ({ projectKey }) => ({
    method: 'POST',
    path: `/${projectKey}/products/search`,
    body: JSON.stringify({
      query: { exists: { field: 'id' } },
      sort: [{ field: 'name', language: 'en', order: 'asc' }],
      limit: 20,
    }),
  })),
];

const changesPerSecond = 20;

/** Changes colours of products at a steady rate. */
const changeColours = async (world: BenchWorld, seconds: number): Promise<string> => {
  const { products } = await openShop(world);
  const endMs = performance.now() + seconds * 1_000;
  let changed = 0;
  for (let dueMs = performance.now(); dueMs < endMs; dueMs += 1_000 / changesPerSecond) {
    await setTimeout(Math.max(0, dueMs - performance.now()));
    const { id } = required(products[(changed * 101) % products.length], 'a product');
    const { version } = await get<Resource>(world, `products/${id}`);
    const value = colours[(changed + version) % colours.length];
    const actions = [{ action: 'setAttributeInAllVariants', name: 'colour', value, staged: false }];
    await post(world, `products/${id}`, { version, actions });
    changed++;
  }
  return `${changed} products changed`;
};

const updatesPerSecond = 200;

const updateKeys = async (world: BenchWorld): Promise<LoadRequest[]> => {
  const { products } = await openShop(world);
  const versions = await createMany(Math.min(products.length, 2_000), at =>
    get<Resource>(world, `products/${required(products[at], 'a product').id}`),
  );
  return versions.map(({ id, version }) => ({
    method: 'POST',
    path: `/${world.projectKey}/products/${id}`,
    version,
    body: '{"version":@version@,"actions":[{"action":"setKey","key":"key-@unique@"}]}',
  }));
};

const lag: BenchCase = {
  name: 'product search: lag',
  description: `${updatesPerSecond} updates per second of products, 10 s; lag p99 at most 1 s`,
  data: shopData,
  seconds: 10,
  perSecond: updatesPerSecond,
  setup: async world => (await openShop(world)).remark,
  requests: updateKeys,
  observe: observeProductLag,
};

const discountValues = [1_000, 2_000];

const createDiscount = oncePer((world: BenchWorld) =>
  post(world, 'product-discounts', {
    name: { en: 'All' },
    value: { type: 'relative', permyriad: discountValues[0] },
    predicate: 'true',
    sortOrder: '0.5',
    isActive: true,
  }),
);

const discountOf = async (world: BenchWorld): Promise<Resource> =>
  get<Resource>(world, `product-discounts/${(await createDiscount(world)).id}`);

/** Changes a discount on all products, and waits until the index has all their prices. */
const changeDiscount = async (world: BenchWorld): Promise<string> => {
  const { version, id } = await discountOf(world);
  const { value } = await get<{ value: { permyriad: number } }>(world, `product-discounts/${id}`);
  const permyriad = discountValues.find(each => each !== value.permyriad);
  const startMs = performance.now();
  const actions = [{ action: 'changeValue', value: { type: 'relative', permyriad } }];
  await post(world, `product-discounts/${id}`, { version, actions });
  await waitForProductIndexer(world);
  const seconds = (performance.now() - startMs) / 1_000;
  return `${(await productIndexSize(world)).documents} products have the new discount after ${seconds.toFixed(0)} s`;
};

const readsPerSecond = 200;

/** A case of reads of prices at a steady rate, with and without a discount change that reaches all products. */
const readCase = (name: string, description: string, more: Partial<BenchCase>): BenchCase => ({
  name: `product search: ${name}`,
  description: `${readsPerSecond} projections with prices in a second, ${description}`,
  data: shopData,
  seconds: 20,
  perSecond: readsPerSecond,
  setup: async world => {
    await openShop(world);
    await discountOf(world);
    await waitForProductIndexer(world);
    return undefined;
  },
  requests: async world => {
    const { products } = await openShop(world);
    const path = (id: string) => `/${world.projectKey}/product-projections/${id}?priceCurrency=EUR`;
    return products.slice(0, 2_000).map(({ id }) => ({ method: 'GET', path: path(id) }));
  },
  ...more,
});

const pollMs = 50;

/** Renames an attribute that all products have; resolves to the seconds that the job takes, and then its index. */
const renameAttribute = async (
  world: BenchWorld,
  name: string,
  newName: string,
): Promise<readonly [number, number]> => {
  const { productTypeId } = await openShop(world);
  const { version } = await get<Resource>(world, `product-types/${productTypeId}`);
  const startMs = performance.now();
  const actions = [{ action: 'changeAttributeName', attributeName: name, newAttributeName: newName }];
  await post(world, `product-types/${productTypeId}`, { version, actions });
  const { store } = await world.services();
  while ((await listNotes(store, world.projectKey, definitionChanges)).length > 0) await setTimeout(pollMs);
  const rewritten = performance.now();
  await waitForProductIndexer(world);
  return [(rewritten - startMs) / 1_000, (performance.now() - startMs) / 1_000];
};

/** Renames the attribute, and back. */
const changeDefinition = async (world: BenchWorld): Promise<string> => {
  const used = (): number => (cpuMicros(world.server.pid) ?? Number.NaN) / (2 * options.products);
  const before = used();
  const [there, back] = [
    await renameAttribute(world, 'size', 'size-renamed'),
    await renameAttribute(world, 'size-renamed', 'size'),
  ];
  const times = [there, back].map(([job, index]) => `${job.toFixed(0)} s, indexed after ${index.toFixed(0)} s`);
  return (
    `${options.products} products rewritten in ${times.join('; back in ')}; ` +
    `node ${(used() - before).toFixed(0)} µs per product, with reads and index`
  );
};

export const productSearchCases: readonly BenchCase[] = [
  pageCase('category page', 'the first pages of all products', firstPages, {
    checkResult: checkCounts,
    p50OverReferenceMsMax: 2,
  }),
  pageCase('category page, changes', `the same while ${changesPerSecond} products change in a second`, firstPages, {
    runAlongside: changeColours,
    p50OverReferenceMsMax: 2,
  }),
  pageCase('category page, filtered', 'products of one brand with a variant of one colour', filteredPages, {
    p50OverReferenceMsMax: 2,
  }),
  pageCase('category page, first count', 'pages whose facets no other request has', firstPages, {
    requests: async world => {
      const { rootId } = await openShop(world);
      const path = `/${world.projectKey}/products/search`;
      const body = JSON.stringify(bodyOf(rootId, { filter: [], offset: 0 }, [uniqueCount]));
      return [{ method: 'POST', path, body }];
    },
  }),
  ...sortedPages,
  lag,
  readCase('prices', 'without a change', {}),
  readCase('prices, discount change', 'while a discount changes that all products have', {
    runAlongside: changeDiscount,
  }),
  readCase('prices, definition change', 'while an attribute gets another name that all products have', {
    runAlongside: changeDefinition,
  }),
];
