import { setTimeout } from 'node:timers/promises';
import { test } from 'tap';
import { followEndings } from '../../src/oauth/RevocationFollower.js';
import { createGrantCache } from '../../src/oauth/GrantCache.js';
import { connectForBlockingReads } from '../../src/redis/connect.js';
import { keys } from '../../src/store/keys.js';
import { ownRedis } from '../support/ownRedis.js';
import { startQuayside } from '../support/quayside.js';
import { findFreePort } from '../../src/redis/embedded/findFreePort.js';
import { until } from '../support/until.js';

const redis = await ownRedis();
const quayside = await startQuayside({ REDIS_URL: redis.url });
const elsewhere = await startQuayside({ REDIS_URL: redis.url });
const project = await quayside.project();
const { tokens, redis: client } = quayside.services;
const status = async (token: string, service = elsewhere) =>
  (await service.http.as(token).send('GET', `/${project.projectKey}/states`)).status;
const revoke = (token: string) => tokens.revoke(project.projectKey, project.clientId, token, 'access_token', 172_800);

test('AUTH043 a revocation in a moment without connection is heard nevertheless', async t => {
  for (let time = 0; time < 5; time++) {
    const token = await quayside.token(project);
    t.equal(await status(token), 200);
    await redis.cutConnections();
    await revoke(token);
    await until(async () => (await status(token)) === 401, 1_000);
  }
});

test('AUTH042 AUTH043 a revocation that failed half way can be made again, and is heard then', async t => {
  const token = await quayside.token(project);
  t.equal(await status(token), 200);
  const broken = client as unknown as { xadd(...args: unknown[]): Promise<unknown> };
  const { xadd } = broken;
  broken.xadd = () => Promise.reject(new Error('Command timed out'));
  await t.rejects(revoke(token));
  broken.xadd = xadd;
  t.type(await revoke(token), 'string', 'the token is still known as one to revoke');
  await until(async () => (await status(token)) === 401, 1_000);
  t.equal(await revoke(token), undefined);
});

const stub = (grants: Map<string, string>) => async (_projectKey: string, token: string) => {
  const subject = grants.get(token);
  await setTimeout(20);
  return subject === undefined
    ? undefined
    : {
        grant: { client: {}, scope: '', scopes: new Set<string>(), expiresAtMs: Date.now() + 60_000 },
        endsWith: [subject],
      };
};

test('endings of others do not keep a token from being remembered, its own does', async t => {
  const cache = await createGrantCache(
    stub(
      new Map([
        ['a', 'subject-a'],
        ['b', 'subject-b'],
      ]),
    ),
    connectForBlockingReads(redis.url),
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

test('who cannot hear what ends believes nothing for longer than a second', async t => {
  const connection = connectForBlockingReads(redis.url);
  const cache = await createGrantCache(stub(new Map([['a', 'subject-a']])), connection, 10);
  t.teardown(() => cache.close());
  await cache.fetch('p', 'a', 'c');
  t.ok(cache.get('p', 'a'));
  // It waits without an error, as a connection does that is half open.
  (connection as { xread: unknown }).xread = () => new Promise(() => undefined);
  await until(() => cache.get('p', 'a') === undefined, 2_500);
  await cache.fetch('p', 'a', 'c');
  t.ok(cache.get('p', 'a'), 'what was just read is believed');
  await until(() => cache.get('p', 'a') === undefined, 1_500);
});

test('the stream is read to its end, in order, from where it stood at the start', async t => {
  await client.xadd(keys.revocations, '*', 'subject', 'before');
  const heard: string[] = [];
  const follower = await followEndings(connectForBlockingReads(redis.url), {
    ended: subject => heard.push(subject),
    missed: () => undefined,
  });
  t.teardown(() => follower.close());
  const many = Array.from({ length: 2_500 }, (_, at) => `many-${at}`);
  await Promise.all(many.map(subject => client.xadd(keys.revocations, '*', 'subject', subject)));
  await until(() => heard.length >= many.length);
  t.same(heard, many);
});

test('where Redis does not answer, the connection is given up with the start', async t => {
  const connection = connectForBlockingReads(`redis://127.0.0.1:${await findFreePort()}`);
  const disconnect = connection.disconnect.bind(connection);
  t.teardown(disconnect);
  let isGivenUp = false;
  connection.disconnect = () => {
    isGivenUp = true;
    disconnect();
  };
  await t.rejects(followEndings(connection, { ended: () => undefined, missed: () => undefined }));
  t.ok(isGivenUp);
});
