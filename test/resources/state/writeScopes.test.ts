import { test } from '../../support/tap.js';
import { newKey, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';

const quayside = await startQuayside();
const credentials = await quayside.project();
const { projectKey } = credentials;
const path = `/${projectKey}/states`;
const own = quayside.http.as(await quayside.token(credentials));
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
        matchWhole(t, answer, {
          status: 403,
          json: {
            errors: [
              {
                code: 'insufficient_scope',
                message: `Insufficient scope. One of these is needed: manage_states:${projectKey}.`,
              },
            ],
          },
        });
    }
    t.equal((await http.send('GET', path)).status, 200);
    matchWhole(t, await http.send('POST', path, { body: stateDraft() }), {
      status: 403,
      json: { errors: [{ code: 'insufficient_scope' }] },
    });
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
