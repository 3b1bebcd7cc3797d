import { test } from '../../support/tap.js';
import { newKey, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startStates } from './startStates.js';

const { credentials, create, refuseCreation, http, base } = await startStates();

test('a State has the members of its draft and of the service (STATE001, STATE002, STATE003, STATE004, STATE012, STATE013, STATE039)', async t => {
  const draft = stateDraft({
    type: 'PaymentState',
    name: { en: 'Paid', 'de-DE': 'Bezahlt' },
    description: { en: 'All of it' },
  });
  const state = await create(draft);
  matchWhole(t, state, {
    ...draft,
    version: 1,
    createdBy: { clientId: credentials.clientId },
    lastModifiedBy: { clientId: credentials.clientId },
  });
  t.type(state.id, 'string');
  t.equal(state.createdAt, state.lastModifiedAt);
  t.notOk('roles' in state || 'transitions' in state, 'members that the draft does not set are absent');
});

test('initial is true by default, builtIn always false (STATE005, STATE006, STATE014)', async t => {
  matchWhole(t, await create(), { initial: true, builtIn: false });
  matchWhole(t, await create({ initial: false }), { initial: false });
  matchWhole(t, await create({ builtIn: true }), { builtIn: false });
});

test('takes each role once (STATE010, STATE015, STATE021)', async t => {
  t.same((await create({ type: 'ReviewState', roles: ['ReviewIncludedInStatistics'] })).roles, [
    'ReviewIncludedInStatistics',
  ]);
  t.same(
    (await create({ type: 'LineItemState', roles: ['Return', 'Return'] })).roles,
    ['Return'],
    'stores each value once',
  );
  const body = await refuseCreation({ type: 'LineItemState', roles: ['Boss'] });
  matchWhole(t, body, {
    statusCode: 400,
    errors: [
      {
        code: 'InvalidField',
        field: 'roles[0]',
        invalidValue: 'Boss',
        allowedValues: ['ReviewIncludedInStatistics', 'Return'],
      },
    ],
  });
});

test('a role belongs to one type of State (STATE022, STATE023)', async t => {
  for (const [role, type, own] of [
    ['Return', 'OrderState', 'LineItemState'],
    ['ReviewIncludedInStatistics', 'LineItemState', 'ReviewState'],
  ] as const) {
    const body = await refuseCreation({ type, roles: [role] });
    matchWhole(t, body, {
      statusCode: 400,
      errors: [
        {
          code: 'InvalidInput',
          message: `The role '${role}' belongs to States of type ${own}; this State has the type ${type}.`,
        },
      ],
    });
  }
});

test('takes eight types only (STATE019, STATE020)', async t => {
  const types = [
    'OrderState',
    'LineItemState',
    'ProductState',
    'ReviewState',
    'PaymentState',
    'QuoteRequestState',
    'StagedQuoteState',
    'QuoteState',
  ];
  for (const type of types) t.equal((await create({ type })).type, type);
  const body = await refuseCreation({ type: 'CartState' });
  matchWhole(t, body, {
    statusCode: 400,
    errors: [
      {
        code: 'InvalidField',
        field: 'type',
        invalidValue: 'CartState',
        allowedValues: types,
      },
    ],
  });
});

test('transitions are given by id or key and stored as references by id (GEN037, GEN039, STATE011, STATE016, STATE017)', async t => {
  const [a, b] = [await create(), await create()];
  const { transitions } = await create({
    transitions: [
      { typeId: 'state', id: a.id },
      { typeId: 'state', key: b.key },
    ],
  });
  t.same(transitions, [
    { typeId: 'state', id: a.id },
    { typeId: 'state', id: b.id },
  ]);
  for (const identifier of [{ typeId: 'state' }, { typeId: 'state', id: a.id, key: b.key }]) {
    const body = await refuseCreation({ transitions: [identifier as { typeId: 'state'; id: string }] });
    t.equal(body.statusCode, 400, 'a reference has either id or key');
  }
});

test('distinguishes missing transitions from an empty list (STATE028)', async t => {
  t.notOk('transitions' in (await create()));
  t.same((await create({ transitions: [] })).transitions, []);
});

test('refuses transitions to States of another type (STATE054)', async t => {
  const other = await create({ type: 'PaymentState' });
  const body = await refuseCreation({ transitions: [{ typeId: 'state', id: other.id }] });
  matchWhole(t, body, {
    statusCode: 400,
    errors: [
      {
        code: 'InvalidOperation',
        message: `A State of type OrderState cannot have a transition to '${other.key}', which has the type PaymentState.`,
      },
    ],
  });
});

test('refuses transitions to missing States (STATE055)', async t => {
  for (const identifier of [{ id: '00000000-0000-4000-8000-000000000000' }, { key: newKey('missing') }]) {
    const body = await refuseCreation({ transitions: [{ typeId: 'state', ...identifier }] });
    matchWhole(t, body, {
      statusCode: 400,
      errors: [{ code: 'ReferencedResourceNotFound', typeId: 'state', ...identifier }],
    });
  }
});

test('refuses a duplicate key (STATE040)', async t => {
  const { key } = await create();
  const body = await refuseCreation({ key });
  matchWhole(t, body, { statusCode: 400, errors: [{ code: 'DuplicateField', field: 'key', duplicateValue: key }] });
});

test('a key has 2 to 256 letters, digits, hyphens and underscores (GEN030)', async t => {
  for (const key of ['ab', 'A_b-9', 'k'.repeat(256)]) t.equal((await create({ key })).key, key);
  const [tooShort, tooLong, malformed] = [
    /at least 2 characters/,
    /at most 256 characters/,
    /a key of letters, digits/,
  ];
  for (const [key, ...messages] of [
    ['', tooShort, malformed],
    ['a', tooShort],
    ['k'.repeat(257), tooLong],
    ['with space', malformed],
    ['ümlaut', malformed],
    ['a/b', malformed],
    ['a.b', malformed],
  ] as const)
    matchWhole(t, await refuseCreation({ key }), {
      statusCode: 400,
      errors: messages.map(message => ({
        code: 'InvalidField',
        field: 'key',
        invalidValue: key,
        message,
      })),
    });
});

test('refuses a draft with all its errors together (ERR004)', async t => {
  const { json } = await http.send('POST', `${base}/states`, {
    body: { key: 7, initial: 'yes', name: { en: 1 }, roles: 'Return' },
  });
  const { errors, message } = json as { errors: { code: string; message: string }[]; message: string };
  t.equal(errors.length, 5);
  t.equal(message, errors[0]!.message);
  matchWhole(t, errors.map(each => each.code).sort(), [
    'InvalidJsonInput',
    'InvalidJsonInput',
    'InvalidJsonInput',
    'InvalidJsonInput',
    'RequiredField',
  ]);
});

test('names are localized strings (GEN040)', async t => {
  const body = await refuseCreation({ name: { 'not a tag': 'x' } });
  matchWhole(t, body, {
    statusCode: 400,
    errors: [{ code: 'InvalidField', field: 'name', invalidValue: 'not a tag' }],
  });
});
