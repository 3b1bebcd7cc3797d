/** Category pages of product search against the same commands of RediSearch, and against peers. */
import { setTimeout } from 'node:timers/promises';
import { required } from '../../src/base/errors/ApiError.js';
import { options } from '../options.js';
import { type PeerPage, pathOf } from '../peers/PeerPage.js';
import { bareFacetCalls } from '../search/bareFacetCalls.js';
import { openShop } from '../search/openShop.js';
import {
  brands,
  colours,
  materials,
  pageSize,
  priceSteps,
  type ShopPage,
  shopProduct,
} from '../search/shopProducts.js';
import type { BenchWorld, CaseData } from '../world/BenchWorld.js';
import { get, post, type Resource } from '../world/prepare.js';
import { type BenchCase, emptyData } from './BenchCase.js';

/** The cases change only the colours and keys of its products. */
export const shopData: CaseData = { ...emptyData, sharedAs: 'shop' };

const attribute = (name: string, fieldType: string) => ({ field: `variants.attributes.${name}`, fieldType });

const facets = [
  { distinct: { name: 'brand', ...attribute('brand', 'text'), limit: 200 } },
  { distinct: { name: 'colour', ...attribute('colour', 'text') } },
  { distinct: { name: 'size', ...attribute('size', 'number'), limit: 20 } },
  {
    ranges: {
      name: 'price',
      field: 'variants.prices.centAmount',
      ranges: [...priceSteps, undefined].map((to, at) => ({ from: priceSteps[at - 1] ?? 0, to })),
    },
  },
  { distinct: { name: 'stock', field: 'variants.availability.isOnStock' } },
];

const queryOf = (rootId: string, { filter, word }: ShopPage) => {
  const filters = {
    filter: [
      { exact: { field: 'categoriesSubTree', value: rootId } },
      ...filter.map(([name, value]) => ({ exact: { ...attribute(name, 'text'), value } })),
    ],
  };
  if (word === undefined) return filters;
  return { and: [{ fullText: { field: 'description', language: 'en', value: word } }, filters] };
};

const bodyOf = (rootId: string, page: ShopPage, more: readonly object[] = []) => ({
  query: queryOf(rootId, page),
  facets: [...facets, ...more],
  offset: page.offset,
  limit: pageSize,
  productProjectionParameters: {},
});

interface Answer {
  readonly total: number;
  readonly facets: readonly {
    readonly name: keyof PeerPage['facets'];
    readonly buckets: readonly { readonly key: string; readonly count: number }[];
  }[];
  readonly results: readonly unknown[];
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

const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : 1);

/** Returns the parts of a page that a peer must have as well: how many products match, are shown, and have a value. */
const partsOf = ({ total, facets: counts, products }: PeerPage, isCompared: (facet: string) => boolean): string[] => {
  const compared = Object.entries(counts).filter(([name]) => isCompared(name));
  const parts = compared.map(([name, values]) => {
    // A product without an entry of stock has no value here, and the peers say false.
    const listed = Object.entries(values).filter(([value]) => name !== 'stock' || value === 'true');
    const texts = listed.map(([value, count]) => `${value}: ${count}`);
    return `${name} ${texts.toSorted(byCodeUnits).join(', ')}`;
  });
  return [`${total} products`, `${products.length} on the page`, ...parts.toSorted(byCodeUnits)];
};

const asPeerPage = ({ total, facets: found, results }: Answer): PeerPage => {
  const counts = found.map(({ name, buckets }) => {
    const shown = buckets.map(({ key, count }, at) => [name === 'price' ? String(at) : key, count] as const);
    return [name, Object.fromEntries(shown.filter(([, count]) => count > 0))] as const;
  });
  return { total, facets: Object.fromEntries(counts) as unknown as PeerPage['facets'], products: results };
};

/** Compares the first page of a case with that of a peer, so that both are known to do the same work. */
const findDifference =
  (page: ShopPage): NonNullable<BenchCase['peers']>['findDifference'] =>
  async (world, address) => {
    // Of products that a filter selects, the server counts the values of matching variants, the peers those of all.
    const isCompared = (facet: string): boolean => page.filter.length === 0 || facet === 'brand';
    const ours = partsOf(asPeerPage(await searchPage(world, page)), isCompared);
    const theirs = partsOf((await (await fetch(`${address}${pathOf(page)}`)).json()) as PeerPage, isCompared);
    const at = ours.findIndex((part, number) => part !== theirs[number]);
    return at < 0 ? undefined : `has ${theirs[at]} instead of ${ours[at]}`;
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
  peers: {
    requests: pages.map(page => ({ method: 'GET', path: pathOf(page) })),
    findDifference: findDifference(required(pages[0], 'a page')),
  },
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

const wordPages = materials.map((word): ShopPage => ({ filter: [], word, offset: 0 }));

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

export const categoryPageCases: readonly BenchCase[] = [
  pageCase('category page', 'the first pages of all products', firstPages, {
    checkResult: checkCounts,
    p50OverReferenceMsMax: 2,
  }),
  pageCase('category page, changes', `the same while ${changesPerSecond} products change in a second`, firstPages, {
    runAlongside: changeColours,
    // The products of the peers do not change.
    peers: undefined,
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
  pageCase('category page, full text', 'products with a word in their description', wordPages, {}),
];
