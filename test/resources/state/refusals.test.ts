/** A refused request changes nothing. */
import type { StateUpdateAction } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { newKey, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { rejectionOf, sdkOf } from '../../support/sdk.js';
import { startStates } from './startStates.js';

const { quayside, create, update, refuse, refuseCreation, remove, get, builtInState, sdk, http, base } =
  await startStates();

test('refuses an update with changeKey of the built-in State as a whole (STATE008, STATE009)', async t => {
  const initial = await builtInState();
  const json = await refuse(
    initial,
    { action: 'setName', name: { en: 'Start' } },
    { action: 'changeKey', key: 'Start' },
  );
  matchWhole(t, json, {
    statusCode: 400,
    errors: [
      {
        code: 'InvalidOperation',
        message: "The key of the built-in State 'Initial' cannot be changed.",
        actionIndex: 1,
      },
    ],
  });
  t.same(await get(initial), initial);
  t.equal((await rejectionOf(sdk.states().withKey({ key: 'Start' }).get().execute())).statusCode, 404);
});

test('refuses to delete the built-in State by key (STATE007, STATE009)', async t => {
  const initial = await builtInState();
  const { body } = await rejectionOf(
    sdk
      .states()
      .withKey({ key: 'Initial' })
      .delete({ queryArgs: { version: initial.version } })
      .execute(),
  );
  matchWhole(t, body, {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation', message: "The State 'Initial' is built in and cannot be deleted." }],
  });
  t.same(await get(initial), initial);
});

test('every change refuses another version and names the current one (STATE046)', async t => {
  const state = await create();
  const stored = await update(state, { action: 'changeInitial', initial: false });
  const body = { version: 1, actions: [{ action: 'setName' as const, name: { en: 'Late' } }] };
  const queryArgs = { version: 1 };
  const [byId, byKey] = [sdk.states().withId({ ID: state.id }), sdk.states().withKey({ key: state.key })];
  for (const call of [
    byId.post({ body }),
    byKey.post({ body }),
    byId.delete({ queryArgs }),
    byKey.delete({ queryArgs }),
  ]) {
    const message = 'Version mismatch. Expected version 1, current version is 2.';
    matchWhole(t, (await rejectionOf(call.execute())).body, {
      statusCode: 409,
      message,
      errors: [{ code: 'ConcurrentModification', currentVersion: 2 }],
    });
  }
  t.same(await get(state), stored);
});

test('a deletion needs a numeric version (STATE043, STATE044, GEN082)', async t => {
  const state = await create();
  for (const address of [state.id, `key=${state.key}`]) {
    matchWhole(t, (await http.send('DELETE', `${base}/states/${address}`)).json, {
      statusCode: 400,
      errors: [{ code: 'RequiredField', field: 'version' }],
    });
    matchWhole(t, (await http.send('DELETE', `${base}/states/${address}?version=one`)).json, {
      statusCode: 400,
      errors: [{ code: 'InvalidInput', message: /version: expected an integer.*got 'one'/ }],
    });
  }
  t.same(await get(state), state);
});

test('answers 404 for updates and deletions of unknown States (STATE035)', async t => {
  const body = { version: 1, actions: [] as StateUpdateAction[] };
  for (const call of [
    sdk.states().withKey({ key: 'nobody' }).post({ body }),
    sdk
      .states()
      .withKey({ key: 'nobody' })
      .delete({ queryArgs: { version: 1 } }),
    sdk.states().withId({ ID: 'nobody' }).post({ body }),
    sdk
      .states()
      .withId({ ID: 'nobody' })
      .delete({ queryArgs: { version: 1 } }),
  ])
    matchWhole(t, (await rejectionOf(call.execute())).body, {
      statusCode: 404,
      errors: [{ code: 'ResourceNotFound', message: /The state with (id|key) 'nobody' was not found\./ }],
    });
});

test('a duplicate writes nothing, and the key of a deleted State can be used again (STATE040)', async t => {
  const key = newKey('twice');
  const state = await create({ key });
  const before = (await sdk.states().get().execute()).body.total;
  matchWhole(t, await refuseCreation({ key, type: 'QuoteState' }), {
    statusCode: 400,
    errors: [{ code: 'DuplicateField', field: 'key', duplicateValue: key }],
  });
  t.equal((await sdk.states().get().execute()).body.total, before);
  await remove(state);
  t.equal((await create({ key })).key, key);
});

test('the same key in another project names another State (STATE002)', async t => {
  const other = sdkOf(quayside, await quayside.project());
  const key = newKey('both');
  const here = await create({ key });
  const { body: there } = await other
    .states()
    .post({ body: stateDraft({ key }) })
    .execute();
  t.not(here.id, there.id);
  t.same((await sdk.states().withKey({ key }).get().execute()).body, here);
  t.equal((await rejectionOf(other.states().withId({ ID: here.id }).get().execute())).statusCode, 404);
});

for (const [clauses, action, missing] of [
  ['STATE057', 'addRoles', 'roles'],
  ['STATE058', 'removeRoles', 'roles'],
  ['STATE048', 'changeKey', 'key'],
  ['STATE051', 'changeType', 'type'],
  ['STATE052', 'changeInitial', 'initial'],
] as const)
  test(`${action} needs ${missing} (${clauses})`, async t => {
    const state = await create();
    matchWhole(t, await refuse(state, { action }), {
      statusCode: 400,
      errors: [{ code: 'RequiredField', field: `actions[0].${missing}` }],
    });
    t.same(await get(state), state);
  });

test('refuses all missing targets together (STATE055)', async t => {
  const state = await create();
  const json = await refuse(state, {
    action: 'setTransitions',
    transitions: [{ key: 'no-1' }, { typeId: 'state', id: 'no-2' }],
  });
  matchWhole(t, json, {
    statusCode: 400,
    errors: [
      { code: 'ReferencedResourceNotFound', typeId: 'state', key: 'no-1' },
      { code: 'ReferencedResourceNotFound', typeId: 'state', id: 'no-2' },
    ],
  });
  t.same(await get(state), state);
});
