/** ItemsJS as a peer: products and a set of them for each value of a facet in the memory of one Node process. */
import { pageSize } from '../search/shopProducts.js';
import { documents, loadPackage, servePages } from './servePages.js';
import type { PeerPage } from './PeerPage.js';

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}

interface Engine {
  readonly search: (options: object) => {
    readonly data: {
      readonly items: readonly unknown[];
      readonly aggregations: Readonly<Record<keyof PeerPage['facets'], { readonly buckets: readonly Bucket[] }>>;
    };
    readonly pagination: { readonly total: number };
  };
}

const itemsJs = loadPackage('itemsjs') as (items: readonly object[], configuration: object) => Engine;

const valuesMax = 200;
const facet = { size: valuesMax, conjunction: true, hide_zero_doc_count: true };

const engine = itemsJs(documents(), {
  aggregations: { brand: facet, colour: facet, size: facet, price: facet, stock: facet },
  sortings: { newest: { field: 'created', order: 'desc' } },
  searchableFields: ['name', 'description'],
});

const countsOf = ({ buckets }: { readonly buckets: readonly Bucket[] }): Record<string, number> =>
  Object.fromEntries(buckets.map(({ key, doc_count: count }) => [key, count]));

servePages(({ filter, word, offset }) => {
  const { data, pagination } = engine.search({
    query: word,
    filters: Object.fromEntries(filter.map(([name, value]) => [name, [value]])),
    sort: 'newest',
    per_page: pageSize,
    page: 1 + offset / pageSize,
  });
  const { brand, colour, size, price, stock } = data.aggregations;
  return {
    total: pagination.total,
    facets: {
      brand: countsOf(brand),
      colour: countsOf(colour),
      size: countsOf(size),
      price: countsOf(price),
      stock: countsOf(stock),
    },
    products: data.items,
  };
});
