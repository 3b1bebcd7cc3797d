import { test } from '../../support/tap.js';
import { keys } from '../../../src/store/keys.js';
import { createType, newKey } from '../../support/drafts.js';
import { changeProject, startResourceApi } from '../../support/resourceApi.js';
import { matchWhole } from '../../support/matchWhole.js';

const { create, createIn, update, refuse, refuseCreation, remove, messagesOf, quayside, credentials, http, base } =
  await startResourceApi('stores');

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
  const selection = { typeId: 'product-selection', id: 'selection-1' };
  matchWhole(t, await refuse(store, { action: 'addProductSelection', productSelection: selection }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'product-selection', id: 'selection-1' }],
  });
  // No endpoint creates product selections yet, so it is stored directly.
  await quayside.services.redis.set(
    keys.body(credentials.projectKey, 'product-selection', selection.id),
    '{"id":"selection-1","version":1}',
  );
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

test('refuses channels without the role and languages outside the project', async t => {
  const store = await create({ key: newKey('store') });
  matchWhole(t, await refuse(store, { action: 'addDistributionChannel', distributionChannel: reference(supply!) }), {
    errors: [
      { code: 'MissingRoleOnChannel', channel: reference(supply!), missingRole: 'ProductDistribution', actionIndex: 0 },
    ],
  });
  matchWhole(t, await refuse(store, { action: 'setLanguages', languages: ['en', 'pt', 'it'] }), {
    errors: [{ code: 'ProjectNotConfiguredForLanguages', languages: ['pt', 'it'], actionIndex: 0 }],
  });
  matchWhole(t, await refuseCreation({ key: newKey('store'), supplyChannels: [reference(sale!)] }), {
    errors: [{ code: 'MissingRoleOnChannel', missingRole: 'InventorySupply', channel: reference(sale!) }],
  });
});

test('refuses to remove project languages that stores use', async t => {
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
  matchWhole(t, await change(['en', 'de']), { status: 400, json: { errors: [{ code: 'LanguageUsedInStores' }] } });
  matchWhole(
    t,
    await changeProject(quayside, credentials, { action: 'changeLanguages', languages: ['en', 'de', 'nl', 'pt'] }),
    { languages: ['en', 'de', 'nl', 'pt'] },
  );
});
