/** Calls with long computations run in separate threads, which end when no such call comes; no other call waits. */
import { t as root, test } from '../../support/tap.js';
import { limits } from '../../../src/base/config/limits.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import type { CallReply, UnnumberedCall } from '../../../src/operations/Call.js';
import { isHeavyCall } from '../../../src/operations/heavyCalls.js';
import { HeavyCalls } from '../../../src/server/workers/HeavyCalls.js';
import { WorkerPool } from '../../../src/server/workers/WorkerPool.js';
import { WorkerThreads } from '../../../src/server/workers/WorkerThreads.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { startQuayside } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';

const quayside = await startQuayside();
const file = new URL('../../support/endlessWorker.js', import.meta.url);
const config = readConfig({ WORKERS: '1', QUEUE_WAIT_MS: '60000' });
const workerData = { ...createServiceOptions(config, quayside.redisUrl, ''), workerLogLevel: 'silent' };

const { lightBodyBytesMax, lightDocumentBytesMax, lightQueryBytesMax } = limits;

const call = (verb: string, projectKey: string, bodyBytes = lightBodyBytesMax + 1, query = ''): UnnumberedCall => ({
  verb,
  projectKey,
  typeId: '',
  query,
  body: new Uint8Array(bodyBytes),
  correlationId: 'heavy-calls',
});

const weights: readonly (readonly [verb: string, body: number, query: number, isHeavy: boolean])[] = [
  ['create', lightBodyBytesMax, 0, false],
  ['create', lightBodyBytesMax + 1, 0, true],
  ['update', lightBodyBytesMax + 1, 0, true],
  ['query', 0, lightQueryBytesMax, false],
  ['query', 0, lightQueryBytesMax + 1, true],
  ['graphql', lightDocumentBytesMax, 0, false],
  ['graphql', lightDocumentBytesMax + 1, 0, true],
  ['graphql', 0, lightQueryBytesMax + 1, true],
  ['searchOrders', lightDocumentBytesMax + 1, 0, true],
  ['searchProducts', lightDocumentBytesMax + 1, 0, true],
  ['searchProjections', lightDocumentBytesMax, 0, false],
  ['testDiscount', 0, 0, true],
  ['testPredicates', 0, 0, true],
  ['readOrderFigures', 0, 0, true],
  ['probe', 0, 0, false],
];

for (const [verb, body, query, isHeavy] of weights)
  test(`${verb} with a body of ${body} bytes and a query string of ${query} is ${isHeavy ? 'heavy' : 'light'}`, t => {
    t.equal(isHeavyCall(call(verb, '', body, 'q'.repeat(query))), isHeavy);
    t.end();
  });

const pool = new WorkerPool(config, workerData, { onError: () => undefined }, file);
root.teardown(() => pool.stop(0));
const ask = (each: UnnumberedCall): Promise<CallReply> => new Promise(resolve => pool.send(each, resolve));
const threadOf = async (reply: Promise<CallReply>): Promise<number> =>
  Number(Buffer.from((await reply).body as Uint8Array).toString());

/** Ends the threads until they have no call. */
const endHeavyThreads = (): Promise<void> =>
  waitUntil(async () => {
    await Promise.all(pool.heavy.workers.map(thread => thread.terminate()));
    return pool.heavy.runningCalls === 0;
  });

const message = 'The service is overloaded. Try again in a second.';
const refusal = {
  status: 503,
  headers: [['Retry-After', '1']],
  body: { statusCode: 503, message, errors: [{ code: 'ServiceUnavailable', message }] },
};
const contentOf = ({ status, headers, body }: CallReply): unknown => ({
  status,
  headers,
  body: JSON.parse(String(body)) as unknown,
});

test('a heavy call has a thread of its own, which starts with it', async t => {
  await pool.ready();
  t.same(pool.heavy.workers, []);
  const [heavy, light] = await Promise.all([
    threadOf(ask(call('threadId', 'a'))),
    threadOf(ask(call('threadId', 'a', 10))),
  ]);
  t.same([light, heavy], [pool.threads[0]?.threadId, pool.heavy.workers[0]?.threadId]);
  t.not(light, heavy);
});

test('heavy calls of one project delay neither heavy calls of another one nor light calls', async t => {
  const { projectHeavyCallsMax: running, projectHeavyCallsWaitingMax: waiting } = limits;
  const patient = Array.from({ length: running + waiting }, () => ask(call('patient', 'a')));
  t.same([pool.heavy.runningCalls, pool.heavy.waitingCalls], [running, waiting]);
  t.strictSame(contentOf(await ask(call('patient', 'a'))), refusal, 'one more of the same project');
  t.equal(await threadOf(ask(call('threadId', 'b'))), pool.heavy.workers[0]?.threadId);
  t.equal(await threadOf(ask(call('threadId', 'a', 10))), pool.threads[0]?.threadId);
  t.equal(pool.heavy.shedCount, 1);
  t.equal(pool.shedCount, 0);
  const held = ask(call('endlessAtOnce', 'b'));
  t.equal(await threadOf(ask(call('threadId', 'b', 10))), pool.threads[0]?.threadId, 'while the thread is held');
  pool.heavy.stop();
  await endHeavyThreads();
  t.equal((await held).status, 500);
  const ended = (await Promise.all(patient)).map(({ status }) => status);
  t.same(ended, [...Array<number>(running).fill(500), ...Array<number>(waiting).fill(503)]);
});

test('a call for a resource whose last response was long is heavy, however short it is', async t => {
  const named = { ...call('longResource', 'a', 10), typeId: 'order', field: 'id', value: 'o-1' };
  t.equal((await ask(named)).status, 200);
  const threadId = { ...named, verb: 'threadId' };
  t.equal(await threadOf(ask(threadId)), pool.heavy.workers[0]?.threadId);
  t.equal(await threadOf(ask({ ...threadId, value: 'o-2' })), pool.threads[0]?.threadId);
});

test('bodies of heavy calls are bounded, those of one project by half of that', async t => {
  const bytes = limits.heavyCallsBytesMax / 4;
  const inVain = [ask(call('patient', 'c', bytes)), ask(call('patient', 'c', bytes))];
  t.strictSame(contentOf(await ask(call('threadId', 'c'))), refusal);
  t.equal((await ask(call('threadId', 'd'))).status, 200);
  await endHeavyThreads();
  t.same(
    (await Promise.all(inVain)).map(({ status }) => status),
    [500, 500],
  );
});

test('the threads end when no heavy call has come for a while, and the next one starts others', async t => {
  const options = { count: 1, workerData, file, batchMax: 32, workerSilenceMs: 60_000 };
  const threads = new WorkerThreads(options, { onError: error => t.fail(error.message) });
  const heavy = new HeavyCalls(threads, 1, 20);
  t.teardown(() => threads.stop());
  const send = (): Promise<number> => threadOf(new Promise(resolve => heavy.send(call('threadId', 'a'), resolve)));
  const first = await send();
  await waitUntil(() => heavy.workers.length === 0);
  t.not(await send(), first);
});
