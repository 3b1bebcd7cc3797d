/** Update actions and deletions of States; a refused request changes nothing. */
import type { StateUpdateAction } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { newKey, stateDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { rejectionOf, bodyOf, sdkOf } from '../../../support/sdk.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { startStates } from './startStates.js';

const { create, update, refuse, get, sdk, quayside, refuseCreation, remove, builtInState, http, base } =
  await startStates();

const without = (action: string) => ({ action });

test('updates by id and by key (STATE041, STATE042, STATE047)', async t => {
  const state = await create();
  const first = await update(state, { action: 'setName', name: { en: 'One' } });
  matchWhole(t, first, { id: state.id, version: 2, name: { en: 'One' } });
  const second = await sdk
    .states()
    .withKey({ key: state.key })
    .post({ body: { version: 2, actions: [{ action: 'setName', name: { en: 'Two' } }] } })
    .execute();
  t.equal(second.statusCode, 200);
  matchWhole(t, second.body, { id: state.id, version: 3, name: { en: 'Two' } });
  assertUnknownAction(t, await refuse(second.body, without('setColour')), 'setColour', 'State');
});

test('changeKey changes the key (STATE048, state.a9349)', async t => {
  const state = await create();
  const key = newKey('changed');
  matchWhole(t, await update(state, { action: 'changeKey', key }), { key, version: 2 });
  t.equal(
    (await rejectionOf(sdk.states().withKey({ key: state.key }).get())).statusCode,
    404,
    'the old key finds nothing',
  );
  t.equal((await create({ key: state.key })).key, state.key, 'the old key can be used again');
  for (const wrong of ['', ' '])
    matchWhole(t, await refuse({ ...state, version: 2 }, { action: 'changeKey', key: wrong }), {
      errors: [
        { code: 'InvalidField', field: 'actions[0].key', invalidValue: wrong, message: /at least 2 character/ },
        { code: 'InvalidField', field: 'actions[0].key', invalidValue: wrong, message: /a key of letters, digits/ },
      ],
    });
  for (const [action, code, members] of [
    [without('changeKey'), 'RequiredField', { field: 'actions[0].key' }],
    [{ action: 'changeKey', key: state.key }, 'DuplicateField', { field: 'key', duplicateValue: state.key }],
  ] as const)
    assertError(t, await refuse({ ...state, version: 2 }, action), code, members);
});

test('setName and setDescription set texts, and remove them with an empty value (STATE049, STATE050)', async t => {
  for (const [action, field] of [
    ['setName', 'name'],
    ['setDescription', 'description'],
  ] as const) {
    let state = await create();
    state = await update(state, { action, [field]: { en: 'Text', de: 'Wort' } });
    t.same(state[field], { en: 'Text', de: 'Wort' });
    state = await update(state, { action, [field]: {} });
    t.notOk(field in state);
    state = await update(state, { action, [field]: { en: 'Again' } });
    t.notOk(field in (await update(state, without(action))));
  }
});

test('changeType changes the type (STATE051, state.a9349)', async t => {
  const state = await create();
  matchWhole(t, await update(state, { action: 'changeType', type: 'ProductState' }), {
    type: 'ProductState',
    version: 2,
  });
  assertError(t, await refuse({ ...state, version: 2 }, without('changeType')), 'RequiredField', {
    field: 'actions[0].type',
  });
  assertError(t, await refuse({ ...state, version: 2 }, { action: 'changeType', type: '' }), 'InvalidField', {
    field: 'actions[0].type',
    invalidValue: '',
    allowedValues: [
      'OrderState',
      'LineItemState',
      'ProductState',
      'ReviewState',
      'PaymentState',
      'QuoteRequestState',
      'StagedQuoteState',
      'QuoteState',
    ],
  });
});

test('refuses a type that contradicts roles or transitions (STATE054, STATE060)', async t => {
  const target = await create();
  const holder = await create({ transitions: [{ typeId: 'state', id: target.id }] });
  const withRole = await create({ type: 'LineItemState', roles: ['Return'] });
  for (const [action, code, members] of [
    [holder, 'InvalidOperation', { actionIndex: 0 }],
    [target, 'ReferenceExists', {}],
    [withRole, 'InvalidInput', { message: /'Return' belongs to States of type LineItemState/, actionIndex: 0 }],
  ] as const)
    assertError(t, await refuse(action, { action: 'changeType', type: 'QuoteState' }), code, members);
});

test('changeInitial changes the flag (STATE052)', async t => {
  const state = await create();
  matchWhole(t, await update(state, { action: 'changeInitial', initial: false }), { initial: false, version: 2 });
  assertError(t, await refuse({ ...state, version: 2 }, without('changeInitial')), 'RequiredField', {
    field: 'actions[0].initial',
  });
});

test('setTransitions removes the member without a value and keeps an empty list (STATE053, STATE059)', async t => {
  const [a, b] = [await create(), await create()];
  let state = await create();
  state = await update(state, {
    action: 'setTransitions',
    transitions: [
      { typeId: 'state', key: a.key },
      { typeId: 'state', id: b.id },
    ],
  });
  t.same(state.transitions, [
    { typeId: 'state', id: a.id },
    { typeId: 'state', id: b.id },
  ]);
  state = await update(state, { action: 'setTransitions', transitions: [] });
  t.same(state.transitions, []);
  state = await update(state, without('setTransitions'));
  t.notOk('transitions' in state);
  state = await update(state, { action: 'setTransitions', transitions: [{ typeId: 'state', id: state.id }] });
  t.same(state.transitions, [{ typeId: 'state', id: state.id }], 'a transition may lead to the same State');
  t.notOk('transitions' in (await update(state, { action: 'setTransitions', transitions: null })));
});

test('setTransitions refuses missing targets (STATE055)', async t => {
  const state = await create();
  const body = await refuse(
    state,
    { action: 'setName', name: { en: 'x' } },
    { action: 'setTransitions', transitions: [{ typeId: 'state', key: 'nowhere' }] },
  );
  assertError(t, body, 'ReferencedResourceNotFound', { typeId: 'state', key: 'nowhere' });
  t.same(await get(state), state);
});

test('setRoles, addRoles and removeRoles change the roles (STATE056, STATE057, STATE058)', async t => {
  let state = await create({ type: 'LineItemState' });
  state = await update(state, { action: 'addRoles', roles: ['Return'] });
  t.same(state.roles, ['Return']);
  t.equal(
    (await update(state, { action: 'addRoles', roles: ['Return'] })).version,
    state.version,
    'an existing role changes nothing',
  );
  state = await update(state, { action: 'removeRoles', roles: ['Return'] });
  t.notOk('roles' in state);
  state = await update(state, { action: 'setRoles', roles: ['Return'] });
  t.same(state.roles, ['Return']);
  t.notOk('roles' in (await update(state, { action: 'setRoles', roles: [] })));
  assertError(t, await refuse(await create(), { action: 'addRoles', roles: ['Return'] }), 'InvalidInput', {
    message: /belongs to States of type LineItemState/,
    actionIndex: 0,
  });
});

test('actions of one update see earlier results (GEN067)', async t => {
  const state = await create();
  const after = await update(
    state,
    { action: 'changeType', type: 'LineItemState' },
    { action: 'setRoles', roles: ['Return'] },
    { action: 'setName', name: { en: 'Return' } },
  );
  matchWhole(t, after, { version: 2, type: 'LineItemState', roles: ['Return'], name: { en: 'Return' } });
});

test('refuses an update with changeKey of the built-in State as a whole (STATE008, STATE009)', async t => {
  const initial = await builtInState();
  const json = await refuse(
    initial,
    { action: 'setName', name: { en: 'Start' } },
    { action: 'changeKey', key: 'Start' },
  );
  assertError(t, json, 'InvalidOperation', {
    message: "The key of the built-in State 'Initial' cannot be changed.",
    actionIndex: 1,
  });
  t.same(await get(initial), initial);
  t.equal((await rejectionOf(sdk.states().withKey({ key: 'Start' }).get())).statusCode, 404);
});

test('refuses to delete the built-in State by key (STATE007, STATE009)', async t => {
  const initial = await builtInState();
  const { body } = await rejectionOf(
    sdk
      .states()
      .withKey({ key: 'Initial' })
      .delete({ queryArgs: { version: initial.version } }),
  );
  assertError(t, body, 'InvalidOperation', { message: "The State 'Initial' is built in and cannot be deleted." });
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
    const message = `Object ${state.id} has a different version than expected. Expected: 1 - Actual: 2.`;
    matchWhole(t, (await rejectionOf(call)).body, {
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
    assertError(t, await http.send('DELETE', `${base}/states/${address}`), 'RequiredField', { field: 'version' });
    assertError(t, await http.send('DELETE', `${base}/states/${address}?version=one`), 'InvalidInput', {
      message: /version: expected an integer.*got 'one'/,
    });
  }
  t.same(await get(state), state);
});

test('answers 404 for updates and deletions of unknown States (STATE035)', async t => {
  const body = { version: 1, actions: [] as StateUpdateAction[] };
  for (const call of [
    sdk.states().withKey({ key: 'unknown' }).post({ body }),
    sdk
      .states()
      .withKey({ key: 'unknown' })
      .delete({ queryArgs: { version: 1 } }),
    sdk.states().withId({ ID: 'unknown' }).post({ body }),
    sdk
      .states()
      .withId({ ID: 'unknown' })
      .delete({ queryArgs: { version: 1 } }),
  ])
    assertError(t, await rejectionOf(call), 'ResourceNotFound', {
      message: /The state with (id|key) 'unknown' was not found\./,
    });
});

test('a duplicate writes nothing, and the key of a deleted State can be used again (STATE040)', async t => {
  const key = newKey('twice');
  const state = await create({ key });
  const before = (await bodyOf(sdk.states().get())).total;
  assertError(t, await refuseCreation({ key, type: 'QuoteState' }), 'DuplicateField', {
    field: 'key',
    duplicateValue: key,
  });
  t.equal((await bodyOf(sdk.states().get())).total, before);
  await remove(state);
  t.equal((await create({ key })).key, key);
});

test('the same key in another project names another State (STATE002)', async t => {
  const other = sdkOf(quayside, await quayside.project());
  const key = newKey('both');
  const here = await create({ key });
  const there = await bodyOf(other.states().post({ body: stateDraft({ key }) }));
  t.not(here.id, there.id);
  t.same(await bodyOf(sdk.states().withKey({ key }).get()), here);
  t.equal((await rejectionOf(other.states().withId({ ID: here.id }).get())).statusCode, 404);
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
    assertError(t, await refuse(state, { action }), 'RequiredField', { field: `actions[0].${missing}` });
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
