/**
 * A worker with verbs of its own, some of which never come back: tests give the file to WorkerPool. A thread that waits
 * is as silent as one that computes, and leaves the processor to other tests.
 */
import { threadId } from 'node:worker_threads';
import { programEntry } from '../../src/base/config/packageFile.js';

const { default: run, verbs } = (await import(
  programEntry('worker').href
)) as typeof import('../../src/server/workers/worker.js');

const waitForever = (): never => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('this thread is never woken');
};

const table = verbs as Map<string, () => Promise<{ status: number; body: string }>>;

table.set('endless', async () => {
  // The calls of the same batch begin before the loop does.
  await new Promise(resolve => setImmediate(resolve));
  return waitForever();
});
table.set('endlessAtOnce', waitForever);
table.set('patient', () => new Promise(() => undefined));
table.set('longResource', () =>
  Promise.resolve({ status: 200, body: `{"id":"o-1","version":2,"text":"${'x'.repeat(200_000)}"}` }),
);
table.set('threadId', () => Promise.resolve({ status: 200, body: String(threadId) }));

export default run;
