/**
 * Filters, facets and sort keys as the SDKs of the hosted API render them (expressions.tsv: parameters, results, SDKs
 * that render them), each sent as GET, as POST and over GraphQL.
 */
import { readFileSync } from 'node:fs';
import { createGraphqlClient } from '../../support/graphql.js';
import { changeProject } from '../../support/resourceApi.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { createExpressionCatalogue } from './expressionCatalogue.js';

const api = await startProductSearch();
await changeProject(api.quayside, api.credentials, { action: 'changeLanguages', languages: ['en', 'de', 'de-AT'] });
const catalogue = await createExpressionCatalogue(api);
await api.activate();

type Parameters = readonly (readonly [name: string, value: string])[];
interface Row {
  readonly shown: string;
  readonly parameters: Parameters;
  readonly gives: string;
}

/** Replaces `{chairs}` by the id of a resource of the catalogue. */
const withIds = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => catalogue[name]!.id);

const rows: readonly Row[] = readFileSync('test/search/products/expressions.tsv', 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => {
    const [shown = '', gives = ''] = line.split('\t');
    const parameters = shown.split(' & ').map(each => {
      const at = each.indexOf('=');
      return [each.slice(0, at), withIds(each.slice(at + 1))] as const;
    });
    return { shown, parameters, gives };
  });

interface Term {
  readonly term: unknown;
  readonly count: number;
  readonly productCount?: number | null;
}
interface FacetValue {
  readonly terms?: readonly Term[];
  readonly missing?: number;
  readonly ranges?: readonly { readonly count: number; readonly min: number; readonly max: number }[];
  readonly count?: number;
  readonly productCount?: number | null;
}
interface SearchOutcome {
  readonly slugs: readonly string[];
  readonly facets: Readonly<Record<string, FacetValue>>;
}

const nameOf = (term: unknown): string => {
  const known = Object.entries(catalogue).find(([, { id }]) => id === term);
  return known === undefined ? String(term) : `{${known[0]}}`;
};

const describeFacet = ({ terms, missing, ranges, count, productCount }: FacetValue): string => {
  const products = (value: number | null | undefined): string => (typeof value === 'number' ? `/${value}` : '');
  if (ranges !== undefined) return ranges.map(each => `${each.count}:${each.min}-${each.max}`).join(' ');
  if (terms === undefined) return `${count}${products(productCount)}`;
  const counted = terms.map(term => `${nameOf(term.term)}=${term.count}${products(term.productCount)}`).sort();
  return [...counted, `missing=${missing}`].join(' ');
};

/** Describes the result of a row: the slugs, in their order if the row sorts them, or each facet of the row. */
const describe = ({ shown: expression, parameters }: Row, { slugs, facets }: SearchOutcome): string => {
  const has = (wanted: string): boolean => parameters.some(([name]) => name === wanted);
  if (has('facet'))
    return Object.entries(facets)
      .map(([name, facet]) => (expression.includes(' as ') ? `${name}: ` : '') + describeFacet(facet))
      .join('; ');
  const shown = has('sort') ? slugs : [...slugs].sort();
  return shown.length === 0 ? '-' : shown.join(' ');
};

interface Answer {
  readonly results: readonly { readonly slug: { readonly en: string } }[];
  readonly facets?: Readonly<Record<string, FacetValue>>;
}
const foundIn = ({ status, text, json }: Awaited<ReturnType<typeof api.http.send>>): SearchOutcome => {
  if (status !== 200) throw new Error(text);
  const { results, facets = {} } = json as Answer;
  return { slugs: results.map(({ slug }) => slug.en), facets };
};

const formOf = (parameters: Parameters): string =>
  new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();
const searchPath = `${api.base}/product-projections/search`;
const byGet = async (parameters: Parameters): Promise<SearchOutcome> =>
  foundIn(await api.http.send('GET', `${searchPath}?${formOf(parameters)}`));
const byPost = async (parameters: Parameters): Promise<SearchOutcome> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return foundIn(await api.http.send('POST', searchPath, { headers, body: formOf(parameters) }));
};

const ask = createGraphqlClient(api.quayside, api.credentials, await api.quayside.token(api.credentials));
const document = `query ($queryFilters: [SearchFilterInput!], $filters: [SearchFilterInput!],
  $facetFilters: [SearchFilterInput!],
  $facets: [SearchFacetInput!], $sorts: [String!], $priceSelector: PriceSelectorInput, $text: String, $locale: Locale,
  $fuzzy: Boolean, $staged: Boolean) {
  productProjectionSearch(queryFilters: $queryFilters, filters: $filters, facetFilters: $facetFilters, facets: $facets,
    sorts: $sorts, priceSelector: $priceSelector, text: $text, locale: $locale, fuzzy: $fuzzy, staged: $staged) {
    results { slug(locale: "en") }
    facets { facet value {
      ... on TermsFacetResult { missing terms { term count productCount } }
      ... on RangeFacetResult { ranges { ... on RangeCountDouble { count min max } } }
      ... on ValueFacetResult { count productCount }
    } }
  }
}`;

const variablesOf = (parameters: Parameters): object => {
  const all = (wanted: string): string[] => parameters.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const strings = (wanted: string): object[] => all(wanted).map(string => ({ string }));
  const [[currency], [country], [group], [channel]] = [
    all('priceCurrency'),
    all('priceCountry'),
    all('priceCustomerGroup'),
    all('priceChannel'),
  ];
  const [language, text] = parameters.find(([name]) => name.startsWith('text.')) ?? [];
  return {
    queryFilters: strings('filter.query'),
    filters: strings('filter'),
    facetFilters: strings('filter.facets'),
    facets: strings('facet'),
    sorts: all('sort'),
    ...(text !== undefined && { text, locale: language?.slice('text.'.length) }),
    ...(all('fuzzy').length > 0 && { fuzzy: true }),
    ...(currency !== undefined && {
      priceSelector: {
        currency,
        country,
        ...(group !== undefined && { customerGroup: { typeId: 'customer-group', id: group } }),
        ...(channel !== undefined && { channel: { typeId: 'channel', id: channel } }),
      },
    }),
  };
};

const byGraphql = async (parameters: Parameters): Promise<SearchOutcome> => {
  const { data, errors } = await ask(document, variablesOf(parameters));
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  const { results, facets } = data.productProjectionSearch as {
    readonly results: readonly { readonly slug: string }[];
    readonly facets: readonly { readonly facet: string; readonly value: FacetValue }[];
  };
  return {
    slugs: results.map(({ slug }) => slug),
    facets: Object.fromEntries(facets.map(({ facet, value }) => [facet, value])),
  };
};

const rowsAtOnce = 20;

for (const [way, send] of [
  ['GET', byGet],
  ['POST', byPost],
  ['GraphQL', byGraphql],
] as const)
  test(`${way} finds, counts and sorts by all expressions that SDKs render`, async t => {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = rows.slice(at, at + rowsAtOnce);
      const given = await Promise.all(
        some.map(row => send(row.parameters).then(found => describe(row, found), String)),
      );
      some.forEach(({ shown, gives }, index) => t.equal(given[index], gives, shown));
    }
  });

const attribute = (name: string): string => `variants.attributes.${name}`;
const value = (path: string, ...values: readonly string[]) => ({ value: { path, values } });
const range = (path: string, from: string, to: string) => ({ range: { path, ranges: [{ from, to }] } });
const tree = (rootValues: readonly string[], subTreeValues: readonly string[]) => ({
  tree: { path: 'categories.id', rootValues, subTreeValues },
});

/** Filters as objects; their values are texts, also for other types of fields. */
const models: readonly (readonly [model: object, slugs: string])[] = [
  [value('variants.sku', '1001', 'CHAIR-2'), 'chair stool'],
  [value(attribute('length'), '40', '-2'), 'chair stool'],
  [value(attribute('handmade'), 'true'), 'chair'],
  [value(attribute('colour'), 'blue "sky"'), 'stool'],
  [value(attribute('colour'), '"green"'), 'chair'],
  [value(attribute('expires'), '2022-03-21'), 'chair'],
  [value(attribute('origin.key'), 'fr'), 'table'],
  [value('variants.scopedPriceDiscounted', 'true'), 'table'],
  [range('variants.scopedPrice.value.centAmount', '0', '1000000000000'), 'chair stool table'],
  [range('variants.scopedPrice.currentValue.centAmount', '*', '2250'), 'stool table'],
  [range(attribute('made'), '2015-01-01T00:00:00.000Z', '*'), 'chair'],
  [tree([], [catalogue.chairs!.id]), 'chair stool table'],
  [tree([catalogue.furniture!.id], [catalogue.stools!.id]), 'stool table'],
  [tree([], ['*']), 'chair stool table'],
  [{ missing: { path: 'variants.prices' } }, 'lamp'],
  [{ exists: { path: 'variants.scopedPrice.discounted' } }, 'table'],
];

test('GraphQL takes filters as objects', async t => {
  for (const [model, slugs] of models) {
    const { data, errors } = await ask(document, { filters: [{ model }], priceSelector: { currency: 'EUR' } });
    t.same(errors, undefined, JSON.stringify(model));
    const found = data.productProjectionSearch.results.map(({ slug }: { slug: string }) => slug) as string[];
    t.equal(found.sort().join(' '), slugs, JSON.stringify(model));
  }
});
