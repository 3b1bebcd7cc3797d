import { assertSingleError } from '../../support/refusal.js';
import type { Store } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { newKey, orderDraft } from '../../support/drafts.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { rejectionOf } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';

const stores = await startResourceApi<Store>('stores');
const { quayside, credentials, projectKey, sdk, base, createIn, resourcesAt, get, update, refuse } = stores;
const create = (changes: object = {}) => stores.create({ key: newKey('store'), ...changes });

test('requires a unique, well-formed key (GEN030)', async t => {
  const { key } = await create();
  matchWhole(t, await stores.refuseCreation({ key }), {
    statusCode: 400,
    errors: [{ code: 'DuplicateField', field: 'key', duplicateValue: key }],
  });
  for (const wrong of ['a', 'with space', 'x'.repeat(257), 'a/b'])
    matchWhole(
      t,
      await stores.refuseCreation({ key: wrong }),
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

test('refuses to delete a store that an order refers to (ORD010)', async t => {
  const store = await create();
  const order = await createIn('orders/import', orderDraft({ store: { typeId: 'store', key: store.key } }));
  const queryArgs = { version: 1 };
  for (const one of [sdk.stores().withId({ ID: store.id }), sdk.stores().withKey({ key: store.key })])
    matchWhole(t, (await rejectionOf(one.delete({ queryArgs }).execute())).body, {
      statusCode: 400,
      errors: [
        {
          code: 'ReferenceExists',
          message: `The store with identifier '${store.id}' cannot be deleted because other resources refer to it.`,
        },
      ],
    });
  await resourcesAt('orders').remove(order);
  t.equal((await sdk.stores().withKey({ key: store.key }).delete({ queryArgs }).execute()).statusCode, 200);
});

test('reads with view_stores, and reads and writes with manage_stores', async t => {
  for (const [scope, written] of [
    ['view_stores', 403],
    ['manage_stores', 201],
  ] as const) {
    const http = quayside.http.as(await quayside.token(credentials, `${scope}:${projectKey}`));
    t.equal((await http.send('GET', `${base}/stores`)).status, 200);
    t.equal((await http.send('POST', `${base}/stores`, { body: { key: newKey('store') } })).status, written);
  }
});
