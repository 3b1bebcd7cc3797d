/** Queries and arguments name languages in any spelling (GEN040; RFC 5646, 2.1.1). */
import { newKey } from '../../support/drafts.js';
import { storeMany } from '../../support/graphql.js';
import { matchWhole } from '../../support/matchWhole.js';
import type { Resource } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';
import { startLocalizedShop } from '../localizedShop.js';

const { quayside, projectKey, createIn, resourcesAt, data, get, chairs, tables, product } = await startLocalizedShop();
const categories = resourcesAt('categories');

/** Conditions in any spelling, with the categories that they match. */
const conditions: readonly (readonly [where: string, found: readonly Resource[]])[] = [
  ['name(EN="Chairs")', [chairs]],
  ['name(en="Chairs")', [chairs]],
  ['name(`DE-at`="Sessel")', [chairs]],
  ['name(EN != "Chairs")', [tables]],
  ['name(`de-at` is defined)', [chairs]],
  ['name(`de-at` is not defined)', [tables]],
  ['name(EN in ("Chairs", "Tables"))', [chairs, tables]],
  ['name(EN not in ("Chairs"))', [tables]],
  ['name(EN > "D")', [tables]],
  ['slug(EN="tables")', [tables]],
  ['slug(EN="tables" or `DE-AT`="sessel")', [chairs, tables]],
  ['custom(fields(note(EN="a")))', [tables]],
  ['custom(fields(note(`de-at` is not defined)))', [tables]],
];

test('where and sort name languages in any spelling (GEN051, GEN055)', async t => {
  for (const [where, found] of conditions) {
    const { results } = await get('categories', {
      where: `(${where}) and id in ("${chairs.id}", "${tables.id}")`,
      sort: 'id',
    });
    t.same(
      results.map(({ id }) => id),
      found.map(({ id }) => id).sort(),
      where,
    );
  }
  const where = `id in ("${chairs.id}", "${tables.id}")`;
  for (const [path, first] of [
    ['name.EN', chairs],
    ['custom.fields.note.EN', tables],
    ['custom.fields.note.DE-at', chairs],
  ] as const)
    t.equal((await get('categories', { where, sort: path })).results[0]?.id, first.id, path);
  const attribute = 'masterData(current(masterVariant(attributes(name="label" and value(EN="red")))))';
  t.equal((await get('products', { where: attribute })).total, 1);
  t.equal((await get('products', { where: 'masterData(current(slug(`DE-at`="sessel")))' })).total, 1);
  t.equal((await get('products', { where: 'masterData(current(searchKeywords(EN(text="seat"))))' })).total, 1);
});

test('the members of a custom object are no languages', async t => {
  const container = newKey('languages');
  await createIn('custom-objects', { container, key: 'one', value: { ID: 1, id: 2 } });
  const totals = await Promise.all(
    ['ID=1', 'ID=2', 'id=2', 'ID!=1'].map(
      async part => (await get(`custom-objects/${container}`, { where: `value(${part})` })).total,
    ),
  );
  t.same(totals, [1, 0, 1, 0]);
});

test('projections take languages in any spelling', async t => {
  const shown = async (locale: string) => (await get('product-projections', { localeProjection: locale })).results;
  t.match(await shown('DE-at'), [{ name: { 'de-AT': 'Sessel', en: undefined } }]);
  t.same(await shown('FR'), await shown('fr'));
});

test('GraphQL takes languages in any spelling, and shows canonical ones', async t => {
  const document = `query ($locale: Locale, $some: [Locale!]) {
    category(id: "${chairs.id}") {
      name(locale: $locale) slug(acceptLanguage: $some)
      literal: name(locale: "DE-at") nameAllLocales { locale value }
      custom {
        customFieldList(includeNames: ["note"]) { ... on LocalizedStringField { localizedValue(locale: $locale) } }
      }
    }
    product(id: "${product.id}", localeProjection: $some) {
      masterData { current { name(locale: "FR") nameAllLocales { locale } searchKeyword(locale: "EN") { text } } }
    }
  }`;
  matchWhole(t, await data(document, { locale: 'EN', some: ['IT', 'DE-AT'] }), {
    category: {
      name: 'Chairs',
      slug: 'sessel',
      literal: 'Sessel',
      nameAllLocales: [
        { locale: 'en', value: 'Chairs' },
        { locale: 'de-AT', value: 'Sessel' },
      ],
      custom: { customFieldList: [{ localizedValue: 'b' }] },
    },
    product: { masterData: { current: { name: null, nameAllLocales: [{ locale: 'de-AT' }], searchKeyword: null } } },
  });
  const draft = {
    name: [
      { locale: 'EN', value: 'Lamps' },
      { locale: 'DE-at', value: 'Lampen' },
    ],
    slug: [{ locale: 'EN', value: newKey('lamps') }],
  };
  const { createCategory } = await data(
    'mutation ($draft: CategoryDraft!) { createCategory(draft: $draft) { nameAllLocales { locale value } } }',
    { draft },
  );
  t.same(createCategory.nameAllLocales, [
    { locale: 'en', value: 'Lamps' },
    { locale: 'de-AT', value: 'Lampen' },
  ]);
  for (const argument of ['fulltext: { locale: "DE-at", text: "Lampen" }', 'filters: ["name.DE-at:\\"Lampen\\""]'])
    t.equal((await data(`{ categorySearch(${argument}) { total } }`)).categorySearch.total, 1, argument);
  t.equal((await data('{ categoryAutocomplete(locale: "EN", text: "Lam") { total } }')).categoryAutocomplete.total, 1);
  const { categorySearch } = await data(
    '{ categorySearch(sorts: ["name.EN desc"], limit: 1) { results { name(locale: "en") } } }',
  );
  t.same(categorySearch.results, [{ name: 'Tables' }]);
});

test('predicates of discounts name languages in any spelling', async t => {
  const match = async (cartPredicate: string) => {
    const discount = await createIn<Resource>('cart-discounts', {
      name: { en: 'x' },
      sortOrder: `0.${Math.floor(Math.random() * 1e12)}1`,
      cartPredicate,
      isActive: true,
      value: { type: 'relative', permyriad: 1_000 },
      target: { type: 'totalPrice' },
    });
    const cart = await createIn<Resource>('carts', {
      currency: 'EUR',
      locale: 'de-AT',
      taxMode: 'Disabled',
      customLineItems: [
        { name: { 'de-AT': 'Sessel' }, slug: newKey(), money: { currencyCode: 'EUR', centAmount: 100 }, quantity: 1 },
      ],
    });
    await resourcesAt('cart-discounts').remove(discount);
    return cart.discountOnTotalPrice !== undefined;
  };
  t.ok(await match('locale = "DE-at"'));
  t.notOk(await match('locale != "DE-at"'));
  t.ok(await match('customLineItemExists(name(`DE-at` = "Sessel"))'));
  t.ok(await match('customLineItemExists(name.FR is not defined)'));
  t.notOk(await match('customLineItemExists(name.FR is defined)'));
});

test('tags that were stored in another spelling before are still found', async t => {
  const [id] = await storeMany(quayside, projectKey, 'category', [
    { name: { 'DE-at': 'Alt' }, slug: { 'DE-at': 'alt' }, ancestors: [], orderHint: '0.1', assets: [] },
  ]);
  for (const where of ['name(`DE-at`="Alt")', 'slug(`DE-at`="alt")'])
    t.same(
      (await get('categories', { where })).results.map(each => each.id),
      [id],
      where,
    );
  const { category } = await data(`{ category(id: "${id}") { name(locale: "de-at") nameAllLocales { locale } } }`);
  t.same(category, { name: 'Alt', nameAllLocales: [{ locale: 'DE-at' }] });
  const renamed = await categories.update({ id: id!, version: 1 }, { action: 'changeName', name: { 'DE-at': 'Neu' } });
  t.same(renamed.name, { 'de-AT': 'Neu' });
});
