import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import { assertError } from '../support/refusal.js';
import { orderDraft, stateDraft } from '../support/drafts.js';
import { startOtherQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const { credentials: project, http, projectKey } = await startProject();
const states = `/${projectKey}/states`;
const orders = `/${projectKey}/orders`;

interface Resource {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly lastModifiedAt: string;
}
const newState = async () => (await http.send('POST', states, { body: stateDraft() })).json as Resource;
const rename = (id: string, version: unknown, more: object[] = [], headers = {}) =>
  http.send('POST', `${states}/${id}`, {
    headers,
    body: { version, actions: [{ action: 'setName', name: { en: `name ${String(version)}` } }, ...more] },
  });
const stored = async (id: string) => (await http.send('GET', `${states}/${id}`)).text;

test('sets id, version and times itself (GEN029, GEN031)', async t => {
  const chosen = {
    id: 'my-own-id',
    version: 77,
    createdAt: '2001-01-01T00:00:00.000Z',
    lastModifiedAt: '2001-01-01T00:00:00.000Z',
  };
  const created = (await http.send('POST', states, { body: { ...stateDraft(), ...chosen } })).json as Resource;
  t.match(created.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.equal(created.version, 1);
  t.match(created.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.ok(Math.abs(Date.parse(created.createdAt) - Date.now()) < 60_000);
});

test('answers every update with the new version, which reads return, too (GEN033, GEN064, GEN066, GEN076)', async t => {
  const { id, createdAt } = await newState();
  for (let version = 1; version <= 3; version++) {
    const answer = await rename(id, version);
    t.equal(answer.status, 200);
    matchWhole(t, answer.json, { id, version: version + 1, createdAt });
    t.ok((answer.json as Resource).lastModifiedAt >= createdAt);
    t.equal(await stored(id), answer.text);
  }
});

test('refuses another version with ConcurrentModification and the current version (GEN075, ERR033)', async t => {
  const { id } = await newState();
  await rename(id, 1);
  const before = await stored(id);
  for (const version of [1, 3, 0, -1]) {
    const { status, json } = await rename(id, version);
    t.equal(status, 409);
    assertError(t, json, 'ConcurrentModification', {
      currentVersion: 2,
      message: `Object ${id} has a different version than expected. Expected: ${version} - Actual: 2.`,
    });
  }
  const deletion = await http.send('DELETE', `${states}/${id}?version=1`);
  assertError(t, deletion.json, 'ConcurrentModification', { currentVersion: 2 });
  t.equal(await stored(id), before);
});

test('refuses an update or a deletion without a version (GEN074, GEN082)', async t => {
  const { id } = await newState();
  const before = await stored(id);
  assertError(t, await rename(id, undefined), 'RequiredField', { field: 'version' });
  for (const version of ['1', 1.5, true, {}])
    assertError(t, await rename(id, version), 'InvalidJsonInput', { message: /'version': expected an integer/ });
  assertError(t, await http.send('DELETE', `${states}/${id}`), 'RequiredField', { field: 'version' });
  assertError(t, await http.send('DELETE', `${states}/${id}?version=one`), 'InvalidInput', {
    message: /version: expected an integer/,
  });
  assertError(t, await http.send('POST', `${states}/${id}`, { body: { version: 1 } }), 'RequiredField', {
    field: 'actions',
  });
  t.equal(await stored(id), before);
});

test('changes nothing, neither version nor messages, if one action of an update fails (GEN067, GEN081)', async t => {
  const { json } = await http.send('POST', `${orders}/import`, {
    body: orderDraft({ orderNumber: `first-${Date.now()}` }),
  });
  const { id } = json as Resource;
  const before = (await http.send('GET', `${orders}/${id}`)).text;
  const { status, json: error } = await http.send('POST', `${orders}/${id}`, {
    body: {
      version: 1,
      actions: [
        { action: 'changeOrderState', orderState: 'Complete' },
        { action: 'setOrderNumber', orderNumber: 'another' },
      ],
    },
  });
  t.equal(status, 400);
  assertError(t, error, 'InvalidOperation', { actionIndex: 1 });
  t.equal((await http.send('GET', `${orders}/${id}`)).text, before);
  const messages = await http.send(
    'GET',
    `/${projectKey}/messages?where=${encodeURIComponent(`resource(id="${id}")`)}`,
  );
  matchWhole(t, messages.json, { total: 1, results: [{ type: 'OrderImported' }] });
});

test('ignores misspelled optional fields of an action (GEN068)', async t => {
  const { id } = await newState();
  const { status, json } = await http.send('POST', `${states}/${id}`, {
    body: { version: 1, actions: [{ action: 'setDescription', descriptoin: { en: 'x' }, extra: 1 }] },
  });
  t.equal(status, 200);
  t.notOk('description' in (json as object));
});

test('ignores If-Match (GEN077)', async t => {
  const { id } = await newState();
  t.equal((await rename(id, 1, [], { 'if-match': '"17"' })).status, 200);
  t.equal((await http.send('DELETE', `${states}/${id}?version=2`, { headers: { 'if-match': '"17"' } })).status, 200);
});

test('keeps the version if no action changes anything, even if the cache holds an older version', async t => {
  const other = await startOtherQuayside();
  const { id } = await newState();
  const named = await rename(id, 1);
  const same = await http.send('POST', `${states}/${id}`, {
    body: { version: 2, actions: [{ action: 'setName', name: { en: 'name 1' } }] },
  });
  t.equal(same.text, named.text);
  t.equal((await http.send('POST', `${states}/${id}`, { body: { version: 2, actions: [] } })).text, named.text);
  await other.http.as(await other.token(project)).send('POST', `${states}/${id}`, {
    body: { version: 2, actions: [{ action: 'setName', name: { en: 'elsewhere' } }] },
  });
  const stale = await http.send('POST', `${states}/${id}`, {
    body: { version: 2, actions: [{ action: 'setName', name: { en: 'name 1' } }] },
  });
  assertError(t, stale.json, 'ConcurrentModification', { currentVersion: 3 });
});

test('accepts at most 500 actions in one update', async t => {
  const { id } = await newState();
  const actions = Array.from({ length: 501 }, (_, index) => ({ action: 'setName', name: { en: String(index) } }));
  assertError(t, await http.send('POST', `${states}/${id}`, { body: { version: 1, actions } }), 'InvalidField', {
    field: 'actions',
    invalidValue: 501,
  });
  matchWhole(
    t,
    (await http.send('POST', `${states}/${id}`, { body: { version: 1, actions: actions.slice(1) } })).json,
    { version: 2, name: { en: '500' } },
  );
});
