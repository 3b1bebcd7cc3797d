import { test } from '../support/tap.js';
import { assertError } from '../support/refusal.js';
import { limits } from '../../src/base/config/limits.js';
import { serverKeys } from '../../src/store/keys.js';
import type { AuditEntry } from '../../src/auth/accounts/AuditEntry.js';
import { type ConsoleBrowser, consoleOf, createAccount, password, startConsole } from '../support/accounts.js';
import { newKey } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { addClient, addCustomer, basic, post, requestToken, tokenIn } from '../support/oauth.js';

const { quayside, redis } = await startConsole();
const { projectKey } = await quayside.project();
const ana = await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
const console = consoleOf(quayside);
const account = { id: ana.id, email: 'ana@example.com' };
const remoteAddress = '127.0.0.1';

const entriesOf = async (browser: ConsoleBrowser, query = ''): Promise<AuditEntry[]> =>
  ((await browser.send('GET', `/-/audit${query}`)).json as { results: AuditEntry[] }).results;

const readByPages = async (browser: ConsoleBrowser, limit: number): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = [];
  for (let before = ''; ; before = `&before=${entries.at(-1)!.id}`) {
    const page = await entriesOf(browser, `?limit=${limit}${before}`);
    if (page.length === 0) return entries;
    entries.push(...page);
  }
};

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
  const zone = (
    await api.send('POST', `/${projectKey}/zones`, { body: { name: 'Europe', key: 'europe', locations: [] } })
  ).json as { id: string };
  const update = { version: 1, actions: [{ action: 'changeName', name: 'World' }] };
  await api.send('POST', `/${projectKey}/zones/${zone.id}`, { body: update });
  await api.send('POST', `/${projectKey}/zones/${zone.id}`, { body: update });
  await api.send('GET', `/${projectKey}/zones`);
  await api.send('POST', `/${projectKey}/graphql`, { body: { query: '{ zones { total } }' } });
  // A key may be personal data, which nothing could erase from here.
  await api.send('DELETE', `/${projectKey}/zones/key=europe?version=2`);
  const changed = { event: 'resourceChanged', account, remoteAddress, projectKey } as const;
  const onBen = { account, remoteAddress, resourceId: ben.id, email: 'ben@example.com' };
  t.same((await entriesOf(administrator)).map(plain), [
    { ...changed, method: 'DELETE', path: `/${projectKey}/zones/key=…`, resourceId: zone.id, version: 2 },
    {
      ...changed,
      method: 'POST',
      path: `/${projectKey}/zones/${zone.id}`,
      resourceId: zone.id,
      version: 2,
      actions: ['changeName'],
    },
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
  const pages = await readByPages(operator, 2);
  t.same(pages, all);
  t.ok(all.every(({ at }, index) => index === 0 || at <= all[index - 1]!.at));
  for (const [query, message] of [
    ['?limit=0', "The query parameter 'limit' is '0'; expected an integer from 1 to 500."],
    ['?before=now', "The query parameter 'before' is 'now'; expected the id of an entry."],
  ] as const)
    assertError(t, await operator.send('GET', `/-/audit${query}`), 'InvalidInput', { message });
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
  const { resourceId } = changes[0]!;
  t.same(await entriesOf(operator, `?projectKey=${projectKey}&resourceId=${resourceId}`), changes);
  t.same(await entriesOf(operator, `?projectKey=${projectKey}&resourceId=other`), []);
  t.same(await entriesOf(operator, '?event=unknown'), []);
  const first = await operator.send('GET', '/-/audit?event=resourceChanged&limit=2');
  matchWhole(t, first.json, { limit: 2, count: 2, results: changes.slice(0, 2), next: changes[1]!.id });
  const second = await operator.send('GET', `/-/audit?event=resourceChanged&limit=2&before=${changes[1]!.id}`);
  t.same(second.json, { limit: 2, count: 1, results: changes.slice(2) });
});

/** The API as the token of an account calls it. */
const apiOf = async (browser: ConsoleBrowser, key: string) => {
  const { json } = await browser.send('POST', '/-/session/tokens', { projectKey: key });
  return quayside.http.as((json as { access_token: string }).access_token);
};

test('records the GraphQL documents that changed something, however they are written', async t => {
  await createAccount(quayside, { email: 'vera@example.com', role: 'viewer' });
  const [operator, viewer] = [await console().signIn('ben@example.com'), await console().signIn('vera@example.com')];
  const { projectKey: key } = await quayside.project();
  const [writing, reading] = [await apiOf(operator, key), await apiOf(viewer, key)];
  const mutation = (name: string) =>
    `mutation { createState(draft: { key: "${name}", type: OrderState }) { id version } }`;
  const graphql = (http: typeof writing, text: string, body: object | string = { query: text }) =>
    http.send('POST', `/${key}/graphql`, { headers: { 'content-type': 'application/json' }, body });
  const first = await graphql(writing, mutation('first'));
  // The word is spelled with an escape of JSON.
  const escaped = JSON.stringify({ query: mutation('second') }).replace('mutation', '\\u006dutation');
  const second = await graphql(writing, '', escaped);
  for (const answer of [
    await graphql(writing, '{ __typename } # mutation'),
    await graphql(writing, mutation('first')),
    await graphql(reading, mutation('third')),
    await graphql(reading, 'mutation { __typename }'),
    await graphql(reading, '{ __typename } # mutation'),
  ])
    t.equal(answer.status, 200);
  const idIn = ({ json }: typeof first) => (json as { data: { createState: { id: string } } }).data.createState.id;
  t.same(
    (await entriesOf(operator, `?projectKey=${key}`)).map(({ account: by, path, resourceId }) => [
      by?.email,
      path,
      resourceId,
    ]),
    [second, first].map(answer => ['ben@example.com', `/${key}/graphql`, idIn(answer)]),
  );
});

test('changes in one project push out no entry of another, and none about accounts', async t => {
  t.intercept(limits, 'projectAuditEntriesMax', { value: 3 });
  const administrator = await console().signIn('ana@example.com');
  const before = await entriesOf(administrator, '?limit=500');
  const { projectKey: key } = await quayside.project();
  const api = await apiOf(administrator, key);
  for (let at = 0; at < 7; at++)
    await api.send('POST', `/${key}/zones`, { body: { name: `Zone ${at}`, locations: [] } });
  t.equal((await entriesOf(administrator, `?projectKey=${key}`)).length, 3, 'the newest of the project stay');
  const after = await entriesOf(administrator, '?limit=500');
  t.same(
    after.filter(({ projectKey: of }) => of !== key),
    before,
  );
  t.same(await readByPages(administrator, 4), after, 'page by page');
  t.equal(await redis.zcard(serverKeys.projectAuditIndex(key)), 3, 'the index has no entry more');
  t.ok((await redis.ttl(serverKeys.projectAuditIndex(key))) > 0);
});

test('reads the entries about a resource alone', async t => {
  const administrator = await console().signIn('ana@example.com');
  const { projectKey: key } = await quayside.project();
  const api = await apiOf(administrator, key);
  const [zone, other] = await Promise.all(
    ['one', 'other'].map(async name => {
      const { json } = await api.send('POST', `/${key}/zones`, { body: { name, locations: [] } });
      return (json as { id: string }).id;
    }),
  );
  const rename = (id: string | undefined, version: number) =>
    api.send('POST', `/${key}/zones/${id}`, {
      body: { version, actions: [{ action: 'changeName', name: `Name ${version}` }] },
    });
  for (let version = 1; version < 12; version++) {
    await rename(other, version);
    if (version <= 3) await rename(zone, version);
  }
  const readCommands = async (): Promise<Record<string, number>> => {
    const stats = await redis.info('commandstats');
    const calls = stats.matchAll(/^cmdstat_(xrange|xrevrange):calls=(\d+)/gm);
    return Object.fromEntries([...calls].map(([, name = '', count]) => [name, Number(count)]));
  };
  const before = await readCommands();
  const entries = await entriesOf(administrator, `?projectKey=${key}&resourceId=${zone}`);
  const after = await readCommands();
  t.same(
    entries.map(({ version }) => version),
    [4, 3, 2, 1],
  );
  t.equal(after.xrange! - (before.xrange ?? 0), 4, 'one command for each entry');
  t.equal(after.xrevrange, before.xrevrange, 'no part of the whole log is read');
  const query = `?projectKey=${key}&resourceId=${zone}&limit=3`;
  const { json: page } = await administrator.send('GET', `/-/audit${query}`);
  t.same(page, { limit: 3, count: 3, results: entries.slice(0, 3), next: entries[2]!.id });
  t.same(await entriesOf(administrator, `${query}&before=${entries[2]!.id}`), entries.slice(3));
});

test('records the changes of an API client that is audited, with its program and user, and of no other', async t => {
  const operator = await console().signIn('ben@example.com');
  const { projectKey: key } = await quayside.project();
  const scope = `manage_states:${key} view_states:${key} manage_project:${key}`;
  const agent = await addClient(quayside, key, scope, { name: 'agent', isAudited: true });
  const shop = await addClient(quayside, key, scope, { name: 'shop' });
  const customer = await addCustomer(quayside, key);
  const basicOfAgent = basic(agent);
  const path = `${key}/customers/token`;
  const form = { grant_type: 'password', username: customer.email, password: customer.password };
  const { refresh_token } = tokenIn(await post(quayside, path, basicOfAgent, form));
  const refreshed = await requestToken(quayside, basicOfAgent, {
    grant_type: 'refresh_token',
    refresh_token: refresh_token!,
  });
  const headers = { 'user-agent': `agent/1.0 ${'x'.repeat(300)}`, 'x-external-user-id': 'ana' };
  const create = async (token: string, sent: Readonly<Record<string, string>> = {}) => {
    const body = { key: newKey('state'), type: 'OrderState' };
    const { json } = await quayside.http.as(token).send('POST', `/${key}/states`, { body, headers: sent });
    return (json as { readonly id: string }).id;
  };
  await create(await quayside.token(shop), headers);
  const token = await quayside.token(agent);
  const ids = [await create(token, headers), await create(token), await create(tokenIn(refreshed).access_token)];
  await quayside.http.as(token).send('GET', `/${key}/states`);
  const update = { version: 1, actions: [{ action: 'changeInitial', initial: false }] };
  await quayside.http.as(token).send('POST', `/${key}/states/${ids[0]}`, { body: update });

  const record = { event: 'resourceChanged', clientId: agent.clientId, remoteAddress, projectKey: key, method: 'POST' };
  const created = { ...record, path: `/${key}/states`, version: 1 };
  const entries = await entriesOf(operator, `?projectKey=${key}`);
  t.same(entries.map(plain), [
    { ...record, path: `/${key}/states/${ids[0]}`, resourceId: ids[0], version: 2, actions: ['changeInitial'] },
    { ...created, resourceId: ids[2] },
    { ...created, resourceId: ids[1] },
    { ...created, resourceId: ids[0], userAgent: headers['user-agent'].slice(0, 200), externalUserId: 'ana' },
  ]);
  t.same(await entriesOf(operator, `?clientId=${agent.clientId}`), entries);
  t.same(await entriesOf(operator, `?clientId=${shop.clientId}`), []);
});

test('a client that an audited client creates is audited, too, whatever its draft says', async t => {
  const { projectKey: key } = await quayside.project();
  const scope = `manage_api_clients:${key} manage_states:${key}`;
  const agent = await addClient(quayside, key, scope, { name: 'agent', isAudited: true });
  const shop = await addClient(quayside, key, scope, { name: 'shop' });
  const isAuditedOf = async (creator: typeof agent, more: object): Promise<unknown> => {
    const body = { name: 'created', scope: `manage_states:${key}`, ...more };
    const http = quayside.http.as(await quayside.token(creator));
    return ((await http.send('POST', `/${key}/api-clients`, { body })).json as { isAudited?: boolean }).isAudited;
  };
  t.same(
    [await isAuditedOf(agent, {}), await isAuditedOf(agent, { isAudited: false }), await isAuditedOf(shop, {})],
    [true, true, undefined],
  );
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

test('reads more entries than one batch of the store, each once', async t => {
  const browser = await console().signIn('ana@example.com');
  const other = await quayside.project();
  const { json } = await browser.send('POST', '/-/session/tokens', { projectKey: other.projectKey });
  const http = quayside.http.as((json as { access_token: string }).access_token);
  for (let at = 0; at < 60; at++)
    await http.send('POST', `/${other.projectKey}/zones`, { body: { name: `Zone ${at}`, locations: [] } });
  const ids = (await entriesOf(browser, `?limit=100&projectKey=${other.projectKey}`)).map(({ id }) => id);
  t.ok(ids.length >= 60, `${ids.length} entries`);
  t.equal(new Set(ids).size, ids.length);
});
