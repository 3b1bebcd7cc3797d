import type { State, StateUpdateAction } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { orderDraft, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { rejectionOf, sdkOf } from '../../support/sdk.js';

const quayside = await startQuayside();
const sdk = sdkOf(quayside, await quayside.project());
const create = async (changes = {}) =>
  (
    await sdk
      .states()
      .post({ body: stateDraft(changes) })
      .execute()
  ).body;
const get = async ({ id }: { id: string }) => (await sdk.states().withId({ ID: id }).get().execute()).body;
const post = ({ id, version }: State, ...actions: StateUpdateAction[]) =>
  sdk.states().withId({ ID: id }).post({ body: { version, actions } }).execute();
const to = ({ id }: { id: string }) => ({ typeId: 'state' as const, id });
const toPayment: StateUpdateAction = { action: 'changeType', type: 'PaymentState' };

test('refuses to change the type of a State in use (STATE051, STATE054)', async t => {
  const [target, ofOrder] = [await create(), await create()];
  await create({ transitions: [to(target)] });
  await sdk
    .orders()
    .importOrder()
    .post({ body: orderDraft({ state: to(ofOrder) }) })
    .execute();
  for (const state of [target, ofOrder]) {
    const message = `The state with identifier '${state.id}' cannot be changed in this way because other resources refer to it.`;
    matchWhole(t, (await rejectionOf(post(state, toPayment))).body, {
      statusCode: 400,
      message,
      errors: [{ code: 'ReferenceExists', message }],
    });
    t.same(await get(state), state);
  }
});

test('the refusal of a deletion mentions the deletion (STATE045)', async t => {
  const target = await create();
  await create({ transitions: [to(target)] });
  const { body } = await rejectionOf(
    sdk
      .states()
      .withId({ ID: target.id })
      .delete({ queryArgs: { version: 1 } })
      .execute(),
  );
  matchWhole(t, body, {
    statusCode: 400,
    errors: [
      {
        code: 'ReferenceExists',
        message: `The state with identifier '${target.id}' cannot be deleted because other resources refer to it.`,
      },
    ],
  });
  t.same(await get(target), target);
});

test('changes the type after its transitions are removed, also in the same update (STATE051, STATE054)', async t => {
  const target = await create();
  const holder = await create({ transitions: [to(target)] });
  matchWhole(t, (await rejectionOf(post(holder, toPayment))).body, {
    errors: [{ code: 'InvalidOperation', message: /has transitions to States of type OrderState/, actionIndex: 0 }],
  });
  matchWhole(t, (await post(holder, { action: 'setTransitions' }, toPayment)).body, {
    version: 2,
    type: 'PaymentState',
  });
});

test('a final State can change its type (STATE051)', async t => {
  matchWhole(t, (await post(await create({ transitions: [] }), toPayment)).body, {
    version: 2,
    type: 'PaymentState',
    transitions: [],
  });
});

test('a State with a transition to itself only is not in use (STATE051)', async t => {
  const state = await create();
  const { body: circle } = await post(state, { action: 'setTransitions', transitions: [to(state)] });
  matchWhole(t, (await post(circle, { action: 'setTransitions' }, toPayment)).body, {
    version: 3,
    type: 'PaymentState',
  });
});

test('the same type changes nothing for a State in use (STATE051)', async t => {
  const target = await create();
  await create({ transitions: [to(target)] });
  t.same((await post(target, { action: 'changeType', type: 'OrderState' })).body, target);
});
