/** Rules that the documentation of projects states. */
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { changeProject } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { startCarts } from '../cart/startCarts.js';

const { quayside, credentials, http, base, create, get, refuseCreation, newBuyer } = await startCarts();
const change = (...actions: object[]) => changeProject(quayside, credentials, ...actions);

test('discounts stack by default, and no project is in a trial period (project.6be0b, project.f71d3)', async t => {
  const { json } = await http.send('GET', base);
  matchWhole(t, json, {
    discounts: { discountCombinationMode: 'Stacking' },
    inventory: { releaseExpiredReservations: false },
    trialUntil: undefined,
  });
});

test('new carts are kept as long as the project says, others as before (project.d3775)', async t => {
  const old = await create();
  await change({ action: 'changeCartsConfiguration', cartsConfiguration: { deleteDaysAfterLastModification: 7 } });
  const { json: own } = await (await newBuyer()).http.send('POST', `${base}/me/carts`, { body: { currency: 'EUR' } });
  matchWhole(
    t,
    [await get(old), await create(), await create({ deleteDaysAfterLastModification: 3 }), own],
    [90, 7, 3, 7].map(deleteDaysAfterLastModification => ({ deleteDaysAfterLastModification })),
  );
});

test('keeps the setting of business units, which are not offered', async t => {
  const action = { action: 'changeMyBusinessUnitStatusOnCreation', status: 'Active' };
  matchWhole(t, await change(action), { businessUnits: { myBusinessUnitStatusOnCreation: 'Active' } });
  assertError(t, await http.send('POST', `${base}/me/business-units`, { body: {} }), 'NotImplemented', {
    message:
      "The request 'POST /{projectKey}/me/business-units' of the hosted API is not offered by this server yet; " +
      'docs/compatibility.md lists what is.',
  });
});

test('refuses an associate role, since there are none, and offers none', async t => {
  const { version } = (await http.send('GET', base)).json as { version: number };
  const associateRole = { typeId: 'associate-role', key: 'buyer' };
  const actions = [{ action: 'setMyBusinessUnitAssociateRoleOnCreation', associateRole }];
  const refused = await http.send('POST', base, { body: { version, actions } });
  assertError(t, refused, 'ReferencedResourceNotFound', associateRole);
  t.equal((await http.send('POST', `${base}/associate-roles`, { body: {} })).status, 501);
});

test('refuses ReserveOnCart, with and without minutes of reservation', async t => {
  const refused = {
    field: 'inventoryMode',
    invalidValue: 'ReserveOnCart',
    allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'],
  };
  const draft = { inventoryMode: 'ReserveOnCart' };
  assertError(t, await refuseCreation(draft), 'InvalidField', refused);
  const minutes = { action: 'setReservationExpirationInMinutes', reservationExpirationInMinutes: 20 };
  matchWhole(t, await change(minutes), { inventory: { reservationExpirationInMinutes: 20 } });
  assertError(t, await refuseCreation(draft), 'InvalidField', refused);
});
