/** Where workers or Redis are held up, what comes is refused at once, and served again as soon as they go on. */
import { setTimeout } from 'node:timers/promises';
import { t as root, test } from 'tap';
import { readConfig } from '../../src/config/readConfig.js';
import type { Call, Reply } from '../../src/pool/message.js';
import { WorkerPool } from '../../src/pool/WorkerPool.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { masterNodes } from '../../src/redis/masterNodes.js';
import { startQuayside } from '../support/quayside.js';
import { ownRedis } from '../support/ownRedis.js';
import { until } from '../support/until.js';

const redis = await ownRedis();
const quayside = await startQuayside({ REDIS_URL: redis.url, QUEUE_WAIT_MS: '40' });
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const states = `/${project.projectKey}/states`;

// On a cluster several.
const redisPids = await Promise.all(
  masterNodes(quayside.services.redis).map(async node =>
    Number(/process_id:(\d+)/.exec(await node.info('server'))![1]),
  ),
);
const signal = (name: NodeJS.Signals): void => redisPids.forEach(pid => process.kill(pid, name));

/** The connections are there, and nobody answers. */
const heldUp = async (run: () => Promise<void>): Promise<void> => {
  signal('SIGSTOP');
  try {
    await run();
  } finally {
    signal('SIGCONT');
  }
};

const refused = {
  status: 503,
  headers: { 'retry-after': '1', 'x-correlation-id': /./ },
  json: { statusCode: 503, message: /overloaded/, errors: [{ code: 'ServiceUnavailable', message: /overloaded/ }] },
};

for (const [what, path] of [
  ['calls of workers', `${states}?limit=1`],
  ['reads on the front', `${states}/key=Initial`],
] as const)
  test(`LIM001 ${what} that find others waiting for long get a 503 with Retry-After at once, and none once these went on`, async t => {
    t.equal((await http.send('GET', path)).status, 200);
    const waiting: Promise<{ readonly status: number }>[] = [];
    await heldUp(async () => {
      for (let count = 0; count < 200; count++) waiting.push(http.send('GET', path));
      // The first that is refused comes back while all the others wait.
      await until(async () => {
        const answer = await Promise.race([http.send('GET', path), setTimeout(100, undefined)]);
        return answer?.status === 503;
      });
      t.match(await http.send('GET', path), refused);
      t.equal((await http.send('GET', '/healthz')).status, 200, 'probes are not refused');
    });
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    t.ok(statuses.filter(status => status === 200).length >= 32, 'what was let in is served');
    t.same(
      statuses.filter(status => status !== 200 && status !== 503),
      [],
    );
    t.equal((await http.send('GET', path)).status, 200, 'and what comes then');
  });

const config = readConfig({ WORKERS: '1', QUEUE_WAIT_MS: '10', POOL_QUEUE_MAX: '500' });
const pool = new WorkerPool(config, createServiceOptions(config, redis.url, ''), { onError: () => undefined });
root.teardown(() => pool.stop());
const refusedMessage = 'The service is overloaded. Try again in a second.';
const call: Omit<Call, 'id'> = {
  verb: 'query',
  projectKey: project.projectKey,
  typeId: 'state',
  query: '',
  body: new Uint8Array(),
  client: { clientId: 'x' },
  correlationId: 'overload-test',
};

test('the queue is bounded, whatever comes, and what is refused is not kept', async t => {
  await pool.ready();
  const replies: Reply[] = [];
  const send = (count: number): void => {
    for (let left = count; left > 0; left--) pool.send(call, reply => replies.push(reply));
  };
  await heldUp(async () => {
    send(10_000);
    t.ok(pool.pendingCalls <= 500, `${pool.pendingCalls} wait`);
    t.equal(replies.length, 10_000 - pool.pendingCalls, 'the others were answered before anything else happened');
    t.equal(pool.shedCount, replies.length);
    t.same([...new Set(replies.map(({ status }) => status))], [503]);
  });
  await until(() => replies.length === 10_000);
  t.equal(pool.pendingCalls, 0);
  t.notOk(pool.shouldShed());
});

test('a call whose time is over when a worker gets to it is refused without being begun', async t => {
  const ask = (deadlineMs: number): Promise<Reply> =>
    new Promise(resolve => pool.send({ ...call, deadlineMs }, resolve));
  const { status, headers, body } = await ask(1);
  t.same(
    [status, headers, JSON.parse(Buffer.from(body).toString())],
    [
      503,
      [['Retry-After', '1']],
      { statusCode: 503, message: refusedMessage, errors: [{ code: 'ServiceUnavailable', message: refusedMessage }] },
    ],
  );
  t.equal(pool.expiredCalls, 1);
  t.equal((await ask(Number.MAX_SAFE_INTEGER)).status, 200);
  t.equal(pool.expiredCalls, 1);
});
