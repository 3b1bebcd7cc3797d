/**
 * A server refuses further requests immediately while its workers or Redis do not answer, and serves requests again as
 * soon as they do.
 */
import { t as root, test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import type { Call, CallReply } from '../../../src/operations/Call.js';
import { WorkerPool } from '../../../src/server/workers/WorkerPool.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { masterNodes } from '../../../src/base/redis/clusterNodes.js';
import { startQuayside } from '../../support/quayside.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { waitUntil } from '../../support/waitUntil.js';
import { matchWhole } from '../../support/matchWhole.js';

const redis = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: redis.url, QUEUE_WAIT_MS: '40' });
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const states = `/${project.projectKey}/states`;

const refusedMessage = 'The service is overloaded. Try again in a second.';

// In a cluster, each node is a process.
const redisPids = await Promise.all(
  masterNodes(quayside.services.redis).map(async node =>
    Number(/process_id:(\d+)/.exec(await node.info('server'))![1]),
  ),
);
const signal = (name: NodeJS.Signals): void => redisPids.forEach(pid => process.kill(pid, name));

/** Runs `run` while Redis is suspended; `run` must end before commands reach their time limit. */
const whileSuspended = async (run: () => Promise<void>): Promise<void> => {
  signal('SIGSTOP');
  try {
    await run();
  } finally {
    signal('SIGCONT');
  }
};

/**
 * Resolves when requests are served. Soon after an overload, a call that no worker begins in time is refused, even on
 * an idle server.
 */
const waitUntilServed = (path: string): Promise<void> =>
  waitUntil(async () => (await http.send('GET', path)).status === 200);

/** A page of another origin may read the refusal. */
const origin = 'http://localhost:3000';

const refused = {
  status: 503,
  headers: { 'retry-after': '1', 'x-correlation-id': /./, 'access-control-allow-origin': origin },
  json: { statusCode: 503, message: refusedMessage, errors: [{ code: 'ServiceUnavailable', message: refusedMessage }] },
};

for (const [requests, path] of [
  ['calls of workers', `${states}?limit=1`],
  ['reads of stored resources', `${states}/key=Initial`],
] as const)
  test(`answers ${requests} with a 503 and Retry-After at once while others wait for long (LIM001)`, async t => {
    await waitUntilServed(path);
    const waiting: Promise<number>[] = [];
    let refusedCount = 0;
    const request = async (): Promise<number> => {
      const { status } = await http.send('GET', path);
      if (status === 503) refusedCount++;
      return status;
    };
    await whileSuspended(async () => {
      for (let count = 0; count < 200; count++) waiting.push(request());
      // Refused requests are answered while admitted ones wait.
      await waitUntil(() => {
        waiting.push(request());
        return refusedCount > 0;
      });
      matchWhole(t, await http.send('GET', path, { headers: { origin } }), refused);
      t.equal((await http.send('GET', '/healthz')).status, 200, 'probes are not refused');
    });
    const statuses = await Promise.all(waiting);
    t.ok(statuses.filter(status => status === 200).length >= 32, 'admitted requests are served');
    t.same(
      statuses.filter(status => status !== 200 && status !== 503),
      [],
    );
    await waitUntilServed(path);
  });

const config = readConfig({ WORKERS: '1', QUEUE_WAIT_MS: '10', POOL_QUEUE_MAX: '500' });
const pool = new WorkerPool(config, createServiceOptions(config, redis.url, ''), { onError: () => undefined });
root.teardown(() => pool.stop());
const call: Omit<Call, 'id'> = {
  verb: 'query',
  projectKey: project.projectKey,
  typeId: 'state',
  query: '',
  body: new Uint8Array(),
  client: { clientId: 'x' },
  correlationId: 'overload-test',
};

test('limits the queue, and keeps nothing of refused calls', async t => {
  await pool.ready();
  const replies: CallReply[] = [];
  const send = (count: number): void => {
    for (let left = count; left > 0; left--) pool.send(call, reply => replies.push(reply));
  };
  await whileSuspended(async () => {
    send(10_000);
    t.ok(pool.pendingCalls <= 500, `${pool.pendingCalls} wait`);
    t.equal(replies.length, 10_000 - pool.pendingCalls, 'the others were refused synchronously');
    t.equal(pool.shedCount, replies.length);
    t.same([...new Set(replies.map(({ status }) => status))], [503]);
  });
  await waitUntil(() => replies.length === 10_000);
  t.equal(pool.pendingCalls, 0);
  t.notOk(pool.shouldShed(call));
});

test('refuses a call whose deadline has passed before it begins', async t => {
  const ask = (deadlineMs: number): Promise<CallReply> =>
    new Promise(resolve => pool.send({ ...call, deadlineMs }, resolve));
  const before = pool.expiredCalls;
  const { status, headers, body } = await ask(1);
  t.same(
    [status, headers, JSON.parse(Buffer.from(body).toString())],
    [
      503,
      [['Retry-After', '1']],
      { statusCode: 503, message: refusedMessage, errors: [{ code: 'ServiceUnavailable', message: refusedMessage }] },
    ],
  );
  t.equal(pool.expiredCalls, before + 1);
  t.equal((await ask(Number.MAX_SAFE_INTEGER)).status, 200);
  t.equal(pool.expiredCalls, before + 1);
});
