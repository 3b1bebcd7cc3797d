/**
 * Compares searches with judgements.tsv, which grades the products that a shopper wants: 3 is exactly this, 2 is close,
 * 1 is related, and a product without a grade has 0. `*` stands for any characters; the first pattern that fits counts.
 */
import { test } from '../../support/tap.js';
import { openRankedShop, readTable } from './openRankedShop.js';

/** The least mean nDCG@10 of the searches of a group: below it, a shopper sees worse results than before. */
const bars = {
  exact: 0.97,
  name: 0.95,
  several: 0.92,
  plural: 0.87,
  umlaut: 0.9,
  typo: 0.88,
  brand: 0.97,
  category: 0.97,
  prefix: 0.96,
} as const;

const first = 10;
const { api, shop } = await openRankedShop();
const { http, base } = api;

interface Results {
  readonly results: readonly { readonly id: string; readonly key: string }[];
}

const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
  const { status, json, text } = await http.send(method, `${base}/${path}`, body === undefined ? {} : { body });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return json as T;
};

const { results: published } = await ask<Results>('GET', 'product-projections?limit=500');
const keys = new Map(published.map(({ id, key }) => [id, key]));

const productSearch = async (query: object): Promise<string[]> =>
  (await ask<Results>('POST', 'products/search', { query, limit: first })).results.map(({ id }) => keys.get(id) ?? id);

const projectionSearch = async (parameters: Readonly<Record<string, string>>): Promise<string[]> => {
  const query = new URLSearchParams({ limit: String(first), ...parameters });
  const { results } = await ask<Results>('GET', `product-projections/search?${query.toString()}`);
  return results.map(({ key }) => key);
};

const suggestions = async (language: string, text: string, isFuzzy: boolean): Promise<string[]> => {
  const name = `searchKeywords.${language}`;
  const parameters = new URLSearchParams({ [name]: text, fuzzy: String(isFuzzy), limit: String(first) });
  const answer = await ask<Readonly<Record<string, readonly { readonly text: string }[]>>>(
    'GET',
    `product-projections/suggest?${parameters.toString()}`,
  );
  return answer[name]!.map(each => each.text);
};

/** A storefront knows its categories: a search for the name of one also finds what is below it. */
const inCategories = (language: 'en' | 'de', text: string): object[] =>
  shop.content.categories
    .filter(category => category[language].toLowerCase() === text.toLowerCase())
    .map(({ key }) => ({ exact: { field: 'categoriesSubTree', value: shop.idOf(`categories/${key}`), boost: 4 } }));

const storefrontQuery = (language: 'en' | 'de', value: string): object => {
  const words = { language, value, mustMatch: 'any' };
  const colour = { field: 'variants.attributes.colour.label', fieldType: 'lenum' };
  return {
    or: [
      { exact: { field: 'variants.sku', value, caseInsensitive: true, boost: 8 } },
      { fullText: { field: 'name', ...words, boost: 4 } },
      { fuzzy: { field: 'name', ...words, level: 2, boost: 2 } },
      { fullText: { ...colour, ...words, boost: 2 } },
      { fullText: { field: 'description', ...words } },
      ...inCategories(language, value),
    ],
  };
};

const endpoints: Readonly<Record<string, (language: 'en' | 'de', text: string) => Promise<string[]>>> = {
  products: (language, text) => productSearch(storefrontQuery(language, text)),
  'products typing': (language, value) => productSearch({ fullTextPrefix: { field: 'name', language, value } }),
  projections: (language, text) => projectionSearch({ [`text.${language}`]: text }),
  'projections fuzzy': (language, text) => projectionSearch({ [`text.${language}`]: text, fuzzy: 'true' }),
  suggest: (language, text) => suggestions(language, text, false),
  'suggest fuzzy': (language, text) => suggestions(language, text, true),
};

interface Judgement {
  readonly pattern: RegExp;
  readonly grade: number;
}

const readJudgement = (text: string): Judgement => {
  const [, name = '', grade = ''] = /^(.+)=([0-3])$/.exec(text) ?? [];
  return { pattern: new RegExp(`^${name.replaceAll('*', '.+')}$`), grade: Number(grade) };
};

const searches = readTable('judgements.tsv').map(({ group, query, language, endpoint, judgements }) => ({
  group: group as keyof typeof bars,
  query: query!,
  language: language as 'en' | 'de',
  endpoint: endpoint!,
  judgements: judgements!.split(', ').map(readJudgement),
}));

const keywords = shop.content.articles.flatMap(({ en, de }) => [en, de]);
const itemsOf = (endpoint: string): readonly string[] =>
  endpoint.startsWith('suggest') ? keywords : [...keys.values()];

const gradeOf = (item: string, judgements: readonly Judgement[]): number =>
  judgements.find(({ pattern }) => pattern.test(item))?.grade ?? 0;

/** Sums up the gains of grades; those of later results count less. */
const gainOf = (grades: readonly number[]): number =>
  grades.slice(0, first).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);

const descending = (one: number, other: number): number => other - one;

test('every judged product and keyword exists, and each grade is from 0 to 3', async t => {
  t.ok(searches.length >= 100, `${searches.length} searches`);
  t.same([...new Set(searches.map(({ group }) => group))].sort(), Object.keys(bars).sort());
  const wrong = searches.flatMap(({ query, endpoint, judgements }) =>
    judgements
      .filter(({ pattern, grade }) => Number.isNaN(grade) || !itemsOf(endpoint).some(item => pattern.test(item)))
      .map(({ pattern }) => `${query}: ${pattern.source}`),
  );
  t.same(wrong, []);
});

for (const [group, bar] of Object.entries(bars))
  test(`searches of the group '${group}' show what shoppers want first`, async t => {
    const shares: number[] = [];
    for (const { query, language, endpoint, judgements } of searches.filter(each => each.group === group)) {
      const found = await endpoints[endpoint]!(language, query);
      const ideal = itemsOf(endpoint)
        .map(item => gradeOf(item, judgements))
        .sort(descending);
      const share = gainOf(found.map(item => gradeOf(item, judgements))) / gainOf(ideal);
      shares.push(share);
      t.comment(`${share.toFixed(3)} ${endpoint} ${language} '${query}': ${found.slice(0, 5).join(', ')}`);
    }
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    t.comment(`${group}: nDCG@10 ${mean.toFixed(3)} of ${shares.length} searches`);
    t.ok(mean >= bar, `${mean.toFixed(3)} is at least ${bar}`);
  });

test('pages that the index sorts have the order of those that are sorted by contents', async t => {
  const pageSize = 3;
  for (const [text, staged] of [
    ['Karwendel', 'false'],
    ['jacket', 'true'],
    ['rope', 'false'],
    ['clearly-nothing', 'false'],
  ] as const) {
    const parameters = { 'text.en': text, staged };
    // A facet counts all matches by their contents.
    const sorted = await projectionSearch({ ...parameters, limit: '100', facet: 'variants.sku' });
    const paged: string[] = [];
    for (let offset = 0; offset <= sorted.length; offset += pageSize)
      paged.push(...(await projectionSearch({ ...parameters, limit: `${pageSize}`, offset: `${offset}` })));
    t.same(paged, sorted, text);
  }
});
