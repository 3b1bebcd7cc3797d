import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';
import { sdkOf } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';

const quayside = await startQuayside();
const sdk = sdkOf(quayside, await quayside.project());

test('creates, changes and deletes stores', async t => {
  const key = newKey('store');
  const { body, statusCode } = await sdk
    .stores()
    .post({ body: { key, name: { en: 'Berlin' } } })
    .execute();
  t.equal(statusCode, 201);
  matchWhole(t, body, { key, name: { en: 'Berlin' }, languages: [], countries: [], version: 1 });
  const { body: updated } = await sdk
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
    })
    .execute();
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
  t.equal(
    (
      await sdk
        .stores()
        .get({ queryArgs: { where: `key = "${key}"` } })
        .execute()
    ).body.total,
    0,
  );
});
