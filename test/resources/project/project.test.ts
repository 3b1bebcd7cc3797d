import { test } from '../../support/tap.js';
import { keys } from '../../../src/store/keys.js';
import { listKeys } from '../../support/listKeys.js';
import { changeProject } from '../../support/resourceApi.js';
import { startQuayside } from '../../support/quayside.js';
import { rejectionOf, sdkOf } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';

const quayside = await startQuayside();
const credentials = await quayside.project({ name: 'Shop' });
const { projectKey } = credentials;
const http = quayside.http.as(await quayside.token(credentials));
const secret = 'top-secret-value-0815';

test('reads and updates the project by the SDK', async t => {
  const own = await quayside.project({ name: 'First' });
  const project = sdkOf(quayside, own);
  const { body } = await project.get().execute();
  matchWhole(t, body, {
    key: own.projectKey,
    version: 1,
    name: 'First',
    languages: ['en', 'en-US', 'de', 'nl', 'nl-NL', 'fr'],
    messages: { enabled: true, deleteDaysAfterCreation: 15 },
  });
  t.ok(body.currencies.includes('EUR') && body.countries.includes('DE'));
  const { body: after } = await project
    .post({
      body: {
        version: 1,
        actions: [
          { action: 'changeName', name: 'Second' },
          { action: 'changeCurrencies', currencies: ['CHF'] },
          { action: 'changeCountries', countries: ['CH'] },
          {
            action: 'changeMessagesConfiguration',
            messagesConfiguration: { enabled: false, deleteDaysAfterCreation: 3 },
          },
        ],
      },
    })
    .execute();
  matchWhole(t, after, {
    version: 2,
    name: 'Second',
    currencies: ['CHF'],
    countries: ['CH'],
    messages: { enabled: false, deleteDaysAfterCreation: 3 },
  });
  t.equal(
    (
      await rejectionOf(
        project.post({ body: { version: 1, actions: [{ action: 'changeName', name: 'Third' }] } }).execute(),
      )
    ).statusCode,
    409,
  );
  matchWhole(t, (await project.get().execute()).body, { version: 2, name: 'Second' });
});

test('configures messages, carts and search; messages are kept for 15 days by default (EVT030)', async t => {
  const own = await quayside.project();
  matchWhole(t, (await sdkOf(quayside, own).get().execute()).body, {
    messages: { enabled: true, deleteDaysAfterCreation: 15 },
    carts: { deleteDaysAfterLastModification: 90, countryTaxRateFallbackEnabled: false },
  });
  const changed = await changeProject(
    quayside,
    own,
    { action: 'changeMessagesConfiguration', messagesConfiguration: { enabled: true, deleteDaysAfterCreation: 60 } },
    { action: 'changeCartsConfiguration', cartsConfiguration: { deleteDaysAfterLastModification: 7 } },
    { action: 'changeCountryTaxRateFallbackEnabled', countryTaxRateFallbackEnabled: true },
    { action: 'changeOrderSearchStatus', status: 'Activated' },
  );
  matchWhole(t, changed, {
    messages: { deleteDaysAfterCreation: 60 },
    carts: { deleteDaysAfterLastModification: 7, countryTaxRateFallbackEnabled: true },
    searchIndexing: { orders: { status: 'Activated', lastModifiedAt: changed.lastModifiedAt } },
  });
  const client = quayside.http.as(await quayside.token(own));
  const refuse = async (action: object) =>
    (await client.send('POST', `/${own.projectKey}`, { body: { version: 2, actions: [action] } })).json;
  matchWhole(
    t,
    await refuse({
      action: 'changeMessagesConfiguration',
      messagesConfiguration: { enabled: true, deleteDaysAfterCreation: 0 },
    }),
    {
      errors: [
        { code: 'InvalidField', field: 'actions[0].messagesConfiguration.deleteDaysAfterCreation', invalidValue: 0 },
      ],
    },
  );
  matchWhole(t, await refuse({ action: 'changeOrderSearchStatus', status: 'On' }), {
    errors: [
      {
        code: 'InvalidField',
        allowedValues: ['Activated', 'Deactivated'],
        field: 'actions[0].status',
        invalidValue: 'On',
      },
    ],
  });
});

test('refuses to create or delete a project, and malformed updates', async t => {
  t.equal((await http.send('DELETE', `/${projectKey}?version=1`)).status, 405);
  const update = (action: object) => http.send('POST', `/${projectKey}`, { body: { version: 1, actions: [action] } });
  matchWhole(t, await update({ action: 'changeName' }), {
    status: 400,
    json: { errors: [{ code: 'RequiredField', field: 'actions[0].name' }] },
  });
  matchWhole(t, await update({ action: 'changeCountries', countries: ['Germany'] }), {
    status: 400,
    json: { errors: [{ code: 'InvalidField', field: 'actions[0].countries[0]', invalidValue: 'Germany' }] },
  });
  matchWhole(t, await update({ action: 'changeLanguages', languages: [] }), {
    status: 400,
    json: { errors: [{ code: 'InvalidField', field: 'actions[0].languages', invalidValue: [] }] },
  });
  for (const url of ['ftp://x', 'https://', 'not a url', 'https://x.example.com/#fragment'])
    matchWhole(t, await update({ action: 'setExternalOAuth', externalOAuth: { url, authorizationHeader: 'a' } }), {
      status: 400,
      json: { errors: [{ code: 'InvalidField', field: 'actions[0].externalOAuth.url', invalidValue: url }] },
    });
  for (const authorizationHeader of [' a', 'a ', 'a\r\nx: y', 'ä', ''])
    matchWhole(
      t,
      await update({
        action: 'setExternalOAuth',
        externalOAuth: { url: 'https://x.example.com/i', authorizationHeader },
      }),
      {
        status: 400,
        json: {
          errors: [
            {
              code: 'InvalidField',
              field: 'actions[0].externalOAuth.authorizationHeader',
              invalidValue: authorizationHeader,
            },
          ],
        },
      },
    );
  matchWhole(t, await update({ action: 'setExternalOAuth', externalOAuth: { url: 'https://x.example.com/i' } }), {
    status: 400,
    json: { errors: [{ code: 'RequiredField', field: 'actions[0].externalOAuth.authorizationHeader' }] },
  });
});

test('shows the header masked and stores it encrypted only (AUTH057, AUTH058)', async t => {
  const own = await quayside.project();
  const set = (authorizationHeader: string) =>
    changeProject(quayside, own, {
      action: 'setExternalOAuth',
      externalOAuth: { url: 'https://login.example.com/introspect', authorizationHeader },
    });
  matchWhole(t, await set(`Bearer ${secret}`), {
    version: 2,
    externalOAuth: { url: 'https://login.example.com/introspect', authorizationHeader: 'Bearer ****' },
  });
  matchWhole(t, await set(secret), { version: 3, externalOAuth: { authorizationHeader: '****' } });
  const { redis, engine } = quayside.services;
  const written = await listKeys(redis, `*${own.projectKey}*`);
  t.ok(written.length > 5);
  for (const key of written)
    if ((await redis.type(key)) === 'string') t.notOk((await redis.getBuffer(key))!.includes(secret), key);
  const place = { projectKey: own.projectKey, typeId: 'project', id: own.projectKey };
  const sealed = await redis.getBuffer(keys.hidden(own.projectKey, 'project', own.projectKey));
  matchWhole(t, engine.sealer.open(sealed!, place), { externalOAuth: { authorizationHeader: secret } });
  t.throws(() => engine.sealer.open(sealed!, { ...place, projectKey }), 'moved to another project it does not open');
  const removed = await changeProject(quayside, own, { action: 'setExternalOAuth' });
  t.equal(removed.externalOAuth, undefined);
  t.equal(await redis.exists(keys.hidden(own.projectKey, 'project', own.projectKey)), 0);
});

test('refuses the secret without ENCRYPTION_KEY and names the reason', async t => {
  const bare = await startQuayside({ ENCRYPTION_KEY: '' });
  const own = await bare.project();
  const client = bare.http.as(await bare.token(own));
  const answer = await client.send('POST', `/${own.projectKey}`, {
    body: {
      version: 1,
      actions: [
        { action: 'setExternalOAuth', externalOAuth: { url: 'https://x.example.com/i', authorizationHeader: secret } },
      ],
    },
  });
  matchWhole(t, answer, {
    status: 400,
    json: { errors: [{ code: 'InvalidOperation', message: /started without ENCRYPTION_KEY/ }] },
  });
  matchWhole(t, (await client.send('GET', `/${own.projectKey}`)).json, { version: 1 });
});
