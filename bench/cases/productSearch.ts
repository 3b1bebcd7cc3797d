/** Pages of products by name, the lag of the index of product search, and prices while all products change. */
import { setTimeout } from 'node:timers/promises';
import { required } from '../../src/base/errors/ApiError.js';
import { definitionChanges, listNotes } from '../../src/jobs/notedJobs.js';
import type { LoadRequest } from '../load/runLoad.js';
import { cpuMicros } from '../measure/counters.js';
import { options } from '../options.js';
import { observeProductLag, productIndexSize, waitForProductIndexer } from '../search/indexing.js';
import { openShop } from '../search/openShop.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { createMany, get, oncePer, post, type Resource } from '../world/prepare.js';
import type { BenchCase } from './BenchCase.js';
import { categoryPageCases, shopData } from './categoryPages.js';

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
  ...categoryPageCases,
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
