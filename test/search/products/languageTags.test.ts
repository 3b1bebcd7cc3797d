/** Searches name languages in any spelling, and find the same as in the canonical one (GEN040). */
import { createGraphqlClient } from '../../support/graphql.js';
import { changeProject } from '../../support/resourceApi.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';

const api = await startProductSearch();
await changeProject(api.quayside, api.credentials, { action: 'changeLanguages', languages: ['EN', 'de-at'] });
const productType = { typeId: 'product-type', id: api.productType.id };
const product = (key: string, name: object, label: object, keyword: string) =>
  api.create({
    productType,
    key,
    name,
    slug: { EN: key },
    searchKeywords: { 'DE-at': [{ text: keyword }] },
    masterVariant: { attributes: [{ name: 'label', value: label }] },
    publish: true,
  });
const chair = await product('chair', { EN: 'Oak chair', 'DE-at': 'Sessel' }, { EN: 'red', 'DE-at': 'rot' }, 'Stuhl');
const table = await product('table', { en: 'Table', 'de-AT': 'Tisch' }, { en: 'blue', 'de-AT': 'blau' }, 'Tafel');
await api.activate();

const get = async (path: string, parameters: Readonly<Record<string, string>>) => {
  const { status, json, text } = await api.http.send(
    'GET',
    `${api.base}/product-projections/${path}?${new URLSearchParams(parameters).toString()}`,
  );
  if (status !== 200) throw new Error(text);
  return json as {
    readonly results: readonly { readonly id: string; readonly name: object }[];
    readonly facets: Readonly<Record<string, { readonly terms: readonly object[] }>>;
  };
};
const idsOf = (results: readonly { readonly id: string }[]): string[] => results.map(({ id }) => id);

/** Parameters of the older search that find the chair alone, or as the first one. */
const parameters: readonly Readonly<Record<string, string>>[] = [
  { 'text.DE-at': 'sessel' },
  { 'text.EN': 'oak', fuzzy: 'true' },
  { 'filter.query': 'name.DE-at:"Sessel"' },
  { filter: 'slug.EN:"chair"' },
  { filter: 'variants.attributes.label.EN:"red"' },
  { filter: 'searchKeywords.de-at.text:"Stuhl"' },
  { sort: 'name.EN asc' },
  { sort: 'variants.attributes.label.DE-at desc' },
];

test('the older search takes languages in any spelling', async t => {
  for (const each of parameters) {
    const found = idsOf((await get('search', each)).results);
    t.same(found, 'sort' in each ? [chair.id, table.id] : [chair.id], JSON.stringify(each));
  }
  const { facets } = await get('search', { facet: 'variants.attributes.label.DE-at' });
  t.match(Object.values(facets)[0]?.terms, [{ term: /^(rot|blau)$/ }, { term: /^(rot|blau)$/ }]);
  t.same(Object.keys(facets), ['variants.attributes.label.DE-at'], 'under the name that was asked for');
  const { results } = await get('search', { localeProjection: 'DE-at', 'text.en': 'oak' });
  t.same(
    results.map(({ name }) => name),
    [{ 'de-AT': 'Sessel' }],
  );
  t.same(await get('suggest', { 'searchKeywords.DE-at': 'stu' }), { 'searchKeywords.DE-at': [{ text: 'Stuhl' }] });
});

const inAustria = { field: 'name', language: 'DE-at' };

test('the later search takes languages in any spelling (SEARCH021)', async t => {
  for (const query of [
    { exact: { ...inAustria, value: 'Sessel' } },
    { fullText: { ...inAustria, value: 'sessel' } },
    { fuzzy: { ...inAustria, value: 'sesel', level: 1 } },
    { prefix: { ...inAustria, value: 'Ses' } },
    { exact: { field: 'variants.attributes.label', fieldType: 'ltext', language: 'EN', value: 'red' } },
  ])
    t.same(await api.found(query), [chair.id], JSON.stringify(query));
  t.same(
    await api.found({ exists: { field: 'name', language: 'EN' } }, { sort: [{ field: 'name', language: 'DE-at' }] }),
    [chair.id, table.id],
  );
  const { facets } = await api.search({
    facets: [{ distinct: { name: 'labels', field: 'variants.attributes.label', fieldType: 'ltext', language: 'EN' } }],
  });
  t.match(facets, [{ buckets: [{ key: /^(red|blue)$/ }, { key: /^(red|blue)$/ }] }]);
});

test('searches of GraphQL take languages in any spelling', async t => {
  const ask = createGraphqlClient(api.quayside, api.credentials, await api.quayside.token(api.credentials));
  const document = `query ($locale: Locale!) {
    search: productProjectionSearch(text: "sessel", locale: $locale) { results { name(locale: $locale) } }
    sorted: productProjectionSearch(sorts: ["name.EN desc"], localeProjection: [$locale], limit: 1) {
      results { id nameAllLocales { locale } }
    }
    productProjectionsSuggest(searchKeywords: [{ locale: "DE-at", searchKeyword: "taf" }]) {
      searchKeywords { locale suggestions { text } }
    }
  }`;
  const { data, errors } = await ask(document, { locale: 'DE-AT' });
  t.same(errors, undefined);
  t.same(data, {
    search: { results: [{ name: 'Sessel' }] },
    sorted: { results: [{ id: table.id, nameAllLocales: [{ locale: 'de-AT' }] }] },
    productProjectionsSuggest: { searchKeywords: [{ locale: 'de-AT', suggestions: [{ text: 'Tafel' }] }] },
  });
});
