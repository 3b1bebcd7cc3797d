/** Queries of projections by their own fields, and the parameters that select the parts of a projection. */
import { attributeDraft, money, newKey, productTypeDraft, referenceTo } from '../../../../support/drafts.js';
import { matchWhole } from '../../../../support/matchWhole.js';
import { assertSingleError, errorOf } from '../../../../support/refusal.js';
import { test } from '../../../../support/tap.js';
import { startProjections } from './startProjections.js';

const products = await startProjections();
const { base, createChannel, createIn, draft, http, productType, projection, query, send } = products;
const [web, hall] = [await createChannel(), await createChannel()];
const inChannel = (channel: { readonly id: string }) => ({ channel: referenceTo('channel', channel) });
const [sku, otherSku, slug] = [newKey('sku'), newKey('sku'), newKey('slug')];
const jacket = await products.create(
  draft({
    key: newKey('jacket'),
    publish: true,
    name: { en: 'Jacket', de: 'Jacke' },
    slug: { en: slug, de: `${slug}-de` },
    description: { fr: 'Veste' },
    searchKeywords: { en: [{ text: 'rain' }], de: [{ text: 'Regen' }] },
    masterVariant: {
      sku,
      key: newKey('variant'),
      prices: [
        { value: money(1_000) },
        { value: money(900), country: 'DE' },
        { value: money(950), country: 'FR' },
        { value: money(800), ...inChannel(web) },
        { value: money(700), ...inChannel(hall) },
      ],
      attributes: [
        { name: 'label', value: { en: 'light', de: 'leicht' } },
        { name: 'labels', value: [{ en: 'one', de: 'eins' }, { fr: 'deux' }] },
        { name: 'colour', value: 'red' },
      ],
      assets: [{ sources: [{ uri: 'https://example.com/a' }], name: { en: 'Photo', de: 'Foto' } }],
    },
    variants: [{ sku: otherSku, prices: [{ value: money(5) }] }],
  }),
);
const scarf = await products.create(draft({ publish: true, name: { en: 'Scarf' } }));
const hidden = await products.create(draft({ name: { en: 'Hidden' } }));
const staged = await products.update(scarf, { action: 'changeName', name: { en: 'A scarf' } });
const variantKey = (jacket as never as { masterData: { current: { masterVariant: { key: string } } } }).masterData
  .current.masterVariant.key;

const namesOf = async (parameters: Readonly<Record<string, string>>) =>
  (await query(parameters)).results.map(({ name }) => (name as { en: string }).en);

test('finds projections by their own fields, in staged or current data (product.1f532)', async t => {
  for (const [where, expected] of [
    [`id="${jacket.id}"`, ['Jacket']],
    [`id in ("${jacket.id}", "${scarf.id}", "${hidden.id}")`, ['Jacket', 'Scarf']],
    [`key="${String(jacket.key)}"`, ['Jacket']],
    [`slug(en="${slug}")`, ['Jacket']],
    [`slug(de="${slug}-de" and en="${slug}")`, ['Jacket']],
    [`slug(de="${slug}")`, []],
    [`masterVariant(sku="${sku}")`, ['Jacket']],
    [`variants(sku="${sku}")`, []],
    [`masterVariant(sku="${sku}") or variants(sku="${sku}")`, ['Jacket']],
    [`masterVariant(sku in ("${otherSku}")) or variants(sku in ("${otherSku}"))`, ['Jacket']],
    [`masterVariant(key="${variantKey}")`, ['Jacket']],
    [`masterVariant(attributes(name="colour" and value(key="red")))`, ['Jacket']],
    [`productType(id="${productType.id}")`, ['Jacket', 'Scarf']],
    ['categories(id="none")', []],
    ['published=true', ['Jacket', 'Scarf']],
    ['published=false', []],
    ['hasStagedChanges=true', ['Scarf']],
    ['name(en="Scarf")', ['Scarf']],
    ['not(name(en="Scarf"))', ['Jacket']],
    ['name(en="A scarf")', []],
    ['description is defined', ['Jacket']],
  ] as const) {
    t.same(await namesOf({ where, sort: 'name.en asc' }), expected, where);
    const answer = await http.send('HEAD', `${base}/product-projections?${new URLSearchParams({ where }).toString()}`);
    t.equal(answer.status, expected.length === 0 ? 404 : 200, `HEAD ${where}`);
  }
  for (const [parameters, expected] of [
    [{ staged: 'true', sort: 'name.en desc' }, ['Jacket', 'Hidden', 'A scarf']],
    [{ staged: 'true', where: 'name(en="A scarf")' }, ['A scarf']],
    [{ staged: 'true', where: 'published=false' }, ['Hidden']],
    [{ sort: 'name.en desc', limit: '1' }, ['Scarf']],
    [{ sort: 'name.en desc', limit: '1', offset: '1' }, ['Jacket']],
    [{ where: 'name(en=:name)', 'var.name': 'Scarf' }, ['Scarf']],
  ] as const)
    t.same(await namesOf(parameters), expected, JSON.stringify(parameters));
  t.equal((await query({})).total, 2);
  t.equal((await query({ withTotal: 'false' })).total, undefined);
  t.equal(staged.id, scarf.id);
});

test('refuses fields that projections lack, and prices, which are not stored (product.4310a)', async t => {
  for (const where of ['masterData(published=true)', 'masterVariant(price(id="x"))', 'nothing=1']) {
    const answer = await send(`?${new URLSearchParams({ where }).toString()}`);
    t.equal(answer.status, 400, where);
    assertSingleError(t, errorOf(answer), { code: 'InvalidInput' });
  }
});

test('shows the texts of the wanted languages, or of the store, and of another one where there is none', async t => {
  const store = await createIn('stores', { key: newKey('store'), languages: ['de'] });
  const german = {
    name: { de: 'Jacke', en: undefined },
    slug: { de: `${slug}-de`, en: undefined },
    description: { fr: 'Veste' },
    searchKeywords: { de: [{ text: 'Regen' }], en: undefined },
    masterVariant: {
      attributes: [
        { name: 'label', value: { de: 'leicht', en: undefined } },
        { name: 'labels', value: [{ de: 'eins', en: undefined }, { fr: 'deux' }] },
        { name: 'colour', value: { key: 'red', label: { de: 'Rot', en: undefined } } },
      ],
      assets: [{ name: { de: 'Foto', en: undefined } }],
    },
  };
  const key = String(store.key);
  for (const path of [
    `product-projections/${jacket.id}?localeProjection=de`,
    `product-projections/${jacket.id}?storeProjection=${key}`,
    `in-store/key=${key}/product-projections/${jacket.id}`,
  ])
    matchWhole(t, (await http.send('GET', `${base}/${path}`)).json, german, path);
  const several = await projection(`/${jacket.id}?localeProjection=de&localeProjection=en&storeProjection=${key}`);
  matchWhole(
    t,
    several,
    { name: { de: 'Jacke', en: 'Jacket' } },
    'languages of the request precede those of the store',
  );
  const [page] = (await query({ where: `id="${jacket.id}"`, localeProjection: 'de' })).results;
  matchWhole(t, page, german);
});

test('shows the prices and the stock of the store, and selects among its prices (product.632e0)', async t => {
  const shop = await createIn('stores', {
    key: newKey('store'),
    countries: [{ code: 'DE' }],
    distributionChannels: [referenceTo('channel', web)],
    supplyChannels: [referenceTo('channel', web)],
  });
  const open = await createIn('stores', { key: newKey('store') });
  await createIn('inventory', { sku, quantityOnStock: 1 });
  for (const channel of [web, hall])
    await createIn('inventory', { sku, quantityOnStock: 2, supplyChannel: referenceTo('channel', channel) });
  const buyer = `priceCurrency=EUR&priceCountry=DE`;
  for (const [parameters, cents, selected, channels] of [
    ['', [1_000, 900, 950, 800, 700], undefined, [web, hall]],
    [buyer, [1_000, 900, 950, 800, 700], 900, [web, hall]],
    [`${buyer}&priceChannel=${hall.id}`, [1_000, 900, 950, 800, 700], 700, [web, hall]],
    [`storeProjection=${String(shop.key)}`, [1_000, 900, 800], undefined, [web]],
    [`storeProjection=${String(shop.key)}&${buyer}&priceChannel=${web.id}`, [1_000, 900, 800], 800, [web]],
    [`storeProjection=${String(shop.key)}&${buyer}&priceChannel=${hall.id}`, [1_000, 900, 800], 900, [web]],
    [`storeProjection=${String(open.key)}&${buyer}`, [1_000, 900, 950, 800, 700], 900, [web, hall]],
  ] as const) {
    const { masterVariant } = await projection(`/${jacket.id}?${parameters}`);
    matchWhole(
      t,
      masterVariant,
      {
        prices: cents.map(centAmount => ({ value: { centAmount } })),
        price: selected && { value: { centAmount: selected } },
        availability: {
          isOnStock: true,
          availableQuantity: 1,
          channels: Object.fromEntries(
            [web, hall].map(({ id }) => [
              id,
              channels.some(each => each.id === id) ? { isOnStock: true, availableQuantity: 2 } : undefined,
            ]),
          ),
        },
      },
      parameters,
    );
  }
});

test('expands references of projections', async t => {
  matchWhole(t, await projection(`/${jacket.id}?expand=productType`), { productType: { obj: { id: productType.id } } });
  const [page] = (await query({ where: `id="${jacket.id}"`, expand: 'productType' })).results;
  matchWhole(t, page, { productType: { obj: { id: productType.id } } });
});

const attributeFilters: readonly (readonly [names: readonly string[], shown: readonly string[]])[] = [
  [['colour'], ['colour']],
  [
    ['colour', 'label'],
    ['label', 'colour'],
  ],
  [['colour,label'], ['label', 'colour']],
  [['-label'], ['labels', 'colour']],
  [['-label', '-colour'], ['labels']],
  [['label', 'colour', '-label'], ['colour']],
  [['nothing'], []],
];

test('filter[attributes] names the attributes that are shown, or with a dash those that are not', async t => {
  const ofProduct = ['fabric', 'origin'].map(name => attributeDraft(name, { name: 'text' }, { level: 'Product' }));
  const type = referenceTo('product-type', await createIn('product-types', productTypeDraft(ofProduct)));
  const attributes = ['fabric', 'origin'].map(name => ({ name, value: name }));
  const shirt = await products.create(draft({ productType: type, publish: true, attributes, key: newKey('shirt') }));
  const store = await createIn('stores', { key: newKey('store') });
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  for (const [given, shown] of attributeFilters) {
    const text = new URLSearchParams(given.map((name): [string, string] => ['filter[attributes]', name])).toString();
    const { masterVariant, variants } = await projection(`/${jacket.id}?${text}`);
    t.same(names(masterVariant.attributes), shown, text);
    t.same(variants[0]!.attributes, []);
    const where = new URLSearchParams({ where: `id = "${jacket.id}"` }).toString();
    matchWhole(t, (await send(`?${where}&${text}`)).json, { results: [{ masterVariant }] });
  }
  const inStore = `${base}/in-store/key=${String(store.key)}/product-projections/key=${String(shirt.key)}`;
  for (const [name, index] of [
    ['fabric', 0],
    ['-fabric', 1],
  ] as const) {
    const { json } = await http.send('GET', `${inStore}?filter%5Battributes%5D=${name}`);
    t.same((json as { attributes: object[] }).attributes, [attributes[index]], 'also those of the product itself');
  }
  t.equal((await projection(`/${jacket.id}`)).masterVariant.attributes.length, 3, 'another read shows all');
  assertSingleError(t, errorOf(await send(`/${jacket.id}?filter%5Battributes%5D=-`)), { code: 'InvalidInput' });
});
