import { t as root, test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import type { Call, CallReply } from '../../../src/operations/Call.js';
import { WorkerPool } from '../../../src/server/workers/WorkerPool.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { startQuayside } from '../../support/quayside.js';
import { matchWhole } from '../../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();

const open = (environment: Record<string, string> = {}): { pool: WorkerPool; errors: Error[] } => {
  const errors: Error[] = [];
  const config = readConfig({ WORKERS: '1', QUEUE_WAIT_MS: '60000', REDIS_TIMEOUT_MS: '60000', ...environment });
  const pool = new WorkerPool(
    config,
    { ...createServiceOptions(config, quayside.redisUrl, ''), workerLogLevel: 'silent' },
    { onError: error => errors.push(error) },
    new URL('../../support/endlessWorker.js', import.meta.url),
  );
  root.teardown(() => pool.stop());
  return { pool, errors };
};
const call: Omit<Call, 'id'> = {
  verb: 'query',
  projectKey: project.projectKey,
  typeId: 'state',
  query: '',
  body: new Uint8Array(),
  client: { clientId: 'x' },
  correlationId: 'pool-test',
};
/** The pool of the tests without settings; the last of them stops it. */
const shared = open();

const ask = (pool: WorkerPool, changes: Partial<Call> = {}): Promise<CallReply> =>
  new Promise(resolve => pool.send({ ...call, ...changes }, resolve));
/** Sends calls that the worker never answers. */
const askInVain = (pool: WorkerPool, count: number): Promise<CallReply>[] =>
  Array.from({ length: count }, () => ask(pool, { verb: 'patient' }));
const bodyOf = ({ body }: CallReply): unknown => JSON.parse(Buffer.from(body as Uint8Array).toString());

test('answers each call with its own reply', async t => {
  const { pool } = shared;
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) => ask(pool, { query: `limit=${index + 1}` })),
  );
  t.same(
    replies.map(reply => (bodyOf(reply) as { limit: number }).limit),
    Array.from({ length: 200 }, (_, index) => index + 1),
  );
  t.equal(pool.pendingCalls, 0);
});

test('replaces a worker that dies, and answers its calls with a 500 in the error format (ERR012, ERR015)', async t => {
  const { pool, errors } = shared;
  await pool.ready();
  const dying = askInVain(pool, 3);
  // After two turns of the event loop the worker has received the calls.
  await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
  await Promise.all(pool.threads.map(thread => thread.terminate()));
  for (const { status, body } of await Promise.all(dying)) {
    t.equal(status, 500);
    matchWhole(t, JSON.parse(String(body)), {
      statusCode: 500,
      message: /Unexpected error/,
      errors: [{ code: 'General' }],
    });
  }
  t.ok(errors.length > 0, 'the error is reported');
  t.equal((await ask(pool)).status, 200, 'the next worker answers');
});

test('keeps batches that no worker can take yet, and answers their calls later', async t => {
  const { pool } = open({ BATCH_MAX: '1' });
  await pool.ready();
  const begun = askInVain(pool, 64);
  const replies = Array.from({ length: 36 }, () => ask(pool));
  await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
  // The pool may have added a call of its own, which measures how long calls wait.
  t.ok(pool.queuedBatches >= 36, 'a worker takes 64 batches');
  await Promise.all(pool.threads.map(thread => thread.terminate()));
  t.same([...new Set((await Promise.all(replies)).map(({ status }) => status))], [200]);
  t.equal(pool.queuedBatches, 0);
  await pool.stop(0);
  t.same([...new Set((await Promise.all(begun)).map(({ status }) => status))], [500]);
});

test('answers the calls that wait for a worker when it stops', async t => {
  const { pool, errors } = open({ BATCH_MAX: '1' });
  await pool.ready();
  const replies = askInVain(pool, 100);
  await new Promise(resolve => setImmediate(resolve));
  await pool.stop(0);
  t.same([...new Set((await Promise.all(replies)).map(({ status }) => status))], [500]);
  t.ok(errors.length > 0, 'the error is reported');
});

test('answers calls beyond the limit with a 503', async t => {
  const { pool } = open({ POOL_QUEUE_MAX: '3' });
  const statuses = (await Promise.all(Array.from({ length: 6 }, () => ask(pool)))).map(({ status }) => status);
  t.same(
    statuses.sort((a, b) => a - b),
    [200, 200, 200, 503, 503, 503],
  );
  t.equal((await ask(pool)).status, 200);
});

test('answers an unexpected error with a 500 that contains only the correlation id', async t => {
  const { pool } = shared;
  const reply = await ask(pool, { verb: 'no-such-verb' });
  t.equal(reply.status, 500);
  matchWhole(t, JSON.parse(Buffer.from(reply.body).toString()), {
    errors: [{ code: 'General', message: /pool-test/ }],
  });
});

test('finishes the calls in progress when it stops', async t => {
  const { pool } = shared;
  const replies = Array.from({ length: 20 }, () => ask(pool));
  await pool.stop();
  t.same([...new Set((await Promise.all(replies)).map(({ status }) => status))], [200]);
});
