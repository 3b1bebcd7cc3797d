import { randomUUID } from 'node:crypto';
import { test } from '../support/tap.js';
import { limits } from '../../src/config/limits.js';
import { hashSecret, newSecret } from '../../src/credentials/secrets.js';
import { newAccessToken } from '../../src/oauth/accessToken.js';
import { tokenCodec } from '../../src/oauth/tokenRecords.js';
import { masterNodes } from '../../src/redis/masterNodes.js';
import { keys } from '../../src/store/keys.js';
import { addClient, basic, post, requestToken, tokenIn } from '../support/oauth.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { startOwnRedis } from '../support/startOwnRedis.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey } = project;
const { redis } = quayside.services;

const renew = (token: string, scope?: string) =>
  requestToken(quayside, basic(project), {
    grant_type: 'refresh_token',
    refresh_token: token,
    ...(scope !== undefined && { scope }),
  });

const statusOf = async (token: string): Promise<number> =>
  (await quayside.http.as(token).send('GET', `/${projectKey}/states?limit=1`)).status;

test('stores a list of scopes once for all tokens of a client', async t => {
  const words = Array.from({ length: 200 }, (_, at) => `view_orders:${projectKey}:store-${at}`);
  const scope = [...words, `view_states:${projectKey}`].join(' ');
  const client = await addClient(quayside, projectKey, scope);
  const tokens = await Promise.all(Array.from({ length: 20 }, () => quayside.token(client)));
  for (const token of tokens) {
    const bytes = await redis.strlen(keys.token(projectKey, hashSecret(token)));
    t.ok(bytes > 0 && bytes < 250, `${bytes} bytes`);
    t.equal(await statusOf(token), 200);
    matchWhole(t, (await post(quayside, 'introspect', basic(client), { token })).json, {
      active: true,
      scope,
      client_id: client.clientId,
      exp: Number,
    });
  }
  const lists = await redis.zrange(keys.clientScopes(projectKey, client.clientId), 0, -1);
  t.same(lists, [hashSecret(scope)]);
  t.equal(await redis.get(keys.scopeList(projectKey, client.clientId, lists[0]!)), scope);
});

test('keeps a list of scopes as long as the refresh tokens that have it', async t => {
  const scope = `view_orders:${projectKey} view_states:${projectKey}`;
  const anonymousId = randomUUID();
  const issued = tokenIn(
    await post(quayside, `${projectKey}/anonymous/token`, basic(project), {
      grant_type: 'client_credentials',
      scope,
      anonymous_id: anonymousId,
    }),
  );
  const identity = `anonymous_id:${anonymousId} anonymous_id=${anonymousId}`;
  t.equal(issued.scope, `${scope} ${identity}`);
  const listKey = keys.scopeList(projectKey, project.clientId, hashSecret(scope));
  const isKept = async (): Promise<boolean> =>
    (await redis.pttl(listKey)) >= limits.refreshTokenSeconds * 1000 - 60_000;
  t.ok(await isKept());
  await redis.pexpire(listKey, 600_000);
  const narrow = tokenIn(await renew(issued.refresh_token!, `view_states:${projectKey}`));
  t.equal(narrow.scope, `view_states:${projectKey} ${identity}`);
  t.equal(await statusOf(narrow.access_token), 200);
  t.ok(await isKept(), 'the renewal needs the list again');
  t.equal(tokenIn(await renew(issued.refresh_token!)).scope, issued.scope);
});

test('reads the records of tokens that contain their scope', async t => {
  const scope = `view_states:${projectKey}`;
  const session = { clientId: project.clientId, scope };
  const now = Date.now();
  const token = newAccessToken(projectKey);
  const record = { ...session, issuedAtMs: now, expiresAtMs: now + 600_000 };
  await redis.set(keys.token(projectKey, hashSecret(token)), tokenCodec.pack(record), 'PX', 600_000);
  t.equal(await statusOf(token), 200);
  matchWhole(t, (await post(quayside, 'introspect', basic(project), { token })).json, {
    active: true,
    scope,
    client_id: project.clientId,
    exp: Number,
  });
  const [refresh, anonymousId] = [newSecret(), randomUUID()];
  const ofSession = { ...session, scope: `${scope} anonymous_id:${anonymousId} anonymous_id=${anonymousId}` };
  const stored = tokenCodec.pack({ ...ofSession, anonymousId, issuedAtMs: now });
  await redis.hset(keys.refreshRecords(projectKey), hashSecret(refresh), stored);
  await redis.zadd(keys.refreshUsed(projectKey), now, hashSecret(refresh));
  const renewed = tokenIn(await renew(refresh));
  t.equal(renewed.scope, ofSession.scope);
  t.equal(await statusOf(renewed.access_token), 200);
});

test('reads a token that is not cached with two commands', async t => {
  const { url } = await startOwnRedis();
  const own = await startQuayside({ REDIS_URL: url });
  const client = await own.project();
  const path = `/${client.projectKey}/states/key=Initial`;
  const commands = async (): Promise<number> => {
    const stats = (await Promise.all(masterNodes(own.services.redis).map(node => node.info('commandstats')))).join(
      '\n',
    );
    return [...stats.matchAll(/^cmdstat_(\w+):calls=(\d+)/gm)]
      .filter(([, name]) => ['get', 'getrange', 'mget', 'hget', 'evalsha', 'hgetall'].includes(name!))
      .reduce((sum, [, , calls]) => sum + Number(calls), 0);
  };
  const tokens = await Promise.all(Array.from({ length: 20 }, () => own.token(client)));
  const before = await commands();
  for (const token of tokens) t.equal((await own.http.as(token).send('GET', path)).status, 200);
  t.equal((await commands()) - before, 80, 'two commands for the token and two for the resource');
});
