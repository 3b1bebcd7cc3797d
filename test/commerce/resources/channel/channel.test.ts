import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { createType, newKey } from '../../../support/drafts.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';

const { create, createIn, update, refuse, refuseCreation } = await startResourceApi('channels');

test('creates a channel with all members', async t => {
  const draft = {
    key: newKey('channel'),
    roles: ['Primary', 'Primary', 'OrderExport'],
    name: { en: 'Berlin' },
    description: { en: 'x' },
    address: { country: 'DE' },
    geoLocation: { type: 'Point', coordinates: [13.4, 52.5] },
  };
  matchWhole(t, await create(draft), { ...draft, roles: ['Primary', 'OrderExport'] });
  t.same((await create({ key: newKey('channel') })).roles, ['InventorySupply']);
  assertError(t, await refuseCreation({ key: newKey('channel'), roles: ['Cellar'] }), 'InvalidField', {
    field: 'roles[0]',
    invalidValue: 'Cellar',
    allowedValues: ['InventorySupply', 'ProductDistribution', 'OrderExport', 'OrderImport', 'Primary'],
  });
  assertError(t, await refuseCreation({}), 'RequiredField', { field: 'key' });
});

test('a channel has at least one role, by default InventorySupply (channel.41528, channel.51c81)', async t => {
  const roles = ['InventorySupply'];
  for (const given of [{}, { roles: [] }]) t.same((await create({ key: newKey('channel'), ...given })).roles, roles);
  const primary = await create({ key: newKey('channel'), roles: ['Primary', 'OrderExport'] });
  const last = { action: 'removeRoles', roles: ['Primary', 'OrderExport'] };
  assertError(t, await refuse(primary, last), 'InvalidOperation', {
    message: `The channel '${primary.key as string}' must keep at least one role.`,
    actionIndex: 0,
  });
  t.same((await update(primary, { action: 'setRoles' })).roles, roles);
  const other = await create({ key: newKey('channel'), roles: ['Primary'] });
  t.same((await update(other, { action: 'setRoles', roles: [] })).roles, roles);
});

test('applies the update actions of a channel', async t => {
  const key = newKey('channel');
  let channel = await create({ key: newKey('channel') });
  channel = await update(
    channel,
    { action: 'changeKey', key },
    { action: 'changeName', name: { en: 'B' } },
    { action: 'changeDescription', description: { en: 'd' } },
    { action: 'setRoles', roles: ['OrderImport'] },
  );
  matchWhole(t, channel, { version: 2, key, name: { en: 'B' }, description: { en: 'd' }, roles: ['OrderImport'] });
  channel = await update(
    channel,
    { action: 'addRoles', roles: ['OrderExport', 'OrderImport'] },
    { action: 'removeRoles', roles: ['OrderImport'] },
  );
  t.same(channel.roles, ['OrderExport']);
  channel = await update(
    channel,
    { action: 'setAddress', address: { country: 'DE' } },
    { action: 'setGeoLocation', geoLocation: { type: 'Point', coordinates: [1, 2] } },
  );
  matchWhole(t, channel, { address: { country: 'DE' }, geoLocation: { coordinates: [1, 2] } });
  const [ofAddress, ofChannel] = await Promise.all(['address', 'channel'].map(id => createType(createIn, [id])));
  channel = await update(
    channel,
    { action: 'setAddressCustomType', type: { typeId: 'type', id: ofAddress!.id } },
    { action: 'setAddressCustomField', name: 'note', value: 'a' },
    { action: 'setCustomType', type: { typeId: 'type', id: ofChannel!.id }, fields: { note: 'b' } },
    { action: 'setCustomField', name: 'note', value: 'c' },
  );
  matchWhole(t, channel, { address: { custom: { fields: { note: 'a' } } }, custom: { fields: { note: 'c' } } });
  channel = await update(channel, { action: 'setAddress' }, { action: 'setGeoLocation' });
  t.notOk('address' in channel || 'geoLocation' in channel);
  assertError(t, await refuse(channel, { action: 'setAddressCustomType' }), 'InvalidOperation', {
    message: /The resource has no address/,
    actionIndex: 0,
  });
  t.equal(
    (await update(channel, { action: 'removeRoles', roles: ['Primary'] })).version,
    channel.version,
    'a role that it lacks',
  );
});
