import type { Order, State } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';

const { create, update, refuse, updateMessagesOf, createIn } = await startOrders();
const newState = (changes: object = {}) => createIn<State>('states', stateDraft(changes));
const to = ({ id }: { id: string }) => ({ typeId: 'state' as const, id });

const other = await newState({ initial: false });
const listed = await newState({ initial: false });
const anywhere = await newState();
const restricted = await newState({ transitions: [to(listed)] });
const final = await newState({ transitions: [] });
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
  const { errors } = await refuseMove(await orderIn(final), anywhere);
  matchWhole(t, errors, [{ code: 'InvalidOperation', message: /it is final/, actionIndex: 0 }]);
});

test('force skips the transition rules (OACT034, OACT039)', async t => {
  t.same((await move(await create(), other, true)).state, to(other));
  t.same((await move(await orderIn(restricted), other, true)).state, to(other));
  t.same((await move(await orderIn(final), anywhere, true)).state, to(anywhere));
  matchWhole(t, (await refuseMove(await orderIn(final), anywhere, false)).errors, [
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
  const order = await move(await orderIn(final), anywhere, true);
  matchWhole(t, await updateMessagesOf(order), [
    {
      type: 'OrderStateTransition',
      state: to(anywhere),
      oldState: to(final),
      force: true,
      resourceVersion: 2,
      sequenceNumber: 2,
    },
  ]);
});

test('the rules see the results of earlier actions of the update', async t => {
  const order = await create();
  matchWhole(t, await update(order, transition(restricted), transition(listed), transition(final)), {
    version: 2,
    state: to(final),
  });
});
