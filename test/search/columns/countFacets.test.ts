/** Facets are counted in three ways: by lists of codes, by bits of few buckets, and unit by unit. */
import { countedFacet } from '../../../src/search/columns/facets.js';
import { DocumentColumns } from '../../../src/search/columns/DocumentColumns.js';
import { columnNeedsOf, searchColumns } from '../../../src/search/columns/searchColumns.js';
import { contentOf, packContent } from '../../../src/search/document/contentOf.js';
import { amongPublished, variantRows } from '../../../src/search/productResults.js';
import { parseProductSearch } from '../../../src/search/query/parseProductSearch.js';
import { searchedProduct } from '../../../src/search/types/product/product.js';
import { test } from '../../support/tap.js';

const { table, dialect } = searchedProduct;
const context = { resolve: () => undefined, languages: new Set(['en']) };

/** More documents than there may be lists of codes that are all different. */
const productsCount = 6_000;
const valuesCounts = { few: 5, some: 40, many: 100_000 };
const names = ['few', 'some', 'many'] as const;

/** The variants of a product, from none to three, each with a number for each name; some have none. */
const variantsOf = (product: number) =>
  Array.from({ length: product % 4 }, (_, at) => ({
    id: at + 1,
    values: names.map(name =>
      (product + at) % 6 === 0 ? undefined : ((product * 7 + at * (1 + (product % 3))) * 13) % valuesCounts[name],
    ),
  }));

const columns = new DocumentColumns(table, variantRows);
for (let product = 0; product < productsCount; product++) {
  const variants = variantsOf(product).map(({ id, values }) => ({
    id,
    attributes: Object.fromEntries(
      names.flatMap((name, at) => (values[at] === undefined ? [] : [[`number ${name}`, values[at]]])),
    ),
  }));
  const id = String(product);
  const content = contentOf(table, { id, published: true, createdAt: '2026-01-01T00:00:00.000Z', variants }, context);
  columns.put(id, packContent(content));
}

const search = (body: Record<string, unknown>) => {
  const { query, facets } = parseProductSearch(dialect, body);
  const request = { query: amongPublished(query), facets: facets.map(countedFacet), sort: [], offset: 0, limit: 0 };
  const needs = columnNeedsOf(variantRows, request);
  for (const _ of columns.prepare(needs?.fields ?? [])) continue;
  const { results } = searchColumns({ columns, rows: variantRows, found: new Map() }, request);
  return {
    results: results as readonly { readonly buckets?: readonly { readonly key: string; readonly count: number }[] }[],
  };
};

/** Counts the values of the variants that pass, each once for a variant or for a product. */
const expected = (at: number, level: string, passes: (few: number | undefined) => boolean): Record<string, number> => {
  const counts: Record<string, number> = {};
  const add = (values: readonly (number | undefined)[]): void => {
    const known = values.filter(value => value !== undefined);
    for (const value of known.length === 0 ? ['none'] : new Set(known)) counts[value] = (counts[value] ?? 0) + 1;
  };
  for (let product = 0; product < productsCount; product++) {
    const counted = variantsOf(product).filter(({ values: [few] }) => passes(few));
    if (level === 'variants') for (const { values } of counted) add([values[at]]);
    else if (counted.length > 0 || (product % 4 === 0 && passes(undefined)))
      add(counted.map(({ values }) => values[at]));
  }
  return counts;
};

const fieldOf = (name: string) => ({ field: `variants.attributes.${name}`, fieldType: 'number' });

const fewIsOne = { exact: { ...fieldOf('few'), value: 1 } };

test('counts each value once for a product or variant, however many distinct values there are', t => {
  for (const [at, name] of names.entries())
    for (const level of ['products', 'variants'])
      for (const [query, passes] of [
        [undefined, () => true],
        [fewIsOne, (few: number | undefined) => few === 1],
      ] as const) {
        const facet = { name: 'facet', ...fieldOf(name), level, missing: 'none', limit: 200 };
        const [result] = search({ query, facets: [{ distinct: facet }] }).results;
        const counts = Object.entries(expected(at, level, passes)).sort(
          ([one, first], [other, second]) => second - first || (one < other ? -1 : 1),
        );
        const buckets = result?.buckets ?? [];
        t.same(
          buckets.map(({ count }) => count),
          counts.slice(0, 200).map(([, count]) => count),
          `${name}, ${level}, ${JSON.stringify(query)}`,
        );
        const shown = buckets.map(({ key, count }) => [key, count]);
        if (counts.length <= 200) t.same(Object.fromEntries(shown), Object.fromEntries(counts));
      }
  t.end();
});

test('counts ranges and statistics of the same values', t => {
  for (const [at, name] of names.entries())
    for (const level of ['products', 'variants']) {
      const bound = valuesCounts[name] / 2;
      const ranges = [
        { key: 'low', to: bound },
        { key: 'high', from: bound },
      ];
      const { results } = search({
        query: undefined,
        facets: [
          { ranges: { name: 'ranges', ...fieldOf(name), level, ranges } },
          { stats: { name: 'stats', ...fieldOf(name), level } },
        ],
      });
      const all = Array.from({ length: productsCount }, (_, product) =>
        variantsOf(product).flatMap(({ values }) => values[at] ?? []),
      );
      const units = level === 'variants' ? all.flat().map(value => [value]) : all;
      const count = (isInside: (value: number) => boolean): number => units.filter(unit => unit.some(isInside)).length;
      const values = all.flat();
      const sum = values.reduce((total, value) => total + value, 0);
      t.same(
        results,
        [
          {
            name: 'ranges',
            buckets: [
              { key: 'low', count: count(value => value < bound) },
              { key: 'high', count: count(value => value >= bound) },
            ],
          },
          {
            name: 'stats',
            min: Math.min(...values),
            max: Math.max(...values),
            mean: sum / values.length,
            sum,
            count: values.length,
          },
        ],
        `${name}, ${level}`,
      );
    }
  t.end();
});
