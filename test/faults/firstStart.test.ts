/** The first start of a server whose changes replicas must confirm. */
import type { Redis } from 'ioredis';
import { t as root, test } from '../support/tap.js';
import { findFreePort } from '../../src/base/redis/embedded/redisProcess.js';
import { launch } from '../support/command.js';
import { createHttp } from '../support/http.js';
import { matchWhole } from '../support/matchWhole.js';
import { onDisk, portOf, urlOf } from '../support/replicas.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { waitUntil } from '../support/waitUntil.js';
import { skipInShort } from '../support/rounds.js';

const reason = "Redis has 0 replica\\(s\\) in sync, and DURABILITY 'replicas' needs 1 to confirm each change\\.";

/** A line of the log of the level error, or of a stack, other than that which says what the start waits for. */
const errorLine = /"level":[56]0(?!.*changes cannot be confirmed)|^ +at /m;

const startFirst = async (settings: Readonly<Record<string, string>> = {}) => {
  const redis = (await startOwnServer([...onDisk, '--repl-diskless-sync-delay', '0'])) as Redis;
  const port = await findFreePort();
  const server = launch(['start'], {
    REDIS_URL: urlOf(redis),
    ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
    DURABILITY: 'replicas',
    DURABILITY_WAIT_MS: '60000',
    PORT: String(port),
    WORKERS: '1',
    ...settings,
  });
  root.teardown(() => server.signal('SIGKILL'));
  const http = createHttp(`http://127.0.0.1:${port}`);
  root.teardown(() => http.close());
  return { redis, server, http };
};

test('waits for the replicas, says so in the log and at /readyz, and then creates the demo project', async t => {
  const { redis, server, http } = await startFirst();
  await server.logged(new RegExp(`the start waits: ${reason}`));
  matchWhole(t, await http.send('GET', '/readyz'), {
    status: 503,
    json: { errors: [{ code: 'ServiceUnavailable', message: new RegExp(`^The start waits: ${reason}$`) }] },
  });
  t.equal((await http.send('GET', '/healthz')).status, 200);
  await startOwnServer([...onDisk, '--replicaof', '127.0.0.1', String(portOf(redis))]);
  await server.logged(/the start goes on/);
  await server.printed(/listens on/);
  await waitUntil(async () => (await http.send('GET', '/readyz')).status === 200);
  t.same(await redis.smembers('quayside:projects'), ['demo']);
  server.signal('SIGTERM');
  const { code, stderr } = await server.ended;
  t.equal(code, 0);
  t.notMatch(stderr, errorLine);
});

test('ends the wait at a signal', { skip: skipInShort }, async t => {
  const { server } = await startFirst({ NODE_ENV: 'production' });
  await server.logged(/the start waits/);
  server.signal('SIGTERM');
  const { code, stderr } = await server.ended;
  t.equal(code, 0);
  t.notMatch(stderr, errorLine);
});

test('does not wait where there is a project, whose resources can be read', { skip: skipInShort }, async t => {
  const { redis, server, http } = await startFirst();
  const replica = (await startOwnServer([...onDisk, '--replicaof', '127.0.0.1', String(portOf(redis))])) as Redis;
  await server.printed(/listens on/);
  server.signal('SIGTERM');
  await server.ended;
  http.close();
  await replica.call('REPLICAOF', 'NO', 'ONE');
  await waitUntil(async () => (await redis.info('replication')).includes('connected_slaves:0'));
  const next = launch(['start'], {
    REDIS_URL: urlOf(redis),
    ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
    DURABILITY: 'replicas',
    PORT: '0',
    WORKERS: '1',
  });
  root.teardown(() => next.signal('SIGKILL'));
  const printed = await next.printed(/listens on/);
  await next.logged(/Redis has 0 replica\(s\) in sync, and DURABILITY .replicas. needs 1/);
  const again = createHttp(/http:\/\/\S+/.exec(printed)![0]);
  t.equal((await again.send('GET', '/readyz')).status, 200);
  again.close();
});
