import { serverRequest } from '../../../src/engine/ResourceRequest.js';
import { findProjectionPage } from '../../../src/search/searchProjections.js';
import { createGraphqlClient, storeMany } from '../../support/graphql.js';
import { rounds } from '../../support/rounds.js';
import { countedColumns } from '../../support/search/countedColumns.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';
import type { SampleProduct } from './oracle.js';
import { randomFacet, randomFilter, type SampleFilter, variantsMeeting } from './projectionFilters.js';
import { dataOf, inventoryOf, randomFrom, randomProduct } from './sampleProducts.js';

const count = 200;
const seed = Number(process.env.PRODUCT_SEARCH_SEED ?? 11);
const random = randomFrom(seed);
const api = await startProductSearch();

interface Stored {
  readonly current: SampleProduct;
  readonly staged: SampleProduct;
  readonly published: boolean;
}

const drafts = Array.from({ length: count }, (_, at) => {
  const current = randomProduct(random, at);
  // One of three has staged changes, one of five is not published.
  const staged = random.next(3) === 0 ? { ...randomProduct(random, at), key: current.key } : current;
  return { current, staged, published: random.next(5) > 0 };
});
/** The end of the validity of some prices. */
const priceEnd = '2026-06-01T00:00:00.000Z';

/** Limits the validity of prices in turn: from a time, until it, or not at all. */
const withValidity = (data: ReturnType<typeof dataOf>) => {
  const ofVariant = ({ prices, ...variant }: (typeof data)['masterVariant'] & object) => ({
    ...variant,
    prices: prices.map((price, at) => ({
      ...price,
      ...[{ validUntil: priceEnd }, { validFrom: priceEnd }, {}][at % 3],
    })),
  });
  return { ...data, masterVariant: ofVariant(data.masterVariant!), variants: data.variants.map(ofVariant) };
};
const ids = await api.stored(
  drafts.map(({ current, staged, published }, at) => {
    const [data, stagedData] = [withValidity(dataOf(current, at)), withValidity(dataOf(staged, at))];
    const hasStagedChanges = staged !== current;
    return {
      data,
      members: { key: current.key, masterData: { published, current: data, staged: stagedData, hasStagedChanges } },
    };
  }),
);
const products: readonly Stored[] = drafts.map(({ current, staged, published }, at) => ({
  current: { ...current, id: ids[at]! },
  staged: { ...staged, id: ids[at]! },
  published,
}));
await storeMany(
  api.quayside,
  api.projectKey,
  'inventory-entry',
  inventoryOf(drafts.flatMap(({ current, staged }) => [current, staged])),
);
await api.activate();

interface Answer {
  readonly total: number;
  readonly results: readonly {
    readonly id: string;
    readonly masterVariant: { readonly id: number; readonly isMatchingVariant?: boolean };
    readonly variants: readonly { readonly id: number; readonly isMatchingVariant?: boolean }[];
  }[];
  readonly facets?: Readonly<Record<string, { readonly terms?: readonly { readonly term: unknown }[] }>>;
}

const filters = (max: number): SampleFilter[] =>
  Array.from({ length: random.next(max + 1) }, () => randomFilter(random));

/** Sorts terms with equal counts, which come in any order. */
const sorted = (facet: NonNullable<Answer['facets']>[string] | undefined) =>
  facet?.terms === undefined
    ? facet
    : { ...facet, terms: [...facet.terms].sort((one, other) => (String(one.term) < String(other.term) ? -1 : 1)) };

test('filters, facets and marks of generated searches of projections equal a plain evaluation', async t => {
  for (let round = 0; round < rounds(300); round++) {
    const [byQuery, ofResults, ofFacets] = [filters(3), filters(2), filters(2)];
    const facet = randomFacet(random);
    const isStaged = random.next(3) === 0;
    const parameters = new URLSearchParams(<[string, string][]>[
      ...byQuery.map(({ text }) => ['filter.query', text]),
      ...ofResults.map(({ text }) => ['filter', text]),
      ...ofFacets.map(({ text }) => ['filter.facets', text]),
      ['facet', facet.text],
      ['staged', String(isStaged)],
      ['markMatchingVariants', 'true'],
      ['limit', '500'],
    ]);
    const searched = products
      .filter(({ published }) => isStaged || published)
      .map(product => product[isStaged ? 'staged' : 'current']);
    const expected = new Map(
      searched.flatMap(product => {
        const first = variantsMeeting(byQuery, product);
        const matching = variantsMeeting(ofResults, product).filter(variant => first.includes(variant));
        return matching.length === 0 ? [] : [[product.id, matching.map(({ id }) => id)] as const];
      }),
    );
    const others = ofFacets.filter(({ path }) => path !== facet.path);
    const counted = searched.flatMap(product => {
      const first = variantsMeeting(byQuery, product);
      const variants = variantsMeeting(others, product).filter(variant => first.includes(variant));
      return variants.length === 0 ? [] : [[product, variants] as const];
    });
    const shown = `seed ${seed}: ${decodeURIComponent(parameters.toString())}`;
    const { status, json, text } = await api.http.send(
      'GET',
      `${api.base}/product-projections/search?${parameters.toString()}`,
    );
    if (status !== 200) return t.fail(`${shown}: ${text}`);
    const answer = json as Answer;
    t.equal(answer.total, expected.size, shown);
    const found = new Map(
      answer.results.map(({ id, masterVariant, variants }) => [
        id,
        [masterVariant, ...variants].flatMap(each => (each.isMatchingVariant === true ? [each.id] : [])),
      ]),
    );
    t.same(found, expected, shown);
    t.same(sorted(answer.facets?.found), facet.expected(counted), shown);
    if (!t.passing()) return;
  }
});

const { services } = api.quayside;
const columns = countedColumns(services);

/** Answers a search by columns as far as they are read, or by contents; `date` is that of the prices. */
const answer = async (parameters: readonly (readonly string[])[], options: { isByColumns: boolean; date?: string }) => {
  const query = new URLSearchParams(parameters as [string, string][]);
  const asked = options.isByColumns ? columns.with : columns.without;
  const request = serverRequest(services.engine, api.projectKey, 'product', { query });
  const { total, projections, facets } = await findProjectionPage(asked, request, options.date);
  return { total, ids: projections.map(({ id }) => id), facets };
};

const buyers = [
  [],
  [['priceCurrency', 'EUR']],
  [
    ['priceCurrency', 'USD'],
    ['priceCountry', 'US'],
  ],
] as const;
const scopedFilters = [
  'variants.scopedPrice.value.centAmount:range (200 to 500)',
  'variants.scopedPrice.country:"US"',
  'variants.scopedPrice:missing',
];
const scopedFacets = [
  'variants.scopedPrice.value.centAmount:range (* to 300), (300 to *) as scoped counting products',
  'variants.scopedPrice.value.centAmount as scoped',
  'variants.scopedPrice.country:exists as scoped counting products',
];
const sorts = ['score desc', 'createdAt asc', 'name.en asc', 'price desc', 'variants.scopedPrice.value.centAmount asc'];

/** Within a period of the random prices, at its end, and behind it. */
const dates = ['2026-03-01T00:00:00.000Z', priceEnd, '2026-09-01T00:00:00.000Z'];

const randomParameters = () => {
  const { next, pick } = random;
  return [
    ...filters(2).map(({ text }) => ['filter.query', text]),
    ...filters(1).map(({ text }) => ['filter', text]),
    ...filters(1).map(({ text }) => ['filter.facets', text]),
    ...(next(3) === 0 ? [['text.en', pick(['red', 'chair', 'blue chair'])]] : []),
    ...(next(2) === 0 ? [['facet', randomFacet(random).text]] : []),
    ['facet', pick(scopedFacets)],
    ...(next(2) === 0 ? [[pick(['filter', 'filter.query', 'filter.facets']), pick(scopedFilters)]] : []),
    ...pick(buyers),
    ['staged', String(next(2) === 0)],
    ...(next(3) === 0 ? [] : [['sort', pick(sorts)]]),
    ['limit', '20'],
  ];
};

test('columns of current and staged data give the answers of contents, for each buyer and date', async t => {
  for (const staged of ['true', 'false']) {
    const before = columns.answered();
    await waitUntil(async () => {
      await answer(
        [
          ['staged', staged],
          ['facet', 'key as keys'],
        ],
        { isByColumns: true },
      );
      return columns.answered() > before;
    });
  }
  const total = rounds(300);
  for (let round = 0; round < total; round++) {
    const [parameters, date] = [randomParameters(), random.pick(dates)];
    const expected = await answer(parameters, { isByColumns: false, date });
    t.same(
      await answer(parameters, { isByColumns: true, date }),
      expected,
      `seed ${seed}: ${date} ${parameters.join('&')}`,
    );
    if (!t.passing()) return;
  }
  t.ok(columns.answered() > (9 * total) / 10, `columns answered ${columns.answered()} of ${total}`);
});

test('a page has 20 results by default, and 10 over GraphQL; a filter has up to 500 values', async t => {
  const send = async (...parameters: readonly [string, string][]) =>
    api.http.send('GET', `${api.base}/product-projections/search?${new URLSearchParams([...parameters]).toString()}`);
  t.equal(((await send()).json as Answer).results.length, 20);
  const ask = createGraphqlClient(api.quayside, api.credentials, await api.quayside.token(api.credentials));
  const { data } = await ask('{ productProjectionSearch { results { id } } }');
  t.equal(data.productProjectionSearch.results.length, 10);
  const values = (length: number): string => `key:${Array.from({ length }, (_, at) => `"product-${at}"`).join(',')}`;
  const published = products.filter(product => product.published).length;
  t.equal(((await send(['filter', values(500)], ['limit', '0'])).json as Answer).total, published);
  t.match((await send(['filter', values(501)])).json, { message: /expected at most 500 values/ });
});
