import { test } from '../../support/tap.js';
import { orderDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startStates, stateReference as to } from './startStates.js';

const { create, update, refuse, remove, get, createIn } = await startStates();

const toPayment = { action: 'changeType', type: 'PaymentState' };

test('refuses to change the type of a State in use (STATE051, STATE054)', async t => {
  const [target, ofOrder] = [await create(), await create()];
  await create({ transitions: [to(target)] });
  await createIn('orders/import', orderDraft({ state: to(ofOrder) }));
  for (const state of [target, ofOrder]) {
    const message = `The state with identifier '${state.id}' cannot be changed in this way because other resources refer to it.`;
    matchWhole(t, await refuse(state, toPayment), {
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
  const { json } = await remove(target);
  matchWhole(t, json, {
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
  matchWhole(t, await refuse(holder, toPayment), {
    errors: [{ code: 'InvalidOperation', message: /has transitions to States of type OrderState/, actionIndex: 0 }],
  });
  matchWhole(t, await update(holder, { action: 'setTransitions' }, toPayment), {
    version: 2,
    type: 'PaymentState',
  });
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
  matchWhole(t, await update(circle, { action: 'setTransitions' }, toPayment), {
    version: 3,
    type: 'PaymentState',
  });
});

test('the same type changes nothing for a State in use (STATE051)', async t => {
  const target = await create();
  await create({ transitions: [to(target)] });
  t.same(await update(target, { action: 'changeType', type: 'OrderState' }), target);
});
