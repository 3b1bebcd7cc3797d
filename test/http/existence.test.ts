/** HEAD of a query tells whether anything matches it, as `head()` of the SDK documents. */
import { definitions } from '../../src/commerce/resources/index.js';
import { createIn, createSample, hasSample } from '../support/createSample.js';
import { startResourceApi } from '../support/resourceApi.js';
import { rejectionOf, sdkOf } from '../support/sdk.js';
import { test } from '../support/tap.js';
import { newKey, stateDraft } from '../support/drafts.js';

const api = await startResourceApi('states');
const { quayside, credentials, http, base } = api;
const nothing = encodeURIComponent('id = "none"');

for (const { path, typeId, routes } of definitions) {
  if (routes !== undefined) continue;
  test(`HEAD of ${path} is 404 where nothing matches, and 200 where something does`, async t => {
    const none = await http.send('HEAD', `${base}/${path}?where=${nothing}`);
    t.same([none.status, none.text], [404, '']);
    const withoutTotal = await http.send('HEAD', `${base}/${path}?where=${nothing}&withTotal=false`);
    t.equal(withoutTotal.status, 404, 'without a total');
    t.equal((await http.send('GET', `${base}/${path}?where=${nothing}`)).status, 200, 'GET is an empty page');
    if (!hasSample(typeId)) return;
    await createSample(api, typeId);
    t.equal((await http.send('HEAD', `${base}/${path}`)).status, 200);
    t.equal((await http.send('HEAD', `${base}/${path}?offset=9000`)).status, 200, 'behind the last page');
  });
}

test('the SDK resolves or rejects head(), also of stores and of shipping methods for a place', async t => {
  const sdk = sdkOf(quayside, credentials);
  const key = newKey('state');
  await createIn(api, 'states', stateDraft({ key }));
  const found = await sdk
    .states()
    .head({ queryArgs: { where: `key = "${key}"` } })
    .execute();
  t.equal(found.statusCode, 200);
  const missing = await rejectionOf(sdk.states().head({ queryArgs: { where: 'key = "none"' } }));
  t.equal(missing.statusCode, 404);
  const store = await createIn(api, 'stores', { key: newKey('store') });
  const inStore = sdk.inStoreKeyWithStoreKeyValue({ storeKey: String((store as { key?: string }).key) });
  t.equal((await rejectionOf(inStore.orders().head())).statusCode, 404);
  const place = sdk.shippingMethods().matchingLocation();
  t.equal((await rejectionOf(place.head({ queryArgs: { country: 'AQ' } }))).statusCode, 404);
});
