/** Orama as a peer: an index of full text, values and sorting in the memory of one Node process. */
import { pageSize } from '../search/shopProducts.js';
import { documents, loadPackage, servePages } from './servePages.js';
import type { PeerPage } from './PeerPage.js';

interface Found {
  readonly count: number;
  readonly hits: readonly { readonly document: unknown }[];
  readonly facets: Readonly<Record<keyof PeerPage['facets'], { readonly values: Readonly<Record<string, number>> }>>;
}

interface Orama {
  readonly create: (options: object) => object;
  readonly insertMultiple: (index: object, items: readonly object[], batchSize: number) => Promise<unknown>;
  readonly search: (index: object, options: object) => Found | Promise<Found>;
}

const { create, insertMultiple, search } = loadPackage('@orama/orama') as Orama;

const index = create({
  schema: {
    name: 'string',
    description: 'string',
    created: 'number',
    brand: 'enum',
    colour: 'enum[]',
    size: 'enum[]',
    price: 'enum[]',
    stock: 'enum[]',
  },
});
const batchSize = 1_000;
await insertMultiple(index, documents(), batchSize);

servePages(async ({ filter, word, offset }) => {
  const { count, hits, facets } = await search(index, {
    // With properties and without a word it would look through all texts.
    ...(word === undefined ? { term: '' } : { term: word, properties: ['name', 'description'] }),
    where: Object.fromEntries(
      filter.map(([name, value]) => [name, name === 'brand' ? { eq: value } : { containsAll: [value] }]),
    ),
    facets: { brand: {}, colour: {}, size: {}, price: {}, stock: {} },
    sortBy: { property: 'created', order: 'DESC' },
    limit: pageSize,
    offset,
  });
  const { brand, colour, size, price, stock } = facets;
  return {
    total: count,
    facets: {
      brand: brand.values,
      colour: colour.values,
      size: size.values,
      price: price.values,
      stock: stock.values,
    },
    products: hits.map(({ document }) => document),
  };
});
