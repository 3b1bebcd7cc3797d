import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { t as root, test } from '../../support/tap.js';
import { Redis } from 'ioredis';
import { newKey, stateDraft } from '../../support/drafts.js';
import { assertRefusal } from '../../support/refusal.js';
import { startQuayside } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';
import { startEmbeddedRedis } from '../../../src/base/redis/embedded/startEmbeddedRedis.js';

// The test has a Redis of its own, since it pauses all writes to it.
const folder = await mkdtemp(join(tmpdir(), 'quayside-worker-'));
const redis = await startEmbeddedRedis(folder, '');
root.teardown(async () => {
  await redis.stop();
  await rm(folder, { recursive: true });
});

const workers: Worker[] = [];
process.on('worker', worker => workers.push(worker));
const quayside = await startQuayside({ REDIS_URL: redis.url });
const credentials = await quayside.project();
const client = quayside.http.as(await quayside.token(credentials));

/** Random text, which cannot be compressed, so that its write differs from the writes of the background thread. */
const description = randomBytes(30_000).toString('base64');

/** Tells whether a connection waits with a write of the description. */
const isWriting = async (monitor: Redis): Promise<boolean> => {
  const clients = String(await monitor.client('LIST')).split('\n');
  return clients.some(line => Number(/ argv-mem=(\d+)/.exec(line)?.[1]) > 30_000);
};

test('answers the calls of a dead worker with General, and starts another worker (ERR012, ERR015)', async t => {
  t.equal(workers.length, 1);
  const monitor = new Redis(redis.url.replace('unix://', ''));
  await monitor.call('CLIENT', 'PAUSE', '60000', 'WRITE');
  const correlationId = newKey('worker-death');
  const answering = client.send('POST', `/${credentials.projectKey}/states`, {
    body: { ...stateDraft(), description: { en: description } },
    headers: { 'x-correlation-id': correlationId },
  });
  await waitUntil(() => isWriting(monitor));
  const exit = once(workers[0]!, 'exit');
  await workers[0]!.terminate();
  await exit;
  const answer = await answering;
  await monitor.call('CLIENT', 'UNPAUSE');
  monitor.disconnect();
  assertRefusal(t, answer, 500, [{ code: 'General', message: /^Unexpected error on the server\. Correlation id: / }]);
  t.equal(answer.headers['x-correlation-id'], correlationId);
  t.equal((await client.send('POST', `/${credentials.projectKey}/states`, { body: stateDraft() })).status, 201);
  t.equal(workers.length, 2);
});
