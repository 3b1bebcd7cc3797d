import type { Order, StateDraft } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { orderDraft, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { rejectionOf, sdkOf } from '../../support/sdk.js';

const quayside = await startQuayside();
const sdk = sdkOf(quayside, await quayside.project());
const newState = async (changes: Partial<StateDraft> = {}) =>
  (
    await sdk
      .states()
      .post({ body: stateDraft(changes) })
      .execute()
  ).body;
const to = ({ id }: { id: string }) => ({ typeId: 'state' as const, id });

const other = await newState({ initial: false });
const listed = await newState({ initial: false });
const anywhere = await newState();
const restricted = await newState({ transitions: [to(listed)] });
const final = await newState({ transitions: [] });
const ofItems = await newState({ type: 'LineItemState' });

const orderIn = async (state?: { id: string }) =>
  (
    await sdk
      .orders()
      .importOrder()
      .post({ body: orderDraft(state === undefined ? {} : { state: to(state) }) })
      .execute()
  ).body;
const move = ({ id, version }: Order, state: { id: string }, force?: boolean) =>
  sdk
    .orders()
    .withId({ ID: id })
    .post({ body: { version, actions: [{ action: 'transitionState', state: to(state), force }] } })
    .execute();
const problem = async (order: Order, state: { id: string }, force?: boolean) => {
  const { body } = await rejectionOf(move(order, state, force));
  return { ...body, stored: (await sdk.orders().withId({ ID: order.id }).get().execute()).body };
};

test('an order without a State begins with an initial one (OACT035)', async t => {
  const order = await orderIn();
  const { statusCode, errors, stored } = await problem(order, other);
  t.equal(statusCode, 400);
  matchWhole(t, errors, [
    {
      code: 'InvalidOperation',
      message: `An order without a State can only move to an initial one; '${other.key}' is not initial.`,
      actionIndex: 0,
    },
  ]);
  t.same(stored, order);
  t.same((await move(order, restricted)).body.state, to(restricted));
});

test('without transitions any State of the type may follow (OACT037, STATE025)', async t => {
  t.same((await move(await orderIn(anywhere), other)).body.state, to(other));
});

test('with transitions, only the listed States may follow (OACT036, STATE027)', async t => {
  t.same((await move(await orderIn(restricted), listed)).body.state, to(listed));
  const order = await orderIn(restricted);
  const { errors, stored } = await problem(order, other);
  matchWhole(t, errors, [
    {
      code: 'InvalidOperation',
      message: new RegExp(`has no transition to '${other.key}'.*it allows ${listed.id}`),
      actionIndex: 0,
    },
  ]);
  t.same(stored, order);
});

test('with an empty list of transitions no State may follow (OACT038, STATE026)', async t => {
  const { errors } = await problem(await orderIn(final), anywhere);
  matchWhole(t, errors, [{ code: 'InvalidOperation', message: /it is final/, actionIndex: 0 }]);
});

test('force skips the transition rules (OACT034, OACT039)', async t => {
  t.same((await move(await orderIn(), other, true)).body.state, to(other));
  t.same((await move(await orderIn(restricted), other, true)).body.state, to(other));
  t.same((await move(await orderIn(final), anywhere, true)).body.state, to(anywhere));
  matchWhole(t, (await problem(await orderIn(final), anywhere, false)).errors, [
    { code: 'InvalidOperation', actionIndex: 0 },
  ]);
});

test('accepts States of type OrderState only, with and without force (OACT040)', async t => {
  for (const force of [true, false])
    matchWhole(t, (await problem(await orderIn(anywhere), ofItems, force)).errors, [
      { message: /OrderState/, code: 'InvalidOperation', actionIndex: 0 },
    ]);
  const missing = { id: '00000000-0000-4000-8000-000000000000' };
  matchWhole(t, (await problem(await orderIn(anywhere), missing, true)).errors, [
    { code: 'ReferencedResourceNotFound', typeId: 'state', ...missing },
  ]);
});

test('the message has both States and the force flag (OACT041, EVT014)', async t => {
  const { body: order } = await move(await orderIn(final), anywhere, true);
  const {
    body: { results },
  } = await sdk
    .messages()
    .get({ queryArgs: { where: `resource(id = "${order.id}") and type = "OrderStateTransition"` } })
    .execute();
  matchWhole(t, results, [
    { state: to(anywhere), oldState: to(final), force: true, resourceVersion: 2, sequenceNumber: 2 },
  ]);
});

test('the rules see the results of earlier actions of the update', async t => {
  const order = await orderIn();
  const actions = [restricted, listed, final].map(state => ({ action: 'transitionState' as const, state: to(state) }));
  const { body } = await sdk
    .orders()
    .withId({ ID: order.id })
    .post({ body: { version: 1, actions } })
    .execute();
  matchWhole(t, body, { version: 2, state: to(final) });
});
