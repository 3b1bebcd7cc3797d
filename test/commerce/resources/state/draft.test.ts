import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import {
  newKey,
  stateDraft,
  orderDraft,
  lineItemDraft,
  money,
  productDraft,
  productTypeDraft,
  referenceTo,
} from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { startStates, stateReference as to } from './startStates.js';
import { createBuyerCart, createQuote, createQuoteRequest, createStagedQuote } from '../../../support/quotes.js';
import type { Resource } from '../../../support/resourceApi.js';

const {
  credentials,
  create,
  refuseCreation,
  http,
  base,
  update,
  refuse,
  remove,
  get,
  createIn,
  quayside,
  projectKey,
  resourcesAt,
} = await startStates();

test('a State has all its members (STATE001, STATE002, STATE003, STATE004, STATE012, STATE013, STATE039)', async t => {
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
  assertError(t, body, 'InvalidField', {
    field: 'roles[0]',
    invalidValue: 'Boss',
    allowedValues: ['ReviewIncludedInStatistics', 'Return'],
  });
});

test('a role belongs to one type of State (STATE022, STATE023)', async t => {
  for (const [role, type, own] of [
    ['Return', 'OrderState', 'LineItemState'],
    ['ReviewIncludedInStatistics', 'LineItemState', 'ReviewState'],
  ] as const) {
    const body = await refuseCreation({ type, roles: [role] });
    assertError(t, body, 'InvalidInput', {
      message: `The role '${role}' belongs to States of type ${own}; this State has the type ${type}.`,
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
  assertError(t, body, 'InvalidField', { field: 'type', invalidValue: 'CartState', allowedValues: types });
});

test('transitions take ids or keys and are stored by id (GEN037, GEN039, STATE011, STATE016, STATE017)', async t => {
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
  assertError(t, body, 'InvalidOperation', {
    message: `A State of type OrderState cannot have a transition to '${other.key}', which has the type PaymentState.`,
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
  assertError(t, body, 'DuplicateField', { field: 'key', duplicateValue: key });
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
      errors: messages.map(message => ({ code: 'InvalidField', field: 'key', invalidValue: key, message })),
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
  assertError(t, body, 'InvalidField', { field: 'name', invalidValue: 'not a tag' });
});

const toPayment = { action: 'changeType', type: 'PaymentState' };

test('refuses to change the type of a State in use (STATE051, STATE054)', async t => {
  const [target, ofOrder] = [await create(), await create()];
  await create({ transitions: [to(target)] });
  await createIn('orders/import', orderDraft({ state: to(ofOrder) }));
  for (const state of [target, ofOrder]) {
    const message = 'Can not change a state while it is referenced by at least one resource.';
    matchWhole(t, await refuse(state, toPayment), {
      statusCode: 400,
      message,
      errors: [{ code: 'ReferenceExists', message }],
    });
    t.same(await get(state), state);
  }
});

test('the refusal of a deletion mentions the deletion (STATE045, error.ff761, error.64564)', async t => {
  const target = await create();
  await create({ transitions: [to(target)] });
  const { json } = await remove(target);
  assertError(t, json, 'ReferenceExists', {
    message: 'Can not delete a state while it is referenced by at least one resource.',
  });
  t.same(await get(target), target);
});

test('changes the type after its transitions are removed, also in the same update (STATE051, STATE054)', async t => {
  const target = await create();
  const holder = await create({ transitions: [to(target)] });
  assertError(t, await refuse(holder, toPayment), 'InvalidOperation', {
    message: /has transitions to States of type OrderState/,
    actionIndex: 0,
  });
  matchWhole(t, await update(holder, { action: 'setTransitions' }, toPayment), { version: 2, type: 'PaymentState' });
});

test('a final State can change its type (STATE051)', async t => {
  matchWhole(t, await update(await create({ transitions: [] }), toPayment), {
    version: 2,
    type: 'PaymentState',
    transitions: [],
  });
});

test('a State with a transition to itself only is not in use (STATE051)', async t => {
  const state = await create();
  const circle = await update(state, { action: 'setTransitions', transitions: [to(state)] });
  matchWhole(t, await update(circle, { action: 'setTransitions' }, toPayment), { version: 3, type: 'PaymentState' });
});

test('the same type changes nothing for a State in use (STATE051)', async t => {
  const target = await create();
  await create({ transitions: [to(target)] });
  t.same(await update(target, { action: 'changeType', type: 'OrderState' }), target);
});

// Resource types with workflows follow the same rules: each is tested with the same three States.
const place = { quayside, projectKey, create: createIn };

interface Workflow {
  readonly path: string;
  readonly make: () => Promise<Resource>;
  /** Returns the action that moves a resource from one State to another; undefined means its first State. */
  readonly move?: (resource: Resource, from: Resource | undefined, to: Resource) => object;
  readonly stateOf?: (resource: Resource) => unknown;
}

interface Items {
  readonly lineItems: readonly { readonly id: string; readonly state: readonly { readonly state: unknown }[] }[];
}
const firstItem = (order: unknown) => (order as Items).lineItems[0]!;
/** Every project has this State, and every line item begins in it. */
const builtIn = { typeId: 'state', key: 'Initial' };

/** Reviews have a type of States but are no resource of this service. */
const workflows: Readonly<Record<string, Workflow>> = {
  OrderState: { path: 'orders', make: () => createIn('orders/import', orderDraft()) },
  LineItemState: {
    path: 'orders',
    make: () => createIn('orders/import', orderDraft({ lineItems: [lineItemDraft({ quantity: 1 })] })),
    move: (order, from, next) => ({
      action: 'transitionLineItemState',
      lineItemId: firstItem(order).id,
      quantity: 1,
      fromState: from === undefined ? builtIn : referenceTo('state', from),
      toState: referenceTo('state', next),
    }),
    stateOf: order => firstItem(order).state[0]!.state,
  },
  ProductState: {
    path: 'products',
    make: async () =>
      createIn(
        'products',
        productDraft({ id: (await createIn('product-types', productTypeDraft([], { key: newKey('type') }))).id }),
      ),
  },
  PaymentState: {
    path: 'payments',
    make: () => createIn('payments', { amountPlanned: money(1_000) }),
    stateOf: ({ paymentStatus }) => (paymentStatus as { readonly state: unknown }).state,
  },
  QuoteRequestState: {
    path: 'quote-requests',
    make: async () => createQuoteRequest(place, await createBuyerCart(place)),
  },
  StagedQuoteState: {
    path: 'staged-quotes',
    make: async () => createStagedQuote(place, await createQuoteRequest(place, await createBuyerCart(place))),
  },
  QuoteState: {
    path: 'quotes',
    make: async () =>
      createQuote(place, await createStagedQuote(place, await createQuoteRequest(place, await createBuyerCart(place)))),
  },
};

const moveOf = (_: Resource, __: Resource | undefined, next: Resource): object => ({
  action: 'transitionState',
  state: referenceTo('state', next),
});

for (const [type, { path, make, move = moveOf, stateOf = ({ state }: Resource) => state }] of Object.entries(workflows))
  test(`${path} have States of type ${type} and follow their transitions (GEN007)`, async t => {
    const api = resourcesAt(path);
    const state = (more: object) => createIn('states', stateDraft({ type, ...more } as never));
    const [last, aside, foreign] = [
      await state({ initial: false, transitions: [] }),
      await state({}),
      await createIn('states', stateDraft({ type: 'ReviewState' })),
    ];
    const first = await state({ transitions: [referenceTo('state', last)] });
    const made = await make();
    assertError(t, await api.refuse(made, move(made, undefined, foreign)), 'InvalidOperation', {
      message: new RegExp(type),
      actionIndex: 0,
    });
    const begun = await api.update(made, move(made, undefined, first));
    assertError(t, await api.refuse(begun, move(begun, first, aside)), 'InvalidOperation', {
      message: /has no transition to/,
      actionIndex: 0,
    });
    const ended = await api.update(begun, move(begun, first, last));
    t.same(stateOf(ended), referenceTo('state', last));
    assertError(t, await api.refuse(ended, move(ended, last, aside)), 'InvalidOperation', {
      message: /it is final/,
      actionIndex: 0,
    });
  });
