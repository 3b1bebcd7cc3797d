import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { rejectionOf } from '../../support/sdk.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { startStates } from './startStates.js';

const { create, update, refuse, get, sdk } = await startStates();

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

test('changeKey changes the key (STATE048)', async t => {
  const state = await create();
  const key = newKey('changed');
  matchWhole(t, await update(state, { action: 'changeKey', key }), { key, version: 2 });
  t.equal(
    (await rejectionOf(sdk.states().withKey({ key: state.key }).get().execute())).statusCode,
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
  matchWhole(t, await refuse({ ...state, version: 2 }, without('changeKey')), {
    errors: [{ code: 'RequiredField', field: 'actions[0].key' }],
  });
  matchWhole(t, await refuse({ ...state, version: 2 }, { action: 'changeKey', key: state.key }), {
    errors: [{ code: 'DuplicateField', field: 'key', duplicateValue: state.key }],
  });
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

test('changeType changes the type (STATE051)', async t => {
  const state = await create();
  matchWhole(t, await update(state, { action: 'changeType', type: 'ProductState' }), {
    type: 'ProductState',
    version: 2,
  });
  matchWhole(t, await refuse({ ...state, version: 2 }, without('changeType')), {
    errors: [{ code: 'RequiredField', field: 'actions[0].type' }],
  });
  matchWhole(t, await refuse({ ...state, version: 2 }, { action: 'changeType', type: '' }), {
    errors: [
      {
        code: 'InvalidField',
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
      },
    ],
  });
});

test('refuses a type that contradicts roles or transitions (STATE054, STATE060)', async t => {
  const target = await create();
  const holder = await create({ transitions: [{ typeId: 'state', id: target.id }] });
  const withRole = await create({ type: 'LineItemState', roles: ['Return'] });
  matchWhole(t, await refuse(holder, { action: 'changeType', type: 'QuoteState' }), {
    errors: [{ code: 'InvalidOperation', actionIndex: 0 }],
  });
  matchWhole(t, await refuse(target, { action: 'changeType', type: 'QuoteState' }), {
    errors: [{ code: 'ReferenceExists' }],
  });
  matchWhole(t, await refuse(withRole, { action: 'changeType', type: 'QuoteState' }), {
    errors: [{ code: 'InvalidInput', message: /'Return' belongs to States of type LineItemState/, actionIndex: 0 }],
  });
});

test('changeInitial changes the flag (STATE052)', async t => {
  const state = await create();
  matchWhole(t, await update(state, { action: 'changeInitial', initial: false }), { initial: false, version: 2 });
  matchWhole(t, await refuse({ ...state, version: 2 }, without('changeInitial')), {
    errors: [{ code: 'RequiredField', field: 'actions[0].initial' }],
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
  matchWhole(t, body, {
    statusCode: 400,
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'state', key: 'nowhere' }],
  });
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
  matchWhole(t, await refuse(await create(), { action: 'addRoles', roles: ['Return'] }), {
    errors: [{ code: 'InvalidInput', message: /belongs to States of type LineItemState/, actionIndex: 0 }],
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
