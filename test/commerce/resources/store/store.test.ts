import type { Store } from '@commercetools/platform-sdk';
import { assertSingleError, assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { newKey, orderDraft, createType } from '../../../support/drafts.js';
import { startResourceApi, changeProject } from '../../../support/resourceApi.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';
import { matchWhole } from '../../../support/matchWhole.js';

const stores = await startResourceApi<Store>('stores');

const { quayside, credentials, projectKey, sdk, http, base, createIn, resourcesAt, get, update, remove, messagesOf } =
  stores;

const { refuse, refuseCreation } = stores;
const create = (changes: object = {}) => stores.create({ key: newKey('store'), ...changes });

test('requires a unique, valid, constant key (GEN030, store.63871, store.24aef, store.74fa8, store.624af)', async t => {
  const { key } = await create();
  assertError(t, await refuseCreation({ key }), 'DuplicateField', { field: 'key', duplicateValue: key });
  const every = `${newKey('A-Z_')}-0_9`;
  const store = await create({ key: every });
  t.equal(store.key, every);
  t.not(store.id, (await create()).id);
  const setKey = { action: 'setKey', key: newKey('store') };
  assertSingleError(t, await refuse(store, setKey), { code: 'InvalidField', field: 'actions[0].action' });
  for (const wrong of ['a', 'with space', 'x'.repeat(257), 'a/b', 'münchen', 'a.b'])
    matchWhole(
      t,
      await refuseCreation({ key: wrong }),
      { statusCode: 400, errors: [{ code: 'InvalidField', field: 'key', invalidValue: wrong }] },
      wrong,
    );
});

test('replaces and removes by setName, setLanguages and setCountries, without a change for equal values', async t => {
  const store = await create({ name: { en: 'Porto' }, languages: ['fr'], countries: [{ code: 'PT' }] });
  const same = [
    { action: 'setName', name: { en: 'Porto' } },
    { action: 'setLanguages', languages: ['fr'] },
    { action: 'setCountries', countries: [{ code: 'PT' }] },
  ];
  t.same(await update(store, ...same), store);
  const empty = await update(
    store,
    { action: 'setName' },
    { action: 'setLanguages' },
    { action: 'setCountries', countries: [] },
  );
  matchWhole(t, empty, { version: 2, languages: [], countries: [] });
  t.notOk('name' in empty);
});

test('refuses an invalid language, country or action by its position, without a change', async t => {
  const store = await create();
  for (const [action, field] of [
    [{ action: 'setLanguages', languages: ['de', 'not a tag'] }, 'actions[0].languages[1]'],
    [{ action: 'setCountries', countries: [{ code: 'Germany' }] }, 'actions[0].countries[0].code'],
    [{ action: 'close' }, 'actions[0].action'],
  ] as const)
    assertSingleError(t, await refuse(store, action), { code: 'InvalidField', field });
  t.same(await get(store), store);
});

test('a cart names its store by id or key, and both are unique (store.3d7f9, store.fcd00)', async t => {
  const [store, other] = [await create(), await create()];
  t.notSame([store.id, store.key], [other.id, other.key]);
  for (const name of [{ id: store.id }, { key: store.key }]) {
    const cart = await createIn('carts', { currency: 'EUR', store: { typeId: 'store', ...name } });
    t.same(cart.store, { typeId: 'store', key: store.key });
  }
  assertError(
    t,
    await resourcesAt('carts').refuseCreation({ currency: 'EUR', store: { typeId: 'store' } }),
    'RequiredField',
    { field: 'store.id' },
  );
});

test('refuses to delete a store that an order refers to (ORD010)', async t => {
  const store = await create();
  const order = await createIn('orders/import', orderDraft({ store: { typeId: 'store', key: store.key } }));
  const queryArgs = { version: 1 };
  for (const one of [sdk.stores().withId({ ID: store.id }), sdk.stores().withKey({ key: store.key })])
    assertError(t, await rejectionOf(one.delete({ queryArgs })), 'ReferenceExists', {
      message: 'Can not delete a store while it is referenced by at least one resource.',
    });
  await resourcesAt('orders').remove(order);
  t.equal((await sdk.stores().withKey({ key: store.key }).delete({ queryArgs }).execute()).statusCode, 200);
});

test('reads with view_stores, and reads and writes with manage_stores', async t => {
  for (const [scope, written] of [
    ['view_stores', 403],
    ['manage_stores', 201],
  ] as const) {
    const limited = quayside.http.as(await quayside.token(credentials, `${scope}:${projectKey}`));
    t.equal((await limited.send('GET', `${base}/stores`)).status, 200);
    t.equal((await limited.send('POST', `${base}/stores`, { body: { key: newKey('store') } })).status, written);
  }
});

test('creates, changes and deletes stores', async t => {
  const key = newKey('store');
  const { body, statusCode } = await sdk
    .stores()
    .post({ body: { key, name: { en: 'Berlin' } } })
    .execute();
  t.equal(statusCode, 201);
  matchWhole(t, body, { key, name: { en: 'Berlin' }, languages: [], countries: [], version: 1 });
  const updated = await bodyOf(
    sdk
      .stores()
      .withKey({ key })
      .post({
        body: {
          version: 1,
          actions: [
            { action: 'setName' },
            { action: 'setLanguages', languages: ['de', 'en'] },
            { action: 'setCountries', countries: [{ code: 'DE' }] },
          ],
        },
      }),
  );
  matchWhole(t, updated, { version: 2, languages: ['de', 'en'], countries: [{ code: 'DE' }] });
  t.notOk('name' in updated);
  t.equal(
    (
      await sdk
        .stores()
        .withId({ ID: body.id })
        .delete({ queryArgs: { version: 2 } })
        .execute()
    ).statusCode,
    200,
  );
  t.equal((await bodyOf(sdk.stores().get({ queryArgs: { where: `key = "${key}"` } }))).total, 0);
});

const channelWith = (role: string) => createIn('channels', { key: newKey('channel'), roles: [role] });
const reference = ({ id }: { id: string }) => ({ typeId: 'channel', id });

const [sale, sale2, supply] = await Promise.all(
  ['ProductDistribution', 'ProductDistribution', 'InventorySupply'].map(channelWith),
);

test('sends messages of creation and deletion for a store with all members', async t => {
  const type = await createType(createIn, ['store']);
  const store = await create({
    key: newKey('store'),
    name: { en: 'Berlin' },
    languages: ['de', 'en', 'de'],
    countries: [{ code: 'DE' }],
    distributionChannels: [reference(sale!), reference(sale!)],
    supplyChannels: [{ typeId: 'channel', key: supply!.key }],
    custom: { type: { typeId: 'type', id: type.id }, fields: { note: 'n' } },
  });
  const held = {
    languages: ['de', 'en'],
    countries: [{ code: 'DE' }],
    distributionChannels: [reference(sale!)],
    supplyChannels: [reference(supply!)],
    productSelections: [],
    custom: { fields: { note: 'n' } },
  };
  matchWhole(t, store, held);
  matchWhole(t, (await remove(store)).json, { id: store.id });
  matchWhole(t, await messagesOf(store), [
    { type: 'StoreCreated', name: { en: 'Berlin' }, ...held, resourceUserProvidedIdentifiers: { key: store.key } },
    { type: 'StoreDeleted' },
  ]);
});

test('changes lists and sends messages with added and removed elements', async t => {
  let store = await create({ key: newKey('store'), languages: ['en'] });
  store = await update(
    store,
    { action: 'setLanguages', languages: ['de'] },
    { action: 'addCountry', country: { code: 'DE' } },
    { action: 'addCountry', country: { code: 'DE' } },
    { action: 'setCountries', countries: [{ code: 'AT' }] },
    { action: 'removeCountry', country: { code: 'AT' } },
  );
  store = await update(
    store,
    { action: 'addDistributionChannel', distributionChannel: reference(sale!) },
    { action: 'setDistributionChannels', distributionChannels: [reference(sale2!)] },
    { action: 'removeDistributionChannel', distributionChannel: reference(sale2!) },
  );
  store = await update(
    store,
    { action: 'setSupplyChannels', supplyChannels: [reference(supply!)] },
    { action: 'addSupplyChannel', supplyChannel: reference(supply!) },
    { action: 'removeSupplyChannel', supplyChannel: { typeId: 'channel', key: supply!.key } },
  );
  matchWhole(t, store, { languages: ['de'], countries: [], distributionChannels: [], supplyChannels: [] });
  matchWhole(t, (await messagesOf(store)).slice(1), [
    { type: 'StoreLanguagesChanged', addedLanguages: ['de'], removedLanguages: ['en'] },
    { type: 'StoreCountriesChanged', addedCountries: [{ code: 'DE' }], removedCountries: [] },
    { type: 'StoreCountriesChanged', addedCountries: [{ code: 'AT' }], removedCountries: [{ code: 'DE' }] },
    { type: 'StoreCountriesChanged', removedCountries: [{ code: 'AT' }] },
    { type: 'StoreDistributionChannelsChanged', addedDistributionChannels: [reference(sale!)] },
    {
      type: 'StoreDistributionChannelsChanged',
      addedDistributionChannels: [reference(sale2!)],
      removedDistributionChannels: [reference(sale!)],
    },
    { type: 'StoreDistributionChannelsChanged', removedDistributionChannels: [reference(sale2!)] },
    { type: 'StoreSupplyChannelsChanged', addedSupplyChannels: [reference(supply!)] },
    { type: 'StoreSupplyChannelsChanged', removedSupplyChannels: [reference(supply!)] },
  ]);
});

test('adds, updates and removes product selections, and refuses an unknown one', async t => {
  let store = await create({ key: newKey('store') });
  const unknown = { typeId: 'product-selection', id: 'selection-1' };
  const refused = await refuse(store, { action: 'addProductSelection', productSelection: unknown });
  assertError(t, refused, 'ReferencedResourceNotFound', unknown);
  const { id } = await createIn('product-selections', { name: { en: 'Summer' } });
  const selection = { typeId: 'product-selection', id };
  store = await update(store, { action: 'addProductSelection', productSelection: selection });
  t.same(store.productSelections, [{ productSelection: selection, active: true }]);
  store = await update(store, { action: 'changeProductSelectionActive', productSelection: selection, active: false });
  store = await update(
    store,
    { action: 'setProductSelections', productSelections: [{ productSelection: selection }] },
    { action: 'removeProductSelection', productSelection: selection },
  );
  t.same(store.productSelections, []);
  matchWhole(t, (await messagesOf(store)).slice(1), [
    {
      type: 'StoreProductSelectionsChanged',
      addedProductSelections: [{ productSelection: selection, active: true }],
      removedProductSelections: [],
      updatedProductSelections: [],
    },
    { addedProductSelections: [], updatedProductSelections: [{ active: false }] },
    { updatedProductSelections: [{ active: true }] },
    { removedProductSelections: [{ productSelection: selection }] },
  ]);
});

/** Also shows store.eabe7, store.5de4a, store.2fe3f, store.12edc and store.1ecfe. */
test('refuses channels without the role and languages outside the project (error.dcf46, error.c8b4f)', async t => {
  const store = await create({ key: newKey('store') });
  for (const [action, channel, missingRole] of [
    [{ action: 'addDistributionChannel', distributionChannel: reference(supply!) }, supply, 'ProductDistribution'],
    [{ action: 'setDistributionChannels', distributionChannels: [reference(supply!)] }, supply, 'ProductDistribution'],
    [{ action: 'addSupplyChannel', supplyChannel: reference(sale!) }, sale, 'InventorySupply'],
    [{ action: 'setSupplyChannels', supplyChannels: [reference(sale!)] }, sale, 'InventorySupply'],
  ] as const)
    assertError(t, await refuse(store, action), 'MissingRoleOnChannel', {
      channel: reference(channel!),
      missingRole,
      actionIndex: 0,
    });
  assertError(
    t,
    await refuse(store, { action: 'setLanguages', languages: ['en', 'pt', 'it'] }),
    'ProjectNotConfiguredForLanguages',
    { languages: ['pt', 'it'], actionIndex: 0 },
  );
  assertError(
    t,
    await refuseCreation({ key: newKey('store'), supplyChannels: [reference(sale!)] }),
    'MissingRoleOnChannel',
    { missingRole: 'InventorySupply', channel: reference(sale!) },
  );
});

test('refuses to remove project languages that stores use (error.3dfd5, error.fb34e, project.ada6e)', async t => {
  await create({ key: newKey('store'), languages: ['nl'] });
  const { version } = (await http.send('GET', base)).json as { version: number };
  const change = (languages: string[]) =>
    http.send('POST', base, { body: { version, actions: [{ action: 'changeLanguages', languages }] } });
  matchWhole(
    t,
    await http.send('POST', base, {
      body: { version: 99, actions: [{ action: 'changeLanguages', languages: ['en'] }] },
    }),
    { status: 409 },
    'the version is looked at first',
  );
  assertError(t, await change(['en', 'de']), 'LanguageUsedInStores');
  matchWhole(
    t,
    await changeProject(quayside, credentials, { action: 'changeLanguages', languages: ['en', 'de', 'nl', 'pt'] }),
    { languages: ['en', 'de', 'nl', 'pt'] },
  );
});

test('sets and removes the URLs of the storefront, with messages, and refuses other URLs than https', async t => {
  const page = 'https://shop.example.com/page';
  const names = ['termsOfService', 'privacyPolicy', 'refundPolicy', 'shippingPolicy', 'cookiePolicy', 'imprint'];
  const urls: Record<string, string> = {
    ...Object.fromEntries([...names, 'faq', 'contact'].map(name => [`${name}Url`, page])),
    checkoutUrlTemplate: 'https://shop.example.com/checkout/{checkoutId}',
    orderUrlTemplate: 'https://shop.example.com/orders{?orderId,locale}',
  };
  matchWhole(t, await create({ storefront: urls } as object), { storefront: urls });
  let store = await create();
  const set = (name: string, url?: string) => ({ action: `set${name[0]!.toUpperCase()}${name.slice(1)}`, [name]: url });
  store = await update(store, ...Object.entries(urls).map(([name, url]) => set(name, url)));
  matchWhole(t, store, { storefront: urls });
  store = await update(store, ...Object.keys(urls).map(name => set(name)));
  t.notOk('storefront' in store);
  const typeOf = (name: string) => `Store${name[0]!.toUpperCase()}${name.slice(1)}Set`;
  matchWhole(t, (await messagesOf(store)).slice(1), [
    ...Object.entries(urls).map(([name, url]) => ({ type: typeOf(name), [name]: url })),
    ...Object.keys(urls).map(name => ({ type: typeOf(name), [name]: undefined })),
  ]);
  for (const [name, wrong] of [
    ['contactUrl', 'http://shop.example.com'],
    ['faqUrl', '/faq'],
    ['checkoutUrlTemplate', 'https://shop.example.com/checkout'],
    ['orderUrlTemplate', 'https://shop.example.com/{checkoutId}'],
  ] as const)
    assertError(t, await refuse(store, set(name, wrong)), 'InvalidField', {
      field: `actions[0].${name}`,
      invalidValue: wrong,
    });
});
