/**
 * A worker with its own verbs, some of which never return: tests give the file to WorkerPool. A thread that waits is as
 * silent as one that computes, and leaves the processor to other tests.
 */
import { threadId } from 'node:worker_threads';
import type { Verb } from '../../src/operations/verbs/Verb.js';
import { programEntry } from '../../src/base/config/packageFile.js';

const { default: run, verbsByName } = (await import(
  programEntry('worker').href
)) as typeof import('../../src/server/workers/worker.js');

const waitForever = (): never => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('this thread is never woken');
};

const table = verbsByName as Map<string, Verb>;

const add = (name: string, answer: Verb['run']): void => void table.set(name, { name, kind: 'read', run: answer });

add('endless', async () => {
  // The other calls of the batch must begin before this thread blocks.
  await new Promise(resolve => setImmediate(resolve));
  return waitForever();
});
add('endlessAtOnce', waitForever);
add('patient', () => new Promise(() => undefined));
add('longResource', () =>
  Promise.resolve({ status: 200, body: `{"id":"o-1","version":2,"text":"${'x'.repeat(200_000)}"}` }),
);
add('threadId', () => Promise.resolve({ status: 200, body: String(threadId) }));

export default run;
