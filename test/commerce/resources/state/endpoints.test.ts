import { test } from '../../../support/tap.js';
import { orderDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { errorOf, assertError } from '../../../support/refusal.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';
import { startStates } from './startStates.js';

const { create, update, refuse, remove, builtInState, createIn, resourcesAt, sdk } = await startStates();

test('a new project has the built-in initial LineItemState (STATE006, STATE024)', async t => {
  const body = await bodyOf(sdk.states().get({ queryArgs: { where: 'builtIn = true' } }));
  matchWhole(t, body, { total: 1, results: [{ key: 'Initial', type: 'LineItemState', initial: true, builtIn: true }] });
});

test('the built-in State keeps its key and cannot be deleted (STATE007, STATE008, STATE009, state.3874e)', async t => {
  const initial = await builtInState();
  assertError(t, await refuse(initial, { action: 'changeKey', key: 'Other' }), 'InvalidOperation', { actionIndex: 0 });
  assertError(t, await remove(initial), 'InvalidOperation');
  t.same(await builtInState(), initial);
});

test('reads by id and by key, with expansions (STATE033, STATE034)', async t => {
  const target = await create();
  const state = await create({ transitions: [{ typeId: 'state', id: target.id }] });
  const byId = await sdk.states().withId({ ID: state.id }).get().execute();
  t.equal(byId.statusCode, 200);
  t.same(byId.body, state);
  const byKey = await sdk
    .states()
    .withKey({ key: state.key })
    .get({ queryArgs: { expand: ['transitions[*]', 'nothing'] } })
    .execute();
  t.same(byKey.body.transitions![0]!.obj, target);
});

test('answers 404 for unknown ids and keys (STATE035)', async t => {
  for (const call of [
    sdk.states().withId({ ID: '00000000-0000-4000-8000-000000000000' }),
    sdk.states().withId({ ID: 'x' }),
    sdk.states().withKey({ key: 'unknown' }),
  ])
    assertError(t, await rejectionOf(call.get()), 'ResourceNotFound', { message: /state.*was not found/ });
});

test('queries by any member (STATE018, STATE036, STATE037, STATE038)', async t => {
  const [a, b] = [
    await create({ type: 'QuoteState', name: { en: 'A' } }),
    await create({ type: 'QuoteState', name: { en: 'B' }, transitions: [] }),
  ];
  const { body, statusCode } = await sdk
    .states()
    .get({
      queryArgs: {
        where: ['type = :type', 'name(en in :names)'],
        'var.type': 'QuoteState',
        'var.names': ['A', 'B'],
        sort: 'name.en desc',
        limit: 5,
        offset: 0,
        withTotal: true,
        expand: 'transitions[*]',
      },
    })
    .execute();
  t.equal(statusCode, 200);
  t.same(body, { limit: 5, offset: 0, count: 2, total: 2, results: [b, a] });
  const final = await bodyOf(
    sdk.states().get({
      queryArgs: {
        where: 'type = "QuoteState" and transitions is empty and transitions is defined',
        withTotal: false,
      },
    }),
  );
  t.same(final.results, [b]);
  t.notOk('total' in final);
});

test('deletes by id and by key and answers with the State (STATE043, STATE044)', async t => {
  const target = await create();
  const [a, b] = [await create(), await create({ transitions: [{ typeId: 'state', id: target.id }] })];
  const first = await sdk
    .states()
    .withId({ ID: a.id })
    .delete({ queryArgs: { version: 1 } })
    .execute();
  t.equal(first.statusCode, 200);
  t.same(first.body, a);
  const second = await sdk
    .states()
    .withKey({ key: b.key })
    .delete({ queryArgs: { version: 1, expand: 'transitions[*]' } })
    .execute();
  t.same(second.body.transitions![0]!.obj, target);
  for (const { id } of [a, b]) t.equal((await rejectionOf(sdk.states().withId({ ID: id }).get())).statusCode, 404);
});

test('refuses to delete a State in use (STATE045)', async t => {
  const [held, ofOrder, free] = [await create(), await create(), await create()];
  const holder = await create({ transitions: [{ typeId: 'state', id: held.id }] });
  const order = await createIn('orders/import', orderDraft({ state: { typeId: 'state', id: ofOrder.id } }));
  for (const state of [held, ofOrder]) assertError(t, await remove(state), 'ReferenceExists');
  await update(holder, { action: 'setTransitions', transitions: [{ typeId: 'state', id: free.id }] });
  t.equal((await remove(held)).status, 200, 'no State refers to it any more');
  await resourcesAt('orders').remove(order);
  t.equal((await remove(ofOrder)).status, 200);
  const own = await update(free, { action: 'setTransitions', transitions: [{ typeId: 'state', id: free.id }] });
  t.equal(errorOf(await remove(own)).errors[0]!.code, 'ReferenceExists', 'another State still refers to it');
  t.equal((await remove({ ...holder, version: 2 })).status, 200);
  t.equal((await remove(own)).status, 200, 'a reference to itself does not prevent the deletion');
});

test('refuses another version (STATE046)', async t => {
  const { id, key } = await create();
  const body = { version: 2, actions: [] };
  for (const call of [
    sdk.states().withId({ ID: id }).post({ body }),
    sdk
      .states()
      .withKey({ key })
      .delete({ queryArgs: { version: 7 } }),
  ])
    assertError(t, await rejectionOf(call), 'ConcurrentModification', { currentVersion: 1 });
});
