/** Counts the facets of product searches a second time, from the products that the API shows. */
import type { Shown } from './kinds.js';

interface Variant {
  readonly prices: readonly { readonly value: { readonly centAmount: number } }[];
}
interface Data {
  readonly categories: readonly { readonly id: string }[];
  readonly masterVariant: Variant;
  readonly variants: readonly Variant[];
}

/** Found and expected results of the searches, line by line. */
export type Comparison = readonly [name: string, found: string, expected: string];

/** Sends a request to one process, and returns the body of its response. */
export type Send = (method: string, path: string, body?: object) => Promise<unknown>;

const currentOf = ({ masterData }: Shown): Data => (masterData as { readonly current: Data }).current;
const categoriesOf = (product: Shown): string[] => currentOf(product).categories.map(({ id }) => id);
const amountsOf = ({ prices }: Variant): number[] => prices.map(({ value }) => value.centAmount);
/** Returns the prices of each variant. */
const variantAmounts = (product: Shown): number[][] => {
  const { masterVariant, variants } = currentOf(product);
  return [masterVariant, ...variants].map(amountsOf);
};

/** Writes the counts of values, which no facet puts in an order of its own. */
const countsText = (counts: Iterable<readonly [value: unknown, count: number]>): string =>
  Array.from(counts, ([value, count]) => `${String(value)}: ${count}`)
    .sort()
    .join(', ');

/** Counts each value once for each item that has it. */
const countedText = (items: readonly (readonly unknown[])[]): string => {
  const counts = new Map<unknown, number>();
  for (const value of items.flatMap(values => [...new Set(values)])) counts.set(value, (counts.get(value) ?? 0) + 1);
  return countsText(counts);
};

const distinct = (name: string, field: string) => ({ distinct: { name, field, limit: 100 } });

const searchBody = {
  limit: 0,
  facets: [
    { count: { name: 'all' } },
    distinct('categories', 'categories'),
    distinct('prices', 'variants.prices.centAmount'),
  ],
};

interface FoundFacet {
  readonly name: string;
  readonly value?: number;
  readonly buckets?: readonly { readonly key: string; readonly count: number }[];
}

const facetText = ({ value, buckets }: FoundFacet): string =>
  buckets === undefined ? String(value) : countsText(buckets.map(({ key, count }) => [key, count] as const));

interface Terms {
  readonly terms: readonly { readonly term: unknown; readonly count: number }[];
}

/** Compares the counts of both searches with those of the published products. */
export const compareFacets = async (send: Send, published: readonly Shown[]): Promise<Comparison[]> => {
  const { facets } = (await send('POST', 'products/search', searchBody)) as { readonly facets: readonly FoundFacet[] };
  const paths = ['categories.id', 'variants.price.centAmount'];
  const query = `limit=0&${paths.map(path => `facet=${path}`).join('&')}`;
  const older = (await send('GET', `product-projections/search?${query}`)) as {
    readonly total: number;
    readonly facets: Readonly<Record<string, Terms>>;
  };
  const olderText = (path: string): string =>
    countsText(older.facets[path]!.terms.map(({ term, count }) => [term, count] as const));
  const count = String(published.length);
  const categories = countedText(published.map(categoriesOf));
  const expected: Readonly<Record<string, string>> = {
    all: count,
    categories,
    prices: countedText(published.map(product => variantAmounts(product).flat())),
  };
  return [
    ...facets.map((facet): Comparison => [`facet ${facet.name}`, facetText(facet), expected[facet.name]!]),
    ['total of projections', String(older.total), count],
    ['facet of categories of projections', olderText('categories.id'), categories],
    // This facet counts variants.
    ['facet of prices of projections', olderText(paths[1]!), countedText(published.flatMap(variantAmounts))],
  ];
};
