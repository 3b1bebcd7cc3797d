/** The project as a resource: its settings, its secret header, and the custom fields with an index. */
import { test } from '../../../support/tap.js';
import { keys } from '../../../../src/store/keys.js';
import { listKeys } from '../../../support/listKeys.js';
import { changeProject, startProject } from '../../../support/resourceApi.js';
import { startQuayside } from '../../../support/quayside.js';
import { bodyOf, rejectionOf, sdkOf } from '../../../support/sdk.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { errorOf, assertError } from '../../../support/refusal.js';

const { quayside, http, base: path, projectKey } = await startProject({ name: 'Shop' });
const secret = 'top-secret-value-0815';

test('reads and updates the project by the SDK', async t => {
  const own = await quayside.project({ name: 'First' });
  const project = sdkOf(quayside, own);
  const body = await bodyOf(project.get());
  matchWhole(t, body, {
    key: own.projectKey,
    version: 1,
    name: 'First',
    languages: ['en', 'en-US', 'de', 'nl', 'nl-NL', 'fr'],
    messages: { enabled: true, deleteDaysAfterCreation: 15 },
  });
  t.ok(body.currencies.includes('EUR') && body.countries.includes('DE'));
  const after = await bodyOf(
    project.post({
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
    }),
  );
  matchWhole(t, after, {
    version: 2,
    name: 'Second',
    currencies: ['CHF'],
    countries: ['CH'],
    messages: { enabled: false, deleteDaysAfterCreation: 3 },
  });
  t.equal(
    (await rejectionOf(project.post({ body: { version: 1, actions: [{ action: 'changeName', name: 'Third' }] } })))
      .statusCode,
    409,
  );
  matchWhole(t, await bodyOf(project.get()), { version: 2, name: 'Second' });
});

test('configures messages, carts and search; by default messages stay 15 days (EVT030, project.f87e8)', async t => {
  const own = await quayside.project();
  matchWhole(t, await bodyOf(sdkOf(quayside, own).get()), {
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
    searchIndexing: { orders: { status: 'Activated', lastModifiedAt: /Z$/ } },
  });
  const client = quayside.http.as(await quayside.token(own));
  const refuse = async (action: object) =>
    (await client.send('POST', `/${own.projectKey}`, { body: { version: 2, actions: [action] } })).json;
  for (const [action, members] of [
    [
      { action: 'changeMessagesConfiguration', messagesConfiguration: { enabled: true, deleteDaysAfterCreation: 0 } },
      { field: 'actions[0].messagesConfiguration.deleteDaysAfterCreation', invalidValue: 0 },
    ],
    [
      { action: 'changeOrderSearchStatus', status: 'On' },
      { allowedValues: ['Activated', 'Deactivated'], field: 'actions[0].status', invalidValue: 'On' },
    ],
  ] as const)
    assertError(t, await refuse(action), 'InvalidField', members);
});

test('refuses to create or delete a project, and malformed updates (project.9bda0)', async t => {
  t.equal((await http.send('DELETE', `/${projectKey}?version=1`)).status, 405);
  const update = (action: object) => http.send('POST', `/${projectKey}`, { body: { version: 1, actions: [action] } });
  assertError(t, await update({ action: 'changeName' }), 'RequiredField', { field: 'actions[0].name' });
  assertError(t, await update({ action: 'changeCountries', countries: ['Germany'] }), 'InvalidField', {
    field: 'actions[0].countries[0]',
    invalidValue: 'Germany',
  });
  assertError(t, await update({ action: 'changeLanguages', languages: [] }), 'InvalidField', {
    field: 'actions[0].languages',
    invalidValue: [],
  });
  for (const url of ['ftp://x', 'https://', 'not a url', 'https://x.example.com/#fragment'])
    assertError(
      t,
      await update({ action: 'setExternalOAuth', externalOAuth: { url, authorizationHeader: 'a' } }),
      'InvalidField',
      { field: 'actions[0].externalOAuth.url', invalidValue: url },
    );
  for (const authorizationHeader of [' a', 'a ', 'a\r\nx: y', 'ä', ''])
    assertError(
      t,
      await update({
        action: 'setExternalOAuth',
        externalOAuth: { url: 'https://x.example.com/i', authorizationHeader },
      }),
      'InvalidField',
      { field: 'actions[0].externalOAuth.authorizationHeader', invalidValue: authorizationHeader },
    );
  assertError(
    t,
    await update({ action: 'setExternalOAuth', externalOAuth: { url: 'https://x.example.com/i' } }),
    'RequiredField',
    { field: 'actions[0].externalOAuth.authorizationHeader' },
  );
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
  assertError(t, answer, 'InvalidOperation', { message: /started without ENCRYPTION_KEY/ });
  matchWhole(t, (await client.send('GET', `/${own.projectKey}`)).json, { version: 1 });
});

const setIndexes = async (customFieldIndexes: unknown) => {
  const { version } = (await http.send('GET', path)).json as { version: number };
  return http.send('POST', path, {
    body: { version, actions: [{ action: 'setCustomFieldIndexes', customFieldIndexes }] },
  });
};

test('lists the indexed fields, and leaves an equal list as it is', async t => {
  t.notHas((await http.send('GET', path)).json, { customFieldIndexes: [] });
  const fields = [
    { typeId: 'order', name: 'code' },
    { typeId: 'cart', name: 'code' },
  ];
  const { json } = await setIndexes(fields);
  matchWhole(t, json, { version: 2, customFieldIndexes: fields });
  matchWhole(t, (await setIndexes(fields)).json, { version: 2 });
  const { json: without } = await setIndexes([]);
  matchWhole(t, without, { version: 3 });
  t.notOk('customFieldIndexes' in (without as object));
});

test('keeps the limits for late tasks and low stock, and refuses invalid ones', async t => {
  const limits = { lateDays: 7, lowStock: 4 };
  const setLimits = async (taskLimits?: object) => {
    const { version } = (await http.send('GET', path)).json as { version: number };
    return http.send('POST', path, { body: { version, actions: [{ action: 'setTaskLimits', taskLimits }] } });
  };
  matchWhole(t, (await setLimits(limits)).json, { taskLimits: limits });
  const at = (member: string) => ({ code: 'InvalidField', field: `actions[0].taskLimits.${member}` });
  matchWhole(t, errorOf(await setLimits({ ...limits, lowStock: 11 })).errors, [
    { ...at('lowStock'), invalidValue: 11 },
  ]);
  matchWhole(t, errorOf(await setLimits({ ...limits, lateDays: -1 })).errors, [
    { ...at('lateDays'), invalidValue: -1 },
  ]);
  t.notOk('taskLimits' in ((await setLimits()).json as object));
});

test('refuses fields of resources without custom fields, a field twice, and too many', async t => {
  const field = (typeId: string, name = 'code') => ({ typeId, name });
  const wrongType = { code: 'InvalidField', field: 'customFieldIndexes.typeId' };
  const at = (member: string) => ({ field: `actions[0].customFieldIndexes${member}` });
  const tooMany = Array.from({ length: 21 }, (_, number) => field('order', `f${number}x`));
  const duplicate = { code: 'DuplicateField', field: 'customFieldIndexes', duplicateValue: 'order code' };
  const refusals: [unknown, object][] = [
    [[field('zone')], { ...wrongType, invalidValue: 'zone' }],
    [[field('none')], { ...wrongType, invalidValue: 'none' }],
    [[field('order', 'a.b')], { code: 'InvalidField', invalidValue: 'a.b', ...at('[0].name') }],
    [[field('order'), field('order')], { ...duplicate, actionIndex: 0 }],
    [tooMany, { code: 'InvalidField', invalidValue: tooMany, ...at('') }],
    [undefined, { code: 'RequiredField', ...at('') }],
  ];
  for (const [fields, error] of refusals) matchWhole(t, errorOf(await setIndexes(fields)).errors, [error]);
});
