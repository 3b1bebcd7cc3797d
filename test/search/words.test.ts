/** Words of texts in all languages (SEARCH023): accents do not matter, and some scripts have no spaces. */
import fc from 'fast-check';
import { foldCase } from '../../src/search/fields/comparableValues.js';
import { foldText, indexedWords, pairsOf, searchedWords, wordsOf } from '../../src/search/fields/searchedWords.js';
import { categoryDraft, newKey, productDraft } from '../support/drafts.js';
import { createGraphqlClient } from '../support/graphql.js';
import { anyCharacter } from '../support/anyCharacter.js';
import { assertRefusal, literally } from '../support/refusal.js';
import { changeProject, type Resource } from '../support/resourceApi.js';
import { rounds } from '../support/rounds.js';
import { startProductSearch } from '../support/search/startProductSearch.js';
import { searchOf } from '../support/search.js';
import { test } from '../support/tap.js';

interface Name {
  readonly language: string;
  readonly name: string;
  readonly found: readonly string[];
  readonly missed: readonly string[];
}

const names: readonly Name[] = [
  {
    language: 'ja',
    name: '東京タワー',
    found: ['東京', 'タワー', '東京タワー', 'タワー 東京', 'ﾀﾜｰ'],
    missed: ['大阪', '東京 大阪'],
  },
  {
    language: 'ja',
    name: 'ガラスのUSBケーブル2号',
    found: ['usb', 'ケーブル', 'ガラス', '2号'],
    missed: ['カラス', 'us'],
  },
  { language: 'zh', name: '北京烤鸭', found: ['北京', '烤鸭', '鸭', '北京烤鸭'], missed: ['上海', '北京上海'] },
  { language: 'th', name: 'เสื้อยืดผู้ชายสีดำ', found: ['เสื้อยืด', 'ผู้ชาย', 'สีดำ', 'เสื้อ สีดำ'], missed: ['กางเกง'] },
  { language: 'th', name: 'ณัฐพลศรีสุข', found: ['ณัฐพล', 'ศรีสุข'], missed: ['สมชาย'] },
  { language: 'lo', name: 'ກະເປົາເງິນ', found: ['ກະເປົາ'], missed: ['ລົດ'] },
  { language: 'km', name: 'កាបូបលុយ', found: ['លុយ'], missed: ['ឡាន'] },
  { language: 'my', name: 'လက်ကိုင်ဖုန်း', found: ['ဖုန်း'], missed: ['ကား'] },
  { language: 'fr', name: 'Café crème', found: ['cafe', 'CAFÉ', 'creme Café', 'cafe\u0301'], missed: ['caf'] },
  { language: 'fr', name: 'Cafetière', found: ['cafetière', 'CAFETIERE'], missed: ['café'] },
  {
    language: 'de',
    name: 'Größe XL für Müller',
    found: ['GRÖSSE', 'größe', 'GRÖẞE', 'muller', 'MÜLLER'],
    missed: ['groesse'],
  },
  {
    language: 'tr',
    name: 'İstanbul ışık',
    found: ['istanbul', 'ISTANBUL', 'İSTANBUL', 'IŞIK', 'ışık'],
    missed: ['stanbul'],
  },
  { language: 'pl', name: 'Łódź', found: ['lodz', 'ŁÓDŹ'], missed: ['od'] },
  { language: 'da', name: 'Ørsted Smørrebrød', found: ['orsted', 'SMØRREBRØD', 'smorrebrod'], missed: ['rsted'] },
  { language: 'el', name: 'Οδυσσέας', found: ['ΟΔΥΣΣΕΑΣ', 'οδυσσεας'], missed: ['οδυσ'] },
  { language: 'ru', name: 'Ёлка йод', found: ['елка', 'ЁЛКА', 'ЙОД'], missed: ['иод'] },
  { language: 'vi', name: 'Phở bò', found: ['pho', 'PHỞ BÒ', 'bo'], missed: ['ph'] },
  { language: 'hi', name: 'नीली क़मीज़', found: ['नीली'], missed: ['नील'] },
];
const compareTexts = (one = '', other = ''): number => (one < other ? -1 : 1);
const languages = [...new Set(names.map(({ language }) => language))];

const api = await startProductSearch();
const { quayside, credentials, http, base, createIn } = api;
await changeProject(quayside, credentials, { action: 'changeLanguages', languages });
const ids = new Map<string, Name>();
for (const each of names) {
  const name = { [each.language]: each.name };
  const searchKeywords = { [each.language]: [{ text: each.name }] };
  const product = await api.create(
    productDraft(
      { id: api.productType.id },
      { name, slug: { [each.language]: newKey('slug') }, searchKeywords, publish: true },
    ),
  );
  const category = await createIn('categories', categoryDraft({ name, slug: { [each.language]: newKey('slug') } }));
  const { customer } = await createIn<{ customer: Resource }>('customers', {
    email: `${newKey('c')}@example.com`,
    password: 'secret123',
    lastName: each.name,
  });
  const order = await createIn('orders/import', {
    totalPrice: { currencyCode: 'EUR', centAmount: 100 },
    lineItems: [
      {
        name,
        variant: { sku: newKey('sku') },
        quantity: 1,
        price: { value: { currencyCode: 'EUR', centAmount: 100 } },
      },
    ],
  });
  for (const { id } of [product, category, customer, order]) ids.set(id, each);
}
await api.activate();
await changeProject(quayside, credentials, { action: 'changeCustomerSearchStatus', status: 'Activated' });
await changeProject(quayside, credentials, { action: 'changeOrderSearchStatus', status: 'Activated' });
for (const typeId of ['customer', 'order']) await searchOf(quayside, credentials, typeId).settled();

interface Page {
  readonly results?: readonly { readonly id: string }[];
  readonly hits?: readonly { readonly id: string }[];
}
type Search = (language: string, value: string) => Promise<string[]>;

const post =
  (at: string, field: string, kind = 'fullText', options: object = {}): Search =>
  async (language, value) => {
    const localized = field.toLowerCase().endsWith('lastname') ? {} : { language };
    const body = { query: { [kind]: { field, value, ...localized, ...options } }, limit: 100 };
    const { status, json, text } = await http.send('POST', `${base}/${at}/search`, { body });
    if (status !== 200) throw new Error(text);
    const { results = [], hits = results } = json as Page;
    return hits.map(({ id }) => id);
  };

const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
const searches: Readonly<Record<string, Search>> = {
  products: post('products', 'name'),
  orders: post('orders', 'lineItems.name'),
  customers: post('customers', 'lastName'),
  projections: async (language, value) => {
    const query = new URLSearchParams({ [`text.${language}`]: value, limit: '100' });
    const { json } = await http.send('GET', `${base}/product-projections/search?${query.toString()}`);
    return (json as Required<Page>).results.map(({ id }) => id);
  },
  categories: async (locale, text) => {
    const query = 'query ($fulltext: LocalizedText) { categorySearch(fulltext: $fulltext) { results { id } } }';
    const { data, errors } = await ask(query, { fulltext: { locale, text } });
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return (data.categorySearch as Required<Page>).results.map(({ id }) => id);
  },
};

test('full-text searches find words in all languages (SEARCH023)', async t => {
  for (const [at, search] of Object.entries(searches))
    for (const [number, wanted] of names.entries()) {
      // The first search tests all names; a part of them is enough for the others.
      if (at !== 'products' && number % 3 !== 0) continue;
      const { language, name, found, missed } = wanted;
      const isFound = async (value: string) => (await search(language, value)).some(id => ids.get(id) === wanted);
      for (const value of found) t.ok(await isFound(value), `${at}: '${value}' finds '${name}'`);
      for (const value of missed) t.notOk(await isFound(value), `${at}: '${value}' does not find '${name}'`);
    }
});

test('other expressions compare words as full texts do, and prefixes and wildcards as they are written', async t => {
  const namesFound = async (search: Search, language: string, value: string) =>
    (await search(language, value)).map(id => ids.get(id)?.name).sort(compareTexts);
  for (const [kind, options, language, value, expected] of [
    ['fullTextPrefix', {}, 'fr', 'CAFE', ['Cafetière', 'Café crème']],
    ['fullTextPrefix', {}, 'ja', '東京タ', ['東京タワー']],
    ['fuzzy', { level: 1 }, 'fr', 'cremme', ['Café crème']],
    ['fuzzy', { level: 1 }, 'th', 'สีดำ', ['เสื้อยืดผู้ชายสีดำ']],
    ['fuzzy', { level: 0 }, 'ja', '東京', ['東京タワー']],
    ['fullText', { mustMatch: 'any' }, 'ja', '大阪 東京', ['東京タワー']],
    ['exact', {}, 'fr', 'Cafe crème', []],
    ['exact', { caseInsensitive: true }, 'fr', 'CAFÉ CRÈME', ['Café crème']],
    ['exact', { caseInsensitive: true }, 'ja', '東京タワー', ['東京タワー']],
    ['prefix', { caseInsensitive: true }, 'fr', 'café', ['Café crème']],
    ['prefix', { caseInsensitive: true }, 'fr', 'cafe', ['Cafetière']],
    ['wildcard', {}, 'ja', '東?タ*', ['東京タワー']],
    ['wildcard', { caseInsensitive: true }, 'de', 'GRÖß? xl*', ['Größe XL für Müller']],
  ] as const)
    t.same(await namesFound(post('products', 'name', kind, options), language, value), expected, `${kind} ${value}`);
});

test('suggestions disregard accents', async t => {
  for (const [language, input, expected] of [
    ['fr', 'CAFE', ['Cafetière', 'Café crème']],
    ['fr', 'café c', ['Café crème']],
    ['de', 'GRÖSS', ['Größe XL für Müller']],
    ['ja', '東京', ['東京タワー']],
    ['pl', 'lo', ['Łódź']],
  ] as const) {
    const name = `searchKeywords.${language}`;
    const query = new URLSearchParams({ [name]: input });
    const { json } = await http.send('GET', `${base}/product-projections/suggest?${query.toString()}`);
    const found = (json as Record<string, { text: string }[]>)[name]!.map(({ text }) => text);
    t.same(found.sort(compareTexts), expected, input);
  }
});

test('a full-text search of projections without a language says how to name one', async t => {
  const message = literally(
    "Malformed parameter: text: expected the name of the parameter with a language, such as text.en, got 'oak'.",
  );
  const refused = [{ code: 'InvalidInput', message }];
  assertRefusal(t, await http.send('GET', `${base}/product-projections/search?text=oak`), 400, refused);
  const body = new URLSearchParams({ text: 'oak' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  assertRefusal(t, await http.send('POST', `${base}/product-projections/search`, { body, headers }), 400, refused);
});

test('the index has all terms by which a part of a text is found', async t => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom(...Array.from('aß İéｱ東京タワーเสื้อǺ-ς')), anyCharacter),
    maxLength: 20,
  });
  fc.assert(
    fc.property(text, given => JSON.stringify(wordsOf(given)) === JSON.stringify(wordsOf(foldCase(given)))),
    { numRuns: rounds(5_000) },
  );
  fc.assert(
    fc.property(text, given => foldText(foldText(given)) === foldText(given)),
    { numRuns: rounds(5_000) },
  );
  const unspaced = fc.string({
    unit: fc.constantFrom(...Array.from('東京タワー大阪城เสื้อยืดกางเกง')),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(unspaced, unspaced, unspaced, (before, part, after) => {
      const indexed = new Set(indexedWords(`${before}${part}${after}`));
      return searchedWords(part).every(word => pairsOf(word).every(pair => indexed.has(pair)));
    }),
    { numRuns: rounds(5_000) },
  );
  t.end();
});
