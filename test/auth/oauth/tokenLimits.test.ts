import { test } from '../../support/tap.js';
import { limits } from '../../../src/base/config/limits.js';
import { hashSecret } from '../../../src/base/credentials/secrets.js';
import { keys } from '../../../src/store/keys.js';
import { addClient, basic, oauthErrorOf, post, requestToken, tokenIn } from '../../support/oauth.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOtherQuayside, startQuayside } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';

const quayside = await startQuayside({ ACCESS_TOKENS_MAX: '5', API_CLIENTS_MAX: '3' });
const other = await startOtherQuayside();
const { redis } = quayside.services;
const credentials = { grant_type: 'client_credentials' };

const redisMs = async (): Promise<number> => {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
};

/** Issues access tokens with different expiries; the first one expires first. */
const issueTokens = async (project: Parameters<typeof basic>[0], count: number): Promise<string[]> => {
  const tokens: string[] = [];
  for (let at = 0; at < count; at++) {
    tokens.push(await quayside.token(project));
    const issuedMs = await redisMs();
    await waitUntil(async () => (await redisMs()) > issuedMs, undefined, 1);
  }
  return tokens;
};

const statusOf = async (token: string, projectKey: string, { http } = quayside): Promise<number> =>
  (await http.as(token).send('GET', `/${projectKey}/states?limit=1`)).status;

const storedTokens = (projectKey: string, tokens: readonly string[]): Promise<number> =>
  redis.exists(...tokens.map(token => keys.token(projectKey, hashSecret(token))));

test('deletes the access tokens of a client that expire first beyond the maximum', async t => {
  const project = await quayside.project();
  const { projectKey, clientId } = project;
  const second = await addClient(quayside, projectKey, `view_states:${projectKey}`);
  const [kept] = await issueTokens(second, 1);
  const tokens = await issueTokens(project, 5);
  for (const token of tokens)
    for (const process of [quayside, other]) t.equal(await statusOf(token, projectKey, process), 200);
  tokens.push(...(await issueTokens(project, 3)));
  t.equal(await storedTokens(projectKey, tokens), 5);
  t.equal(await redis.zcard(keys.clientTokens(projectKey, clientId)), 5);
  for (const process of [quayside, other]) {
    // The processes keep the deleted tokens in their caches until they are notified.
    await waitUntil(async () => (await statusOf(tokens[2]!, projectKey, process)) === 401);
    const statuses = await Promise.all(tokens.map(token => statusOf(token, projectKey, process)));
    t.same(statuses, [401, 401, 401, 200, 200, 200, 200, 200]);
    t.equal(await statusOf(kept!, projectKey, process), 200, 'the tokens of another client stay');
  }
});

test('keeps the maximum when many tokens are requested at once', async t => {
  const project = await quayside.project();
  const { projectKey, clientId } = project;
  const tokens = await Promise.all(Array.from({ length: 40 }, () => quayside.token(project)));
  t.equal(await storedTokens(projectKey, tokens), 5);
  t.equal(await redis.zcard(keys.clientTokens(projectKey, clientId)), 5);
});

test('counts no token that expired or was revoked', async t => {
  const { projectKey } = await quayside.project();
  const client = await addClient(quayside, projectKey, `view_states:${projectKey}`);
  const setKey = keys.clientTokens(projectKey, client.clientId);
  const tokens = await issueTokens(client, 5);
  await post(quayside, 'token/revoke', basic(client), { token: tokens[4]! });
  t.equal(await redis.zcard(setKey), 4);
  await redis.zadd(setKey, (await redisMs()) - 1, hashSecret(tokens[3]!));
  const later = await issueTokens(client, 2);
  t.equal(await redis.zcard(setKey), 5, 'the entry of the expired token is deleted');
  t.equal(await storedTokens(projectKey, [...tokens.slice(0, 3), ...later]), 5);
  t.ok((await redis.pttl(setKey)) >= limits.accessTokenSeconds * 1000 - 60_000, 'the list lives as long as its tokens');
});

test('counts the access tokens of sessions, which their refresh tokens renew', async t => {
  const project = await quayside.project();
  const { projectKey, clientId } = project;
  const sessions = [];
  for (let at = 0; at < 7; at++)
    sessions.push(tokenIn(await post(quayside, `${projectKey}/anonymous/token`, basic(project), credentials)));
  t.equal(await redis.zcard(keys.clientTokens(projectKey, clientId)), 5);
  for (const { refresh_token: token = '', scope } of sessions) {
    const renewed = tokenIn(
      await requestToken(quayside, basic(project), { grant_type: 'refresh_token', refresh_token: token }),
    );
    t.equal(renewed.scope, scope);
    t.equal(await statusOf(renewed.access_token, projectKey), 200);
  }
  t.equal(await redis.zcard(keys.clientTokens(projectKey, clientId)), 5);
});

test('refuses an API client beyond the maximum of its project (ERR026, error.01122, error.31ede)', async t => {
  const project = await quayside.project();
  const { projectKey } = project;
  const http = quayside.http.as(await quayside.token(project));
  const create = () =>
    http.send('POST', `/${projectKey}/api-clients`, { body: { name: 'one more', scope: `view_states:${projectKey}` } });
  // The project already has its first client.
  t.equal((await create()).status, 201);
  const last = await create();
  t.equal(last.status, 201);
  const message = 'You have exceeded the limit of 3 resources of type api-client.';
  matchWhole(t, await create(), {
    status: 400,
    json: {
      statusCode: 400,
      message,
      errors: [{ code: 'MaxResourceLimitExceeded', message, exceededResource: 'api-client' }],
    },
  });
  matchWhole(t, (await http.send('GET', `/${projectKey}/api-clients?limit=1`)).json, { total: 3 });
  await http.send('DELETE', `/${projectKey}/api-clients/${(last.json as { id: string }).id}`);
  t.equal((await create()).status, 201, 'a deleted client makes a place');
});

test('refuses a client one list of scopes too many, but never its own list', async t => {
  const { projectKey } = await quayside.project();
  const client = await addClient(quayside, projectKey, `manage_orders:${projectKey}`);
  const request = (scope?: string) =>
    requestToken(quayside, basic(client), { ...credentials, ...(scope !== undefined && { scope }) });
  const scopeOf = (at: number): string => `view_orders:${projectKey}:store-${at}`;
  for (let from = 0; from < limits.clientScopeListsMax; from += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => request(scopeOf(from + at))));
    t.same(new Set(answers.map(({ status }) => status)), new Set([200]));
  }
  matchWhole(
    t,
    await request(scopeOf(limits.clientScopeListsMax)),
    oauthErrorOf(400, 'invalid_scope', /^The valid tokens of the client have 1000 different lists of scopes; expected/),
  );
  t.equal(tokenIn(await request(scopeOf(0))).scope, scopeOf(0), 'a list that a valid token has');
  t.equal(tokenIn(await request()).scope, `manage_orders:${projectKey}`);
});
