import { setImmediate } from 'node:timers/promises';
import { test } from '../../support/tap.js';
import { RevocationFollower } from '../../../src/auth/oauth/RevocationFollower.js';
import { GrantCache } from '../../../src/auth/oauth/GrantCache.js';
import { connectForBlockingReads } from '../../../src/base/redis/connect.js';
import { keys } from '../../../src/store/keys.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { startQuayside } from '../../support/quayside.js';
import { findFreePort } from '../../../src/base/redis/embedded/redisProcess.js';
import { waitUntil } from '../../support/waitUntil.js';

const redis = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: redis.url });
const otherServer = await startQuayside({ REDIS_URL: redis.url });
const project = await quayside.project();
const { tokens, redis: client } = quayside.services;
const status = async (token: string, service = otherServer) =>
  (await service.http.as(token).send('GET', `/${project.projectKey}/states`)).status;
const revoke = (token: string) => tokens.revoke(project.projectKey, project.clientId, token, 'access_token', 172_800);

test('learns of a revocation that happened while the connection was lost (AUTH043)', async t => {
  for (let time = 0; time < 5; time++) {
    const token = await quayside.token(project);
    t.equal(await status(token), 200);
    await redis.cutConnections();
    await revoke(token);
    await waitUntil(async () => (await status(token)) === 401);
  }
});

test('repeats a revocation that failed half way (AUTH042, AUTH043)', async t => {
  const token = await quayside.token(project);
  t.equal(await status(token), 200);
  const broken = client as unknown as { xadd(...args: unknown[]): Promise<unknown> };
  const xadd = broken.xadd.bind(client);
  broken.xadd = () => Promise.reject(new Error('Command timed out'));
  await t.rejects(revoke(token));
  broken.xadd = xadd;
  t.type(await revoke(token), 'string', 'the token can still be revoked');
  await waitUntil(async () => (await status(token)) === 401);
  t.equal(await revoke(token), undefined);
});

const lookupAfterPause = (grants: Map<string, string>) => async (_projectKey: string, token: string) => {
  const subject = grants.get(token);
  await setImmediate();
  return subject === undefined
    ? undefined
    : {
        grant: { client: {}, scope: '', scopes: new Set<string>() },
        validMs: 60_000,
        revokedBy: [subject],
      };
};

test('caches a token during whose lookup only other subjects were revoked', async t => {
  const cache = await GrantCache.open(
    lookupAfterPause(
      new Map([
        ['a', 'subject-a'],
        ['b', 'subject-b'],
      ]),
    ),
    () => connectForBlockingReads(redis.url),
    10,
  );
  t.teardown(() => cache.close());
  const [first, second] = [cache.fetch('p', 'a', 'c'), cache.fetch('p', 'b', 'c')];
  cache.deleteRevoked('subject-b');
  t.ok(await first);
  t.ok(await second);
  t.ok(cache.get('p', 'a'));
  t.equal(cache.get('p', 'b'), undefined);
  t.equal(cache.get('q', 'a'), undefined);
});

test('trusts no cached grant for longer than a second without news from the stream', async t => {
  const connection = connectForBlockingReads(redis.url);
  const cache = await GrantCache.open(lookupAfterPause(new Map([['a', 'subject-a']])), () => connection, 10);
  t.teardown(() => cache.close());
  await cache.fetch('p', 'a', 'c');
  t.ok(cache.get('p', 'a'));
  // The read waits without an error, as on a half-open connection.
  (connection as { xread: unknown }).xread = () => new Promise(() => undefined);
  await waitUntil(() => cache.get('p', 'a') === undefined);
  await cache.fetch('p', 'a', 'c');
  t.ok(cache.get('p', 'a'), 'a grant that was just read is trusted');
  const now = performance.now.bind(performance);
  t.intercept(performance, 'now', { value: () => now() + 1_000 });
  t.equal(cache.get('p', 'a'), undefined, 'a second later it is not');
});

test('reads the stream in order from its end at the start', async t => {
  await client.xadd(keys.revocations, '*', 'subject', 'before');
  const received: string[] = [];
  const follower = await RevocationFollower.open(connectForBlockingReads(redis.url), {
    revoked: subject => received.push(subject),
    mayHaveMissed: () => undefined,
  });
  t.teardown(() => follower.close());
  const many = Array.from({ length: 2_500 }, (_, at) => `many-${at}`);
  await Promise.all(many.map(subject => client.xadd(keys.revocations, '*', 'subject', subject)));
  await waitUntil(() => received.length >= many.length);
  t.same(received, many);
});

test('closes the connection when Redis does not answer at the start', async t => {
  const connection = connectForBlockingReads(`redis://127.0.0.1:${await findFreePort()}`);
  const disconnect = connection.disconnect.bind(connection);
  t.teardown(disconnect);
  let isClosed = false;
  connection.disconnect = () => {
    isClosed = true;
    disconnect();
  };
  await t.rejects(RevocationFollower.open(connection, { revoked: () => undefined, mayHaveMissed: () => undefined }));
  t.ok(isClosed);
});
