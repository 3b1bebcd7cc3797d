import { test } from '../../../support/tap.js';
import { newKey } from '../../../support/drafts.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertBadRequest } from '../../../support/refusal.js';

const zones = await startResourceApi('zones');

test('refuses a location that is in another zone of the project (zone.6041a)', async t => {
  let zone = await zones.create({
    name: 'Europe',
    locations: [{ country: 'DE' }, { country: 'DE' }, { country: 'AT', state: 'Tirol' }],
  });
  t.strictSame(zone.locations, [{ country: 'DE' }, { country: 'AT', state: 'Tirol' }]);
  zone = await zones.update(
    zone,
    { action: 'changeName', name: 'EU' },
    { action: 'setKey', key: newKey('zone') },
    { action: 'setDescription', description: 'union' },
    { action: 'addLocation', location: { country: 'FR' } },
    { action: 'addLocation', location: { country: 'FR' } },
  );
  matchWhole(t, zone, {
    name: 'EU',
    key: /^zone-/,
    description: 'union',
    locations: [{ country: 'DE' }, { country: 'AT' }, { country: 'FR' }],
  });
  const other = await zones.create({ name: 'Elsewhere', locations: [{ country: 'AT' }] });
  assertBadRequest(
    t,
    await zones.refuse(other, { action: 'addLocation', location: { country: 'DE' } }),
    'DuplicateField',
    { field: 'locations', duplicateValue: { country: 'DE' } },
  );
  for (const [draft, code, members] of [
    [
      { name: 'Third', locations: [{ country: 'AT', state: 'Tirol' }] },
      'DuplicateField',
      { field: 'locations', duplicateValue: { country: 'AT', state: 'Tirol' } },
    ],
    [{ name: 'Third', locations: [{ country: 'Austria' }] }, 'InvalidField', { field: 'locations[0].country' }],
  ] as const)
    assertBadRequest(t, await zones.refuseCreation(draft), code, members);
  zone = await zones.update(
    zone,
    { action: 'removeLocation', location: { country: 'DE' } },
    { action: 'removeLocation', location: { country: 'PL' } },
  );
  t.strictSame(zone.locations, [{ country: 'AT', state: 'Tirol' }, { country: 'FR' }]);
  matchWhole(
    t,
    await zones.update(other, { action: 'addLocation', location: { country: 'DE' } }),
    { locations: [{ country: 'AT' }, { country: 'DE' }] },
    'a location that another zone removed can be added',
  );
});
