/** Sorts of texts in all languages: names in the alphabet of their language, identifiers by code point. */
import { textComparison } from '../../src/engine/collation.js';
import { categoryDraft, newKey, productDraft } from '../support/drafts.js';
import { createGraphqlClient } from '../support/graphql.js';
import { changeProject, type Resource } from '../support/resourceApi.js';
import { startProductSearch } from '../support/search/startProductSearch.js';
import { searchOf } from '../support/search.js';
import { test } from '../support/tap.js';

/** Names in the sort order of each language; `tlh` has no collation of its own. */
const sortedNames = {
  en: ['-dash', '10 pears', '9 pears', 'apple', 'Apple', 'äpple', 'iPhone', 'USB-C', 'Zebra'],
  de: ['Apfel', 'Äpfel', 'Apfelbaum', 'Birne', 'Größe', 'grosser', 'Öl', 'Ölig', 'Zebra'],
  sv: ['Apelsin', 'Vik', 'Våg', 'Wall', 'Zebra', 'Ål', 'Älg', 'Öl', 'Öring'],
  cs: ['cihla', 'čaj', 'dům', 'hrad', 'chata', 'ihned', 'řeka', 'sova', 'šála'],
  es: ['nube', 'nuez', 'ñandú', 'ñu', 'oasis', 'oso', 'pez', 'pino', 'pío'],
  th: ['กา', 'เก', 'ขา', 'แข', 'คน', 'จาน', 'แมว', 'สวน', 'ไหม'],
  ja: ['あか', 'アキ', 'いえ', 'ウミ', 'えき', 'おか', 'カメラ', 'きた', 'クルマ'],
  zh: ['北京', '成都', '广州', '杭州', '南京', '上海', '深圳', '天津', '西安'],
  tr: ['cam', 'çay', 'dağ', 'ılık', 'iğne', 'oda', 'öküz', 'şal', 'ün'],
  tlh: ['Qapla', 'qaStaH', 'Äq', 'Zo', 'zu', 'zum', 'Żu', 'žv', 'zw'].sort(new Intl.Collator('en').compare),
} as const;
type Language = keyof typeof sortedNames;
const languages = Object.keys(sortedNames) as Language[];
const count = sortedNames.en.length;

/** Returns the names of a resource by its creation order, which is the order of no language. */
const namesOf = (at: number): Record<Language, string> =>
  Object.fromEntries(
    languages.map((language, index) => [language, sortedNames[language][(at * 5 + index * 2) % count]!]),
  ) as Record<Language, string>;

const api = await startProductSearch();
const { quayside, credentials, http, base, createIn } = api;
await changeProject(quayside, credentials, { action: 'changeLanguages', languages });
const type = await createIn('types', {
  key: newKey('type'),
  name: { en: 'Type' },
  resourceTypeIds: ['customer'],
  fieldDefinitions: [
    { name: 'nick', label: { en: 'Nick' }, required: false, type: { name: 'String' } },
    { name: 'motto', label: { en: 'Motto' }, required: false, type: { name: 'LocalizedString' } },
  ],
});
for (let at = 0; at < count; at++) {
  const name = namesOf(at);
  await createIn('channels', { key: `${at}-${name.en.replace(/[^A-Za-z]/g, '')}`, name });
  await createIn('categories', categoryDraft({ name }));
  await api.create(
    productDraft(
      { id: api.productType.id },
      {
        name,
        publish: true,
        masterVariant: {
          attributes: [
            { name: 'color', value: name.en },
            { name: 'label', value: name },
          ],
        },
      },
    ),
  );
  await createIn('customers', {
    email: `${newKey('c')}@example.com`,
    password: 'secret123',
    lastName: name.en,
    custom: { type: { typeId: 'type', id: type.id }, fields: { nick: name.en, motto: name } },
  });
  await createIn('orders/import', {
    orderNumber: `${at % 2 === 0 ? 'a' : 'B'}-${at}`,
    totalPrice: { currencyCode: 'EUR', centAmount: 100 },
    shippingAddress: { country: 'DE', city: name.en },
    lineItems: [
      {
        name,
        variant: { sku: newKey('sku') },
        quantity: 1,
        price: { value: { currencyCode: 'EUR', centAmount: 100 } },
      },
    ],
  });
}
await api.activate();
await changeProject(quayside, credentials, { action: 'changeCustomerSearchStatus', status: 'Activated' });
await changeProject(quayside, credentials, { action: 'changeOrderSearchStatus', status: 'Activated' });
for (const typeId of ['customer', 'order']) await searchOf(quayside, credentials, typeId).settled();

interface Page {
  readonly results?: readonly Resource[];
  readonly hits?: readonly Resource[];
}

/** Returns the values at a path of all resources in a sort, read in pages of four. */
const paged = async (at: string, sort: string, path: string): Promise<unknown[]> => {
  const values: unknown[] = [];
  for (let offset = 0; offset < count; offset += 4) {
    const query = new URLSearchParams({ sort, limit: '4', offset: String(offset) });
    const { status, json, text } = await http.send('GET', `${base}/${at}?${query.toString()}`);
    if (status !== 200) throw new Error(text);
    for (const result of (json as Required<Page>).results) values.push(valueAt(result, path));
  }
  return values;
};

const valueAt = (resource: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], resource);

test('queries sort localized texts by the collation of their language (GEN055)', async t => {
  for (const language of languages) {
    const names = sortedNames[language];
    t.same(await paged('channels', `name.${language}`, `name.${language}`), names, language);
    t.same(await paged('channels', `name.${language} desc`, `name.${language}`), names.toReversed(), language);
  }
  for (const language of ['sv', 'cs'] as const) {
    const names = sortedNames[language];
    const data = `masterData.current.name.${language}`;
    t.same(await paged('products', data, data), names);
    t.same(await paged('product-projections', `name.${language}`, `name.${language}`), names);
    t.same(await paged('product-projections/search', `name.${language}`, `name.${language}`), names);
    t.same(
      await paged('product-projections/search', `variants.attributes.label.${language}`, `name.${language}`),
      names,
    );
    const motto = `custom.fields.motto.${language}`;
    t.same(await paged('customers', motto, motto), names);
  }
});

test('queries sort plain texts that people read by the root collation, and identifiers by code point', async t => {
  for (const path of ['lastName', 'custom.fields.nick'])
    t.same(await paged('customers', path, path), sortedNames.en, path);
  t.same(await paged('orders', 'lineItems.name.en', 'shippingAddress.city'), sortedNames.en);
  t.same(await paged('product-projections/search', 'variants.attributes.color', 'name.en'), sortedNames.en);
  const numbers = await paged('orders', 'orderNumber', 'orderNumber');
  t.same(numbers, [...(numbers as string[])].sort(textComparison(undefined)), 'capitals first');
  const keys = await paged('channels', 'key', 'key');
  t.same(keys, [...(keys as string[])].sort(textComparison(undefined)));
});

test('searches sort as queries do (SEARCH056)', async t => {
  const searched = async (at: string, sort: object, path: string): Promise<unknown[]> => {
    const values: unknown[] = [];
    for (let offset = 0; offset < count; offset += 4) {
      const body = { query: { exists: { field: 'id' } }, sort: [sort], limit: 4, offset };
      const { json } = await http.send('POST', `${base}/${at}/search`, { body });
      const { results, hits = results! } = json as Page;
      const read = await Promise.all(hits.map(({ id }) => http.send('GET', `${base}/${at}/${id}`)));
      values.push(...read.map(answer => valueAt(answer.json, path)));
    }
    return values;
  };
  for (const language of languages) {
    const sort = { field: 'name', language, order: 'asc' };
    t.same(await searched('products', sort, `masterData.current.name.${language}`), sortedNames[language], language);
  }
  const desc = { order: 'desc', language: 'sv' };
  t.same(
    await searched('products', { field: 'name', ...desc }, 'masterData.current.name.sv'),
    sortedNames.sv.toReversed(),
  );
  t.same(
    await searched('orders', { field: 'shippingAddress.city', order: 'asc' }, 'shippingAddress.city'),
    sortedNames.en,
  );
  t.same(await searched('customers', { field: 'lastName', order: 'asc' }, 'lastName'), sortedNames.en);
  const numbers = (await searched('orders', { field: 'orderNumber', order: 'asc' }, 'orderNumber')) as string[];
  t.same(numbers, [...numbers].sort(textComparison(undefined)), 'capitals first');
  const facet = {
    name: 'label',
    field: 'variants.attributes.label',
    fieldType: 'ltext',
    language: 'sv',
    sort: { by: 'key', order: 'asc' },
  };
  const { facets } = await api.search({ facets: [{ distinct: facet }] });
  t.same(
    (facets[0]!.buckets as readonly { key: string }[]).map(({ key }) => key),
    sortedNames.sv,
  );
});

test('GraphQL sorts as HTTP does', async t => {
  const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
  const { data, errors } = await ask(`{
    channels(sort: "name.cs") { results { name(locale: "cs") } }
    productProjectionSearch(sorts: ["name.th"]) { results { name(locale: "th") } }
    categorySearch(sorts: ["name.sv desc"]) { results { name(locale: "sv") } }
  }`);
  t.equal(errors, undefined, JSON.stringify(errors));
  const namesIn = (page: { results: readonly { name: string }[] }) => page.results.map(({ name }) => name);
  t.same(namesIn(data.channels), sortedNames.cs);
  t.same(namesIn(data.productProjectionSearch), sortedNames.th);
  t.same(namesIn(data.categorySearch), sortedNames.sv.toReversed());
});

test('a language that the runtime does not know, or that is no tag, has the root collation', async t => {
  const [root, one, other] = [textComparison('en'), 'ä', 'Z'];
  for (const language of ['tlh', 'xx-x', 'de-A', 'und'])
    t.equal(textComparison(language)(one, other), root(one, other), language);
  t.ok(textComparison('sv')(one, other) > 0);
  t.ok(textComparison('de-AT')(one, other) < 0);
  t.ok(textComparison(undefined)(one, other) > 0);
});
