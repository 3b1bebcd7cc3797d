/** The States of orders and of the pieces of their items. */
import type { Order, State } from '@commercetools/platform-sdk';
import { customLineItemDraft, lineItemDraft, stateDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { refusedWith, startOrders } from '../../../support/orders.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { bodyOf } from '../../../support/sdk.js';

const { create, update, refuse, updateMessagesOf, sdk, createIn } = await startOrders();

const makeState = async (changes: object = {}) =>
  await bodyOf(sdk.states().post({ body: stateDraft({ type: 'LineItemState', ...changes }) }));
const initial = await bodyOf(sdk.states().withKey({ key: 'Initial' }).get());
const [picked, packed] = [await makeState(), await makeState()];
const final = await makeState({ transitions: [] });
const strict = await makeState({ transitions: [{ typeId: 'state', id: packed.id }] });
const ofOrders = await makeState({ type: 'OrderState' });
const reference = ({ id }: { id: string }) => ({ typeId: 'state', id });

const both = () =>
  create({
    lineItems: [lineItemDraft({ quantity: 5, key: 'li' })],
    customLineItems: [{ ...customLineItemDraft(), quantity: 5, key: 'cli' }],
  });

for (const [kind, list, clauses, importClauses, message] of [
  [
    'LineItem',
    'lineItems',
    'OACT015, OACT016, OACT017, OACT018, EVT008',
    'OACT022, OACT023, OACT024, STATE028, order.cf207',
    'LineItemStateTransition',
  ],
  [
    'CustomLineItem',
    'customLineItems',
    'OACT019, OACT020, OACT021, EVT009',
    'OACT025, OACT026, OACT027, order.4bb31',
    'CustomLineItemStateTransition',
  ],
] as const) {
  const idField = `${kind[0]!.toLowerCase()}${kind.slice(1)}Id`;
  const keyField = idField.replace('Id', 'Key');
  const itemOf = (order: Order) => order[list][0]!;
  const move = (order: Order, quantity: number, from: { id: string }, to: { id: string }, more: object = {}) => ({
    action: `transition${kind}State`,
    [idField]: itemOf(order).id,
    quantity,
    fromState: reference(from),
    toState: reference(to),
    ...more,
  });
  const states = (order: Order) => itemOf(order).state.map(({ quantity, state }) => [quantity, state.id]);

  test(`transition${kind}State moves pieces from one State to another (${clauses})`, async t => {
    const order = await both();
    const first = await update(
      order,
      move(order, 2, initial, picked, { actualTransitionDate: '2026-01-02T03:04:05.000Z' }),
    );
    t.same(states(first), [
      [3, initial.id],
      [2, picked.id],
    ]);
    const second = await update(first, move(order, 1, initial, picked), move(order, 3, picked, packed));
    t.same(
      states(second),
      [
        [2, initial.id],
        [3, packed.id],
      ],
      'a State without pieces has no entry',
    );
    matchWhole(t, await updateMessagesOf(order), [
      {
        type: message,
        [idField]: itemOf(order).id,
        [keyField]: itemOf(order).key,
        transitionDate: '2026-01-02T03:04:05.000Z',
        quantity: 2,
        fromState: reference(initial),
        toState: reference(picked),
      },
      { type: message, quantity: 1, transitionDate: /Z$/ },
      { type: message, quantity: 3, fromState: reference(picked), toState: reference(packed) },
    ]);
    const byKey = { ...move(order, 1, initial, picked), [idField]: undefined, [keyField]: itemOf(order).key };
    t.same(states(await update(second, byKey))[0], [1, initial.id]);
  });

  test(`items follow the transitions of States: unset, empty and filled lists differ (${clauses})`, async t => {
    const order = await update(await both(), {
      action: `import${kind}State`,
      [idField]: undefined,
      [keyField]: kind === 'LineItem' ? 'li' : 'cli',
      state: [
        { quantity: 2, state: reference(strict) },
        { quantity: 2, state: reference(final) },
        { quantity: 1, state: reference(picked) },
      ],
    });
    matchWhole(
      t,
      await refuse(order, move(order, 1, strict, picked)),
      refusedWith('InvalidOperation', /has no transition to/),
    );
    matchWhole(t, await refuse(order, move(order, 1, final, picked)), refusedWith('InvalidOperation', /it is final/));
    const after = await update(order, move(order, 1, strict, packed), move(order, 1, picked, final));
    t.same(states(after), [
      [1, strict.id],
      [3, final.id],
      [1, packed.id],
    ]);
  });

  test(`refuses missing pieces and States of another type (${clauses})`, async t => {
    const order = await both();
    for (const [action, expected] of [
      [
        move(order, 6, initial, picked),
        refusedWith('InvalidOperation', /6 pieces cannot leave the State 'Initial': 5 of the item are in it/),
      ],
      [move(order, 1, packed, picked), refusedWith('InvalidOperation', /0 of the item are in it/)],
      [move(order, 1, initial, ofOrders), refusedWith('InvalidOperation', /States of type LineItemState/)],
      [
        { ...move(order, 1, initial, picked), [idField]: 'unknown' },
        refusedWith('InvalidOperation', /with id 'unknown'/),
      ],
    ] as const)
      matchWhole(t, await refuse(order, action), expected);
    assertError(t, await refuse(order, move(order, 1, initial, { id: 'nowhere' })), 'ReferencedResourceNotFound', {
      typeId: 'state',
      id: 'nowhere',
    });
    matchWhole(t, await refuse(order, { action: `transition${kind}State` }), {
      errors: [
        { code: 'RequiredField', field: 'actions[0].quantity' },
        { code: 'RequiredField', field: 'actions[0].fromState' },
        { code: 'RequiredField', field: 'actions[0].toState' },
      ],
    });
  });

  test(`import${kind}State ignores transition rules, and refuses wrong quantities (${importClauses})`, async t => {
    const order = await both();
    const set = (...pieces: [number, { id: string }][]) => ({
      action: `import${kind}State`,
      [idField]: itemOf(order).id,
      state: pieces.map(([quantity, state]) => ({ quantity, state: reference(state) })),
    });
    const after = await update(order, set([4, final], [1, strict]));
    t.same(states(after), [
      [4, final.id],
      [1, strict.id],
    ]);
    t.same(states(await update(after, set([5, picked]))), [[5, picked.id]], 'an import leaves a final State');
    t.same(await updateMessagesOf(order), [], 'sends no message (OACT102)');
    const split = await update(await both(), {
      action: `import${kind}State`,
      [keyField]: kind === 'LineItem' ? 'li' : 'cli',
      state: [
        { quantity: 2, state: reference(picked) },
        { quantity: 3, state: reference(picked) },
      ],
    });
    t.same(states(split), [[5, picked.id]], 'each State has one entry');
    t.same(states(await update(split, { ...move(split, 4, picked, packed) })), [
      [1, picked.id],
      [4, packed.id],
    ]);
    const other = await both();
    matchWhole(
      t,
      await refuse(other, { ...set(), [idField]: itemOf(other).id }),
      refusedWith('InvalidInput', /add up to 0; expected 5/),
    );
    const wrong: readonly (readonly [[number, { id: string }][], number])[] = [
      [[[4, picked]], 4],
      [
        [
          [5, picked],
          [1, packed],
        ],
        6,
      ],
    ];
    for (const [pieces, sum] of wrong)
      matchWhole(
        t,
        await refuse(other, { ...set(...pieces), [idField]: itemOf(other).id }),
        refusedWith('InvalidInput', new RegExp(`add up to ${sum}; expected 5`)),
      );
  });
}

const newState = (changes: object = {}) => createIn<State>('states', stateDraft(changes));
const to = ({ id }: { id: string }) => ({ typeId: 'state' as const, id });
const other = await newState({ initial: false });
const listed = await newState({ initial: false });
const anywhere = await newState();
const restricted = await newState({ transitions: [to(listed)] });
const finalState = await newState({ transitions: [] });
const ofItems = await newState({ type: 'LineItemState' });
const orderIn = (state: { id: string }) => create({ state: to(state) });
const transition = (state: { id: string }, force?: boolean) => ({ action: 'transitionState', state: to(state), force });
const move = (order: Order, ...given: Parameters<typeof transition>) => update(order, transition(...given));
const refuseMove = (order: Order, ...given: Parameters<typeof transition>) => refuse(order, transition(...given));

test('an order without a State begins with an initial one (OACT035)', async t => {
  const order = await create();
  const { statusCode, errors } = await refuseMove(order, other);
  t.equal(statusCode, 400);
  matchWhole(t, errors, [
    {
      code: 'InvalidOperation',
      message: `An order without a State can only move to an initial one; '${other.key}' is not initial.`,
      actionIndex: 0,
    },
  ]);
  t.same((await move(order, restricted)).state, to(restricted));
});

test('without transitions any State of the type may follow (OACT037, STATE025)', async t => {
  t.same((await move(await orderIn(anywhere), other)).state, to(other));
});

test('with transitions, only the listed States may follow (OACT036, STATE027)', async t => {
  t.same((await move(await orderIn(restricted), listed)).state, to(listed));
  const order = await orderIn(restricted);
  const { errors } = await refuseMove(order, other);
  matchWhole(t, errors, [
    {
      code: 'InvalidOperation',
      message: new RegExp(`has no transition to '${other.key}'.*it allows ${listed.id}`),
      actionIndex: 0,
    },
  ]);
});

test('with an empty list of transitions no State may follow (OACT038, STATE026)', async t => {
  const { errors } = await refuseMove(await orderIn(finalState), anywhere);
  matchWhole(t, errors, [{ code: 'InvalidOperation', message: /it is final/, actionIndex: 0 }]);
});

test('force skips the transition rules (OACT034, OACT039)', async t => {
  t.same((await move(await create(), other, true)).state, to(other));
  t.same((await move(await orderIn(restricted), other, true)).state, to(other));
  t.same((await move(await orderIn(finalState), anywhere, true)).state, to(anywhere));
  matchWhole(t, (await refuseMove(await orderIn(finalState), anywhere, false)).errors, [
    { code: 'InvalidOperation', actionIndex: 0 },
  ]);
});

test('accepts States of type OrderState only, with and without force (OACT040)', async t => {
  for (const force of [true, false])
    matchWhole(t, (await refuseMove(await orderIn(anywhere), ofItems, force)).errors, [
      { message: /OrderState/, code: 'InvalidOperation', actionIndex: 0 },
    ]);
  const missing = { id: '00000000-0000-4000-8000-000000000000' };
  matchWhole(t, (await refuseMove(await orderIn(anywhere), missing, true)).errors, [
    { code: 'ReferencedResourceNotFound', typeId: 'state', ...missing },
  ]);
});

test('the message has both States and the force flag (OACT041, EVT014)', async t => {
  const order = await move(await orderIn(finalState), anywhere, true);
  matchWhole(t, await updateMessagesOf(order), [
    {
      type: 'OrderStateTransition',
      state: to(anywhere),
      oldState: to(finalState),
      force: true,
      resourceVersion: 2,
      sequenceNumber: 2,
    },
  ]);
});

test('the rules see the results of earlier actions of the update', async t => {
  const order = await create();
  matchWhole(t, await update(order, transition(restricted), transition(listed), transition(finalState)), {
    version: 2,
    state: to(finalState),
  });
});
