import { test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import { limits } from '../../../src/base/config/limits.js';
import { keys } from '../../../src/store/keys.js';
import { addClient, addCustomer, requestToken, basic, post, oauthErrorOf, tokenIn } from '../../support/oauth.js';
import { startOtherQuayside, startQuayside } from '../../support/quayside.js';
import { newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { waitUntil } from '../../support/waitUntil.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey } = project;
const elsewhere = await startOtherQuayside();
const { redis, tokens } = quayside.services;

const startSession = async (client = project) =>
  tokenIn(
    await post(quayside, `${client.projectKey}/anonymous/token`, basic(client), {
      grant_type: 'client_credentials',
      scope: `view_states:${client.projectKey}`,
    }),
  );
const renew = (
  refreshToken: string | undefined,
  client = project,
  more: Record<string, string> = {},
  service = quayside,
) => requestToken(service, basic(client), { grant_type: 'refresh_token', refresh_token: refreshToken!, ...more });
const unknown = oauthErrorOf(400, 'invalid_grant', /unknown, expired or revoked/);

test('returns a new access token of the same scope and the same refresh token (GEN004, AUTH021, AUTH022)', async t => {
  const { email, password } = await addCustomer(quayside, projectKey);
  const first = tokenIn(
    await post(quayside, `${projectKey}/customers/token`, basic(project), {
      grant_type: 'password',
      username: email,
      password,
      scope: `view_states:${projectKey}`,
    }),
  );
  const second = tokenIn(await renew(first.refresh_token));
  t.same({ ...second, access_token: '' }, { ...first, access_token: '' });
  t.not(second.access_token, first.access_token);
  for (const { access_token: token } of [first, second])
    t.equal((await quayside.http.as(token).send('GET', `/${projectKey}/states`)).status, 200);
});

test('allows a narrower scope and refuses a wider one', async t => {
  const { refresh_token: refresh, scope } = tokenIn(
    await post(quayside, `${projectKey}/anonymous/token`, basic(project), {
      grant_type: 'client_credentials',
      scope: `view_states:${projectKey} view_orders:${projectKey}`,
    }),
  );
  const identity = scope.split(' ').slice(2).join(' ');
  matchWhole(t, (await renew(refresh, project, { scope: `view_orders:${projectKey}` })).json, {
    scope: `view_orders:${projectKey} ${identity}`,
  });
  matchWhole(
    t,
    await renew(refresh, project, { scope: `manage_orders:${projectKey}` }),
    oauthErrorOf(400, 'invalid_scope', /manage_orders/),
  );
  matchWhole(t, (await renew(refresh)).json, { scope }, 'the refresh token keeps its scope');
});

test('accepts a refresh token only from its client and not as an access token', async t => {
  const { refresh_token: refresh, access_token: access } = await startSession();
  matchWhole(t, await renew(refresh, await addClient(quayside, projectKey, `manage_project:${projectKey}`)), unknown);
  matchWhole(t, await renew(refresh, await quayside.project()), unknown);
  for (const nonsense of [access, 'nonsense', '__proto__', 'x'.repeat(50_000)])
    matchWhole(t, await renew(nonsense), unknown);
  matchWhole(
    t,
    await requestToken(quayside, basic(project), 'grant_type=refresh_token'),
    oauthErrorOf(400, 'invalid_request', /'refresh_token' is missing/),
  );
  t.equal((await quayside.http.as(refresh!).send('GET', `/${projectKey}/states`)).status, 401);
});

test('expires 200 days after the last use (AUTH053, LIM013)', async t => {
  t.equal(limits.refreshTokenSeconds, 200 * 24 * 60 * 60);
  const { refresh_token: refresh } = await startSession();
  const used = async () => Number((await redis.zrange(keys.refreshUsed(projectKey), 0, -1, 'WITHSCORES')).at(-1));
  const firstUse = await used();
  await waitUntil(() => Date.now() > firstUse);
  t.equal((await renew(refresh)).status, 200);
  t.ok((await used()) > firstUse, 'each use starts the 200 days again');
  const [member] = await redis.zrange(keys.refreshUsed(projectKey), -1, -1);
  const ageTo = (days: number) => redis.zadd(keys.refreshUsed(projectKey), Date.now() - days * 86_400_000, member!);
  await ageTo(199.9);
  t.equal((await renew(refresh)).status, 200);
  await ageTo(200.1);
  matchWhole(t, await renew(refresh), unknown);
});

test('deletes expired tokens with later requests, a few at a time (LIM022)', async t => {
  const own = await quayside.project();
  for (let made = 0; made < 20; made++) await startSession(own);
  const used = keys.refreshUsed(own.projectKey);
  for (const member of await redis.zrange(used, 0, -1)) await redis.zadd(used, Date.now() - 201 * 86_400_000, member);
  const left = async () => [await redis.zcard(used), await redis.hlen(keys.refreshRecords(own.projectKey))];
  await startSession(own);
  t.same(await left(), [13, 13]);
  await startSession(own);
  await startSession(own);
  t.same(await left(), [3, 3]);
});

test('deletes expired tokens also beside tokens with a longer lifetime (LIM022)', async t => {
  const own = await quayside.project();
  const longLived = await addClient(quayside, own.projectKey, `create_anonymous_token:${own.projectKey}`, {
    refreshTokenValiditySeconds: 400 * 86_400,
  });
  const open = (client: typeof own) =>
    post(quayside, `${own.projectKey}/anonymous/token`, basic(client), { grant_type: 'client_credentials' });
  for (let made = 0; made < 10; made++) await open(longLived);
  for (let made = 0; made < 10; made++) await open(own);
  const [used, custom] = [keys.refreshUsed(own.projectKey), keys.refreshCustomLifetime(own.projectKey)];
  for (const [set, days] of [
    [custom, 250],
    [used, 201],
  ] as const)
    for (const member of await redis.zrange(set, 0, -1)) await redis.zadd(set, Date.now() - days * 86_400_000, member);
  for (let made = 0; made < 3; made++) await open(own);
  t.equal(await redis.zcard(used), 3);
  t.equal(await redis.zcard(custom), 10, 'these expire in 150 days');
});

test('has default lifetimes for clients (AUTH054, api-client.8cfdf, api-client.84098, api-client.ecf15)', async t => {
  const own = await quayside.project();
  const http = quayside.http.as(await quayside.token(own));
  const scope = `create_anonymous_token:${own.projectKey} view_states:${own.projectKey}`;
  const made = await http.send('POST', `/${own.projectKey}/api-clients`, { body: { name: 'app', scope } });
  const { id, secret, ...client } = made.json as { id: string; secret: string };
  t.notOk('accessTokenValiditySeconds' in client || 'refreshTokenValiditySeconds' in client);
  const { expires_in: seconds } = await startSession({ ...own, clientId: id, clientSecret: secret });
  t.equal(seconds, 172_800);
  t.equal(await redis.zcard(keys.refreshUsed(own.projectKey)), 1, 'tokens that end after 200 days');
  t.equal(await redis.zcard(keys.refreshExpiry(own.projectKey)), 0, 'tokens that end otherwise');
});

test('uses the lifetime of the client (AUTH054)', async t => {
  const brief = await addClient(
    quayside,
    projectKey,
    `create_anonymous_token:${projectKey} view_states:${projectKey}`,
    { accessTokenValiditySeconds: 2, refreshTokenValiditySeconds: 1_000 },
  );
  const { refresh_token: refresh, expires_in: seconds } = await startSession(brief);
  t.equal(seconds, 2);
  const expiries = keys.refreshExpiry(projectKey);
  const [member, end] = await redis.zrange(expiries, 0, -1, 'WITHSCORES');
  t.ok(Math.abs(Number(end) - Date.now() - 1_000_000) < 100_000, 'it ends after 1,000 s');
  const ageTo = async (ms: number): Promise<void> => {
    await redis.zadd(keys.refreshCustomLifetime(projectKey), Date.now() - ms, member!);
    await redis.zadd(expiries, Date.now() - ms + 1_000_000, member!);
  };
  for (let time = 0; time < 3; time++) {
    await ageTo(900_000);
    t.equal((await renew(refresh, brief)).status, 200, 'used before its end, the token stays valid');
    t.ok(Number(await redis.zscore(expiries, member!)) > Date.now() + 900_000, 'each use starts the time again');
  }
  await ageTo(1_000_001);
  matchWhole(t, await renew(refresh, brief), unknown);
  await startSession();
  t.equal(await redis.zcard(keys.refreshExpiry(projectKey)), 0, 'deleted with the next request');
});

test('deletes the least recently used tokens beyond the maximum (AUTH055, AUTH056, LIM012, GEN071)', async t => {
  const small = await startQuayside({ REFRESH_TOKENS_MAX: '5' });
  const own = await small.project();
  const session = async () =>
    tokenIn(await post(small, `${own.projectKey}/anonymous/token`, basic(own), { grant_type: 'client_credentials' }))
      .refresh_token!;
  const made: string[] = [];
  for (let count = 0; count < 5; count++) made.push(await session());
  t.equal((await renew(made[0], own, {}, small)).status, 200, 'the oldest is used');
  made.push(await session(), await session());
  const statuses = [];
  for (const token of made) statuses.push((await renew(token, own, {}, small)).status);
  t.same(statuses, [200, 400, 400, 200, 200, 200, 200]);
  t.equal(await redis.zcard(keys.refreshUsed(own.projectKey)), 5);
  t.equal(await redis.hlen(keys.refreshRecords(own.projectKey)), 5);
  t.equal(await redis.hlen(keys.anonymous(own.projectKey)), 5, 'their anonymous ids are deleted with them');
  t.equal(readConfig({}).refreshTokensMax, 10_000_000);
});

test('deletes the least recently used refresh tokens of a client beyond its maximum', async t => {
  const small = await startQuayside({ CLIENT_REFRESH_TOKENS_MAX: '3' });
  const own = await small.project();
  const other = await addClient(small, own.projectKey, `create_anonymous_token:${own.projectKey}`);
  const session = async (client: typeof own) =>
    tokenIn(await post(small, `${own.projectKey}/anonymous/token`, basic(client), { grant_type: 'client_credentials' }))
      .refresh_token!;
  const set = keys.clientRefreshTokens(own.projectKey, own.clientId);
  const kept = await session(other);
  const made = [await session(own), await session(own), await session(own)];
  t.equal((await renew(made[0], own, {}, small)).status, 200, 'the oldest is used');
  made.push(await session(own), await session(own));
  const statuses = [];
  for (const token of made) statuses.push((await renew(token, own, {}, small)).status);
  t.same(statuses, [200, 400, 400, 200, 200]);
  t.equal((await renew(kept, other, {}, small)).status, 200, 'the tokens of another client stay');
  t.equal(await redis.zcard(set), 3);
  t.equal(await redis.hlen(keys.refreshRecords(own.projectKey)), 4);
  t.equal(await redis.hlen(keys.anonymous(own.projectKey)), 4, 'their anonymous ids are deleted with them');
  t.ok((await redis.pttl(set)) >= limits.refreshTokenSeconds * 1000 - 60_000, 'the list lives as long as its tokens');
  await post(small, 'token/revoke', basic(own), { token: made[0]!, token_type_hint: 'refresh_token' });
  t.equal(await redis.zcard(set), 2, 'a revoked token takes no place');
  // The other service has no limit of its own for clients, so it does not keep the list up to date.
  await renew(made[3], own);
  t.equal(await redis.exists(set), 0);
});

test('keeps refresh tokens across a restart of the server', async t => {
  const { refresh_token: refresh } = await startSession();
  const next = await startOtherQuayside();
  t.equal((await renew(refresh, project, {}, next)).status, 200);
});

test('accepts concurrent refreshes', async t => {
  const { refresh_token: refresh } = await startSession();
  const answers = await Promise.all([1, 2, 3, 4].map(() => renew(refresh)));
  t.equal(new Set(answers.map(answer => tokenIn(answer).access_token)).size, 4);
});

test('issues no valid token for a refresh during the revocation (AUTH043)', async t => {
  const session = await startSession();
  const [, ...renewed] = await Promise.all([
    tokens.revoke(projectKey, project.clientId, session.refresh_token!, 'refresh_token', 172_800),
    ...Array.from({ length: 8 }, () => renew(session.refresh_token)),
  ]);
  for (const { status, json } of renewed)
    if (status === 200)
      t.equal(
        (await quayside.http.as((json as { access_token: string }).access_token).send('GET', `/${projectKey}/states`))
          .status,
        401,
      );
  matchWhole(t, await renew(session.refresh_token), unknown);
});

const stores = ['berlin', 'paris'];
const [berlin, paris] = stores.map(key => ({ typeId: 'store', key }));

test('a customer who loses the sign-in at a place loses all tokens, and one who gains a place keeps them', async t => {
  const manager = quayside.http.as(await quayside.token(project));
  for (const key of stores) await manager.send('POST', `/${projectKey}/stores`, { body: { key } });
  const inStores = (name: string) => stores.map(key => `${name}:${projectKey}:${key}`).join(' ');
  const scope = `manage_my_profile:${projectKey} ${inStores('manage_my_profile')}`;
  const change = ({ id, version }: { id: string; version: number }, action: object) =>
    manager.send('POST', `/${projectKey}/customers/${id}`, { body: { version, actions: [action] } });
  const graphql = ({ id, version }: { id: string; version: number }, action: string) =>
    manager.send('POST', `/${projectKey}/graphql`, {
      body: { query: `mutation { updateCustomer(id: "${id}", version: ${version}, actions: [${action}]) { id } }` },
    });
  for (const [title, before, run, isEnded] of [
    ['removeStore', [berlin, paris], each => change(each, { action: 'removeStore', store: berlin }), true],
    ['the last store', [berlin], each => change(each, { action: 'removeStore', store: berlin }), true],
    ['setStores', [berlin], each => change(each, { action: 'setStores', stores: [paris] }), true],
    ['setStores without stores', [berlin], each => change(each, { action: 'setStores', stores: [] }), true],
    ['a global customer', [], each => change(each, { action: 'addStore', store: berlin }), true],
    [
      'GraphQL',
      [berlin, paris],
      each => graphql(each, '{ removeStore: { store: { typeId: "store", key: "berlin" } } }'),
      true,
    ],
    ['a further store', [berlin], each => change(each, { action: 'addStore', store: paris }), false],
    ['the same stores', [berlin], each => change(each, { action: 'setStores', stores: [berlin] }), false],
  ] as [string, object[], (customer: { id: string; version: number }) => ReturnType<typeof change>, boolean][]) {
    const [email, password] = [`${newKey('jo')}@example.com`, 'secret-123'];
    const made = await manager.send('POST', `/${projectKey}/customers`, { body: { email, password, stores: before } });
    const { customer } = made.json as { customer: { id: string; version: number } };
    const place = before.length === 0 ? projectKey : `${projectKey}/in-store/key=berlin`;
    const form = { grant_type: 'password', username: email, password, scope };
    const signIn = () => post(quayside, `${place}/customers/token`, basic(project), form);
    const session = tokenIn(await signIn());
    const me = async (service = quayside) =>
      (await service.http.as(session.access_token).send('GET', `/${place}/me`)).status;
    t.same([await me(), await me(elsewhere)], [200, 200], title);
    const changed = await run(customer);
    t.equal(changed.status, 200, changed.text);
    if (isEnded) {
      t.equal(await me(), 401, title);
      await waitUntil(async () => (await me(elsewhere)) === 401);
      matchWhole(t, await renew(session.refresh_token), unknown, title);
    } else {
      t.equal(await me(), 200, title);
      t.equal((await renew(session.refresh_token)).status, 200, title);
      t.equal((await signIn()).status, 200, title);
    }
  }
});

test('a store that customers belong to is not deleted, so that its tokens end with their last member', async t => {
  const manager = quayside.http.as(await quayside.token(project));
  const key = newKey('store');
  await manager.send('POST', `/${projectKey}/stores`, { body: { key } });
  await addCustomer(quayside, projectKey, key);
  const refused = await manager.send('DELETE', `/${projectKey}/stores/key=${key}?version=1`);
  t.match(refused, { status: 400, json: { errors: [{ code: 'ReferenceExists' }] } });
});
