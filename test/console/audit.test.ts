import { test } from '../support/tap.js';
import type { AuditEntry } from '../../src/accounts/AuditLog.js';
import { type ConsoleBrowser, consoleOf, createAccount, password, startConsole } from '../support/accounts.js';
import { matchWhole } from '../support/matchWhole.js';

const { quayside } = await startConsole();
const { projectKey } = await quayside.project();
const ana = await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
const console = consoleOf(quayside);
const account = { id: ana.id, email: 'ana@example.com' };
const remoteAddress = '127.0.0.1';

const entriesOf = async (browser: ConsoleBrowser, query = ''): Promise<AuditEntry[]> =>
  ((await browser.send('GET', `/-/audit${query}`)).json as { results: AuditEntry[] }).results;

/** Without what differs from run to run. */
const plain = ({ id: _id, at: _at, ...record }: AuditEntry) => record;

test('records who signed in, changed accounts and changed resources, newest first', async t => {
  await console().send('POST', '/-/session', { email: 'ana@example.com', password: 'wrong 1234' });
  const administrator = await console().signIn('ana@example.com');
  const draft = { email: 'ben@example.com', name: 'Ben', role: 'operator', password };
  const ben = (await administrator.send('POST', '/-/accounts', draft)).json as { id: string };
  const actions = [
    { action: 'setName', name: 'Benjamin' },
    { action: 'setPassword', password },
  ];
  await administrator.send('POST', `/-/accounts/${ben.id}`, { version: 1, actions });
  const issued = (await administrator.send('POST', '/-/session/tokens', { projectKey })).json as {
    access_token: string;
  };
  const api = quayside.http.as(issued.access_token);
  const zone = (await api.send('POST', `/${projectKey}/zones`, { body: { name: 'Europe', locations: [] } })).json as {
    id: string;
  };
  const update = { version: 1, actions: [{ action: 'changeName', name: 'World' }] };
  await api.send('POST', `/${projectKey}/zones/${zone.id}`, { body: update });
  await api.send('POST', `/${projectKey}/zones/${zone.id}`, { body: update });
  await api.send('GET', `/${projectKey}/zones`);
  await api.send('POST', `/${projectKey}/graphql`, { body: { query: '{ zones { total } }' } });
  await api.send('DELETE', `/${projectKey}/zones/${zone.id}?version=2`);
  const changed = { event: 'resourceChanged', account, remoteAddress, projectKey } as const;
  const onBen = { account, remoteAddress, resourceId: ben.id, email: 'ben@example.com' };
  t.same((await entriesOf(administrator)).map(plain), [
    { ...changed, method: 'DELETE', path: `/${projectKey}/zones/${zone.id}`, resourceId: zone.id, version: 2 },
    { ...changed, method: 'POST', path: `/${projectKey}/zones/${zone.id}`, resourceId: zone.id, version: 2 },
    { ...changed, method: 'POST', path: `/${projectKey}/zones`, resourceId: zone.id, version: 1 },
    { event: 'accountChanged', ...onBen, version: 2, actions: ['setName', 'setPassword'] },
    { event: 'accountCreated', ...onBen, version: 1 },
    { event: 'signIn', account, remoteAddress },
    { event: 'signInFailed', email: 'ana@example.com', remoteAddress },
    { event: 'accountCreated', resourceId: ana.id, email: 'ana@example.com', version: 1 },
  ]);
});

test('is read page by page, by operators and administrators', async t => {
  const operator = await console().signIn('ben@example.com');
  const all = await entriesOf(operator);
  const pages: AuditEntry[] = [];
  for (let before = ''; ; ) {
    const page = await entriesOf(operator, `?limit=2${before}`);
    if (page.length === 0) break;
    pages.push(...page);
    before = `&before=${page.at(-1)!.id}`;
  }
  t.same(pages, all);
  t.ok(all.every(({ at }, index) => index === 0 || at <= all[index - 1]!.at));
  for (const [query, message] of [
    ['?limit=0', "The query parameter 'limit' is '0'; expected an integer from 1 to 500."],
    ['?before=now', "The query parameter 'before' is 'now'; expected the id of an entry."],
  ] as const)
    matchWhole(t, await operator.send('GET', `/-/audit${query}`), {
      status: 400,
      json: { errors: [{ code: 'InvalidInput', message }] },
    });
});

test('finds entries by their event, account and project, also across pages', async t => {
  const operator = await console().signIn('ben@example.com');
  const all = await entriesOf(operator, '?limit=500');
  const changes = all.filter(({ event }) => event === 'resourceChanged');
  t.equal(changes.length, 3);
  t.same(await entriesOf(operator, '?event=resourceChanged'), changes);
  t.same(await entriesOf(operator, `?projectKey=${projectKey}&email=ana@example.com`), changes);
  t.same(
    await entriesOf(operator, '?email=ben@example.com'),
    all.filter(entry => [entry.email, entry.account?.email].includes('ben@example.com')),
  );
  t.same(await entriesOf(operator, '?event=unknown'), []);
  const first = await operator.send('GET', '/-/audit?event=resourceChanged&limit=2');
  matchWhole(t, first.json, { limit: 2, count: 2, results: changes.slice(0, 2), next: changes[1]!.id });
  const second = await operator.send('GET', `/-/audit?event=resourceChanged&limit=2&before=${changes[1]!.id}`);
  t.same(second.json, { limit: 2, count: 1, results: changes.slice(2) });
});

test('tells the address that a proxy adds last', async t => {
  const behind = await startConsole({ BEHIND_TLS_PROXY: 'true' });
  await createAccount(behind.quayside, { email: 'ana@example.com', role: 'administrator' });
  const browser = consoleOf(behind.quayside)();
  const signedIn = await browser.send(
    'POST',
    '/-/session',
    { email: 'ana@example.com', password },
    {
      origin: behind.quayside.address.replace('http:', 'https:'),
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '10.9.9.9, 203.0.113.7',
    },
  );
  t.match(
    [signedIn.headers['set-cookie']].flat()[0],
    /^__Host-quayside-session=\S+; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
  matchWhole(t, await entriesOf(browser), [
    { event: 'signIn', remoteAddress: '203.0.113.7' },
    { event: 'accountCreated', remoteAddress: undefined },
  ]);
});
