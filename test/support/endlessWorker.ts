/**
 * A worker with verbs of its own, some of which never come back: tests give the file to WorkerPool. A thread that waits
 * is as silent as one that computes, and leaves the processor to other tests.
 */
import { threadId } from 'node:worker_threads';
import type { Verb } from '../../src/operations/verbs/Verb.js';
import { programEntry } from '../../src/base/config/packageFile.js';

const { default: run, verbs } = (await import(
  programEntry('worker').href
)) as typeof import('../../src/server/workers/worker.js');

const waitForever = (): never => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('this thread is never woken');
};

const table = verbs as Map<string, Pick<Verb, 'kind' | 'run'>>;

const add = (name: string, answer: Verb['run']): void => void table.set(name, { kind: 'read', run: answer });

add('endless', async () => {
  // The calls of the same batch begin before the loop does.
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
