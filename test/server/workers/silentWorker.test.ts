/** A worker that computes endlessly is replaced; other workers and their calls are not affected. */
import { t as root, test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import type { UnnumberedCall, CallReply } from '../../../src/operations/Call.js';
import type { SilentWorker } from '../../../src/server/workers/WorkerThreads.js';
import { WorkerPool } from '../../../src/server/workers/WorkerPool.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { startQuayside } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';

const quayside = await startQuayside();
const { projectKey } = await quayside.project();

const open = async (environment: Record<string, string>) => {
  const silences: SilentWorker[] = [];
  const errors: Error[] = [];
  const config = readConfig({ QUEUE_WAIT_MS: '60000', WORKER_SILENCE_MS: '8000', ...environment });
  const pool = new WorkerPool(
    config,
    createServiceOptions(config, quayside.redisUrl, ''),
    { onError: error => errors.push(error), onSilence: worker => silences.push(worker) },
    new URL('../../support/endlessWorker.js', import.meta.url),
  );
  root.teardown(() => pool.stop());
  await pool.ready();
  return { pool, silences, errors };
};

const call = (verb: string, correlationId: string): UnnumberedCall => ({
  verb,
  projectKey,
  typeId: 'state',
  query: '',
  body: new Uint8Array(),
  client: { clientId: 'x' },
  correlationId,
});
const ask = (pool: WorkerPool, verb: string, correlationId: string = verb): Promise<CallReply> =>
  new Promise(resolve => pool.send(call(verb, correlationId), resolve));
const statusesOf = async (replies: readonly Promise<CallReply>[]): Promise<number[]> =>
  (await Promise.all(replies)).map(({ status }) => status);

const message = 'The worker of the request did not come back and was replaced. A change may have been carried out.';
const refusal = [
  503,
  [['Retry-After', '1']],
  { statusCode: 503, message, errors: [{ code: 'ServiceUnavailable', message }] },
];
const contentOf = ({ status, headers, body }: CallReply): unknown => [status, headers, JSON.parse(String(body))];

const withoutAges = ({ begunCalls, oldestCalls }: SilentWorker): unknown => ({
  begunCalls,
  oldestCalls: oldestCalls.map(({ verb, typeId, projectKey: key, correlationId }) => ({
    verb,
    typeId,
    projectKey: key,
    correlationId,
  })),
});

test('answers calls that a worker had begun with a 503 if it does not return, and replaces it', async t => {
  const { pool, silences, errors } = await open({ WORKERS: '1' });
  const first = pool.threads[0]!.threadId;
  const [patient, endless] = [ask(pool, 'patient', 'first'), ask(pool, 'endless', 'second')];
  t.strictSame([contentOf(await patient), contentOf(await endless)], [refusal, refusal]);
  t.strictSame(silences.map(withoutAges), [
    {
      begunCalls: 2,
      oldestCalls: [
        { verb: 'patient', typeId: 'state', projectKey, correlationId: 'first' },
        { verb: 'endless', typeId: 'state', projectKey, correlationId: 'second' },
      ],
    },
  ]);
  t.equal(silences[0]!.threadId, first);
  t.strictSame([pool.pendingCalls, pool.replacedWorkers, errors], [0, 1, []]);
  t.strictSame(await statusesOf(Array.from({ length: 200 }, () => ask(pool, 'query'))), Array(200).fill(200));
  t.strictSame([pool.pendingCalls, pool.queuedBatches, pool.shedCount, pool.replacedWorkers], [0, 0, 0, 1]);
  t.strictSame(
    pool.threads.map(({ threadId }) => threadId === first),
    [false],
  );
});

test('gives the calls that the worker had not begun to the next one', async t => {
  const { pool, silences } = await open({ WORKERS: '1', BATCH_MAX: '4' });
  // The endless call begins before the other calls of its batch and of the later batches.
  const endless = ask(pool, 'endlessAtOnce');
  const others = Array.from({ length: 400 }, (_, at) => ask(pool, 'query', `other-${at}`));
  t.strictSame(contentOf(await endless), refusal);
  t.strictSame(await statusesOf(others), Array(400).fill(200));
  t.strictSame(silences.map(withoutAges), [
    {
      begunCalls: 1,
      oldestCalls: [{ verb: 'endlessAtOnce', typeId: 'state', projectKey, correlationId: 'endlessAtOnce' }],
    },
  ]);
  t.strictSame([pool.pendingCalls, pool.queuedBatches, pool.replacedWorkers], [0, 0, 1]);
});

test('serves other calls with the other workers meanwhile, and lets calls wait that only wait', async t => {
  // A batch has one call, so that each worker gets one of two simultaneous calls.
  const { pool } = await open({ WORKERS: '2', BATCH_MAX: '1', QUEUE_WAIT_MS: '100' });
  await waitUntil(async () => {
    const [one, other] = await Promise.all([ask(pool, 'threadId'), ask(pool, 'threadId')]);
    return String(one.body) !== String(other.body);
  });
  const patient = ask(pool, 'patient');
  const nothing = Symbol('no reply');
  const endless = ask(pool, 'endlessAtOnce');
  let isReplaced = false;
  void endless.then(() => {
    isReplaced = true;
  });
  const others = [ask(pool, 'query'), ask(pool, 'query')];
  await Promise.race(others);
  t.notOk(isReplaced, 'the other worker answers meanwhile');
  t.strictSame(contentOf(await endless), refusal);
  t.strictSame(await statusesOf(others), [200, 200]);
  t.strictSame(await statusesOf(Array.from({ length: 100 }, () => ask(pool, 'query'))), Array(100).fill(200));
  t.strictSame([pool.pendingCalls, pool.replacedWorkers], [1, 1]);
  t.equal(await Promise.race([patient, Promise.resolve(nothing)]), nothing);
});
