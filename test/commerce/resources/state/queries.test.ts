import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { stateDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { bodyOf, rejectionOf } from '../../../support/sdk.js';
import { startStates } from './startStates.js';

const { create, get, builtInState, sdk, http, base } = await startStates();

const find = async (queryArgs: Record<string, string | string[] | number | boolean>) =>
  await bodyOf(sdk.states().get({ queryArgs }));

const last = await create({ key: 'c-last', type: 'PaymentState', initial: false, transitions: [] });
const middle = await create({
  key: 'b-middle',
  type: 'PaymentState',
  initial: false,
  transitions: [{ typeId: 'state', id: last.id }],
});
const first = await create({
  key: 'a-first',
  type: 'PaymentState',
  name: { en: 'First', de: 'Erster' },
  transitions: [
    { typeId: 'state', id: middle.id },
    { typeId: 'state', id: last.id },
  ],
});
const initial = await builtInState();

test('where filters by every field, and several conditions apply together (STATE037)', async t => {
  for (const [where, expected] of [
    [['type = "PaymentState"', 'initial = true'], [first]],
    [['builtIn = true'], [initial]],
    [[`transitions(id = "${last.id}")`], [middle, first]],
    [['transitions is empty', 'type = "PaymentState"'], [last]],
    [['transitions is not defined'], [initial]],
    [['name(de = "Erster")'], [first]],
    [['key in ("a-first", "c-last")'], [last, first]],
    [['version = 1 and not (type = "PaymentState")'], [initial]],
    [['roles contains any ("Return")'], []],
  ] as const)
    t.same((await find({ where: [...where], sort: 'createdAt asc' })).results, expected, where.join(' & '));
});

test('sorts by several fields in their order (STATE037)', async t => {
  const keysBy = async (...sort: string[]) => (await find({ sort })).results.map(({ key }) => key);
  t.same(await keysBy('type asc', 'key desc'), ['Initial', 'c-last', 'b-middle', 'a-first']);
  t.same(await keysBy('initial desc', 'type desc', 'key asc'), ['a-first', 'Initial', 'b-middle', 'c-last']);
});

test('limit and offset select a page, withTotal=false leaves out the total (STATE037)', async t => {
  const where = 'type = "PaymentState"';
  t.same(await find({ where, sort: 'key asc', limit: 1, offset: 1 }), {
    limit: 1,
    offset: 1,
    count: 1,
    total: 3,
    results: [middle],
  });
  t.same(await find({ where, sort: 'key asc', limit: 2, withTotal: false }), {
    limit: 2,
    offset: 0,
    count: 2,
    results: [first, middle],
  });
  t.same(await find({ where, offset: 3 }), { limit: 20, offset: 3, count: 0, total: 3, results: [] });
});

test('expands transitions[*] and transitions[0], also in pages (STATE033, STATE034, STATE036, STATE037)', async t => {
  const all = {
    ...first,
    transitions: [
      { typeId: 'state', id: middle.id, obj: middle },
      { typeId: 'state', id: last.id, obj: last },
    ],
  };
  const expand = 'transitions[*]';
  t.same(await bodyOf(sdk.states().withId({ ID: first.id }).get({ queryArgs: { expand } })), all);
  t.same(await bodyOf(sdk.states().withKey({ key: first.key }).get({ queryArgs: { expand } })), all);
  t.same((await find({ where: 'key = "a-first"', expand })).results, [all]);
  const one = (await find({ where: 'key = "a-first"', expand: 'transitions[0]' })).results[0]!.transitions!;
  t.same(one, [
    { typeId: 'state', id: middle.id, obj: middle },
    { typeId: 'state', id: last.id },
  ]);
});

test('expand can be repeated and nested (STATE033, GEN060)', async t => {
  const body = await bodyOf(
    sdk
      .states()
      .withId({ ID: first.id })
      .get({ queryArgs: { expand: ['transitions[0]', 'transitions[*].transitions[*]'] } }),
  );
  t.same(body.transitions![0]!.obj, { ...middle, transitions: [{ typeId: 'state', id: last.id, obj: last }] });
});

test('creations and updates return expansions and do not store them (STATE039, STATE041)', async t => {
  const created = await bodyOf(
    sdk.states().post({
      body: stateDraft({ type: 'PaymentState', transitions: [{ typeId: 'state', id: last.id }] }),
      queryArgs: { expand: 'transitions[*]' },
    }),
  );
  t.same(created.transitions, [{ typeId: 'state', id: last.id, obj: last }]);
  const update = {
    body: { version: 1, actions: [{ action: 'changeInitial' as const, initial: false }] },
    queryArgs: { expand: 'transitions[*]' },
  };
  t.same((await bodyOf(sdk.states().withId({ ID: created.id }).post(update))).transitions, [
    { typeId: 'state', id: last.id, obj: last },
  ]);
  t.same((await get(created)).transitions, [{ typeId: 'state', id: last.id }]);
});

test('takes letters and digits in variable names (STATE038)', async t => {
  const byKey = (name: string) =>
    http.send('GET', `${base}/states?where=${encodeURIComponent(`key = :${name}`)}&var.${name}=a-first`);
  for (const name of ['key', 'Key2', '9', 'aB3'])
    matchWhole(t, await byKey(name), { status: 200, json: { total: 1, results: [{ key: 'a-first' }] } }, name);
  for (const name of ['a_b', 'a-b', 'a.b', 'schlüssel'])
    matchWhole(
      t,
      await http.send('GET', `${base}/states?var.${encodeURIComponent(name)}=x`),
      {
        status: 400,
        json: {
          errors: [
            {
              code: 'InvalidInput',
              message: `Malformed parameter: var.${name}: expected a variable name of letters and digits behind 'var.'.`,
            },
          ],
        },
      },
      name,
    );
});

test('refuses a missing variable by its name (STATE037)', async t => {
  assertError(t, await rejectionOf(sdk.states().get({ queryArgs: { where: 'key = :missing' } })), 'InvalidInput', {
    message: /missing/,
  });
});
