import { test } from '../../../support/tap.js';
import { startProject } from '../../../support/resourceApi.js';
import { assertError } from '../../../support/refusal.js';
import { stateDraft, newKey } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';

const { credentials, quayside, http: own, projectKey } = await startProject();
const path = `/${projectKey}/states`;

const statuses = async (scope: string) => {
  const http = quayside.http.as(await quayside.token(credentials, `${scope}:${projectKey}`));
  const written = await http.send('POST', path, { body: stateDraft() });
  return { read: (await http.send('GET', path)).status, written: written.status };
};

test('view_states reads, manage_states writes and reads (STATE029, STATE030)', async t => {
  t.same(await statuses('view_states'), { read: 200, written: 403 });
  t.same(await statuses('manage_states'), { read: 200, written: 201 });
});

test('the scopes of orders give access to States (STATE031, GEN078)', async t => {
  t.same(await statuses('view_orders'), { read: 200, written: 403 });
  t.same(await statuses('manage_orders'), { read: 200, written: 201 });
});

test('refuses other scopes (error.2d145)', async t => {
  t.same(await statuses('manage_customers'), { read: 403, written: 403 });
  const other = quayside.http.as(await quayside.token(credentials, `manage_customers:${projectKey}`));
  t.match(await other.send('GET', path), { status: 403, json: { errors: [{ code: 'insufficient_scope' }] } });
});

const clientOf = async (scope: string) => quayside.http.as(await quayside.token(credentials, `${scope}:${projectKey}`));
const rename = { body: { version: 1, actions: [{ action: 'setName', name: { en: 'Renamed' } }] } };

for (const [clauses, scope] of [
  ['STATE029 STATE030', 'view_states'],
  ['STATE031', 'view_orders'],
] as const)
  test(`${scope} allows all reads and no writes (${clauses})`, async t => {
    const { json, text } = await own.send('POST', path, { body: stateDraft() });
    const { id, key } = json as { id: string; key: string };
    const http = await clientOf(scope);
    for (const address of [id, `key=${key}`]) {
      t.equal((await http.send('GET', `${path}/${address}`)).text, text);
      t.equal((await http.send('GET', `${path}/${address}?expand=transitions[*]`)).status, 200);
      for (const answer of [
        await http.send('POST', `${path}/${address}`, rename),
        await http.send('DELETE', `${path}/${address}?version=1`),
      ])
        assertError(t, answer, 'insufficient_scope', {
          message: `Insufficient scope. One of the following scopes is missing: manage_states:${projectKey}.`,
        });
    }
    t.equal((await http.send('GET', path)).status, 200);
    assertError(t, await http.send('POST', path, { body: stateDraft() }), 'insufficient_scope');
    t.equal((await own.send('GET', `${path}/${id}`)).text, text, 'nothing changed');
  });

for (const [clauses, scope] of [
  ['STATE030', 'manage_states'],
  ['STATE031', 'manage_orders'],
] as const)
  test(`${scope} creates, updates and deletes, by id and by key (${clauses})`, async t => {
    const http = await clientOf(scope);
    for (const address of [({ id }: { id: string }) => id, ({ key }: { key: string }) => `key=${key}`]) {
      const created = await http.send('POST', path, { body: stateDraft({ key: newKey('state') }) });
      t.equal(created.status, 201);
      const place = `${path}/${address(created.json as { id: string; key: string })}`;
      matchWhole(t, await http.send('POST', place, rename), { status: 200, json: { version: 2 } });
      t.equal((await http.send('DELETE', `${place}?version=2`)).status, 200);
      t.equal((await http.send('GET', place)).status, 404);
    }
  });

test('scopes of messages and stores give no access to States (STATE029, STATE030)', async t => {
  for (const scope of ['view_messages', 'manage_stores']) {
    const http = await clientOf(scope);
    for (const answer of [await http.send('GET', path), await http.send('POST', path, { body: stateDraft() })])
      matchWhole(t, answer, { status: 403, json: { errors: [{ code: 'insufficient_scope' }] } }, scope);
  }
});
