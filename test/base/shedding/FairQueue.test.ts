import { test } from '../../support/tap.js';
import { FairQueue } from '../../../src/base/shedding/FairQueue.js';

/** Creates tasks that end on request; `started` has their names in the order of their start. */
const createTasks = (queue: FairQueue) => {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (group: string, name: string): Promise<string> =>
    queue.run(group, async () => {
      started.push(name);
      await new Promise<void>(resolve => ends.set(name, resolve));
      return name;
    });
  /** Ends each started task, until none is left. */
  const endAll = async (): Promise<void> => {
    await new Promise(setImmediate);
    for (let at = 0; at < started.length; at++) {
      ends.get(started[at]!)!();
      // The slot is passed on in microtasks, which all run before the next turn.
      await new Promise(setImmediate);
    }
  };
  return { started, run, endAll };
};

const createQueue = (waitingMax: number, waitingMaxPerGroup: number): FairQueue =>
  new FairQueue({ waitingMax, waitingMaxPerGroup, refusal: () => new Error('too many') });

const outcomesOf = async (runs: readonly Promise<string>[]): Promise<string[]> =>
  (await Promise.allSettled(runs)).map(each => (each.status === 'fulfilled' ? each.value : 'refused'));

test('takes the tasks of all groups in turn', async t => {
  const { started, run, endAll } = createTasks(createQueue(100, 100));
  const runs = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(name => run(name.slice(0, 1), name));
  const outcomes = outcomesOf(runs);
  await endAll();
  t.same(await outcomes, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  t.same(started, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a group with many tasks delays another one by one task', async t => {
  const { started, run, endAll } = createTasks(createQueue(1_000, 1_000));
  const names = Array.from({ length: 150 }, (_, at) => `many-${at}`);
  const runs = [...names.map(name => run('many', name)), run('one', 'one')];
  const outcomes = outcomesOf(runs);
  await endAll();
  t.same(await outcomes, [...names, 'one']);
  t.equal(started.indexOf('one'), 2);
});

test('runs as many tasks at once as are allowed', async t => {
  const queue = createQueue(10, 10);
  queue.runningMax = 2;
  const { started, run, endAll } = createTasks(queue);
  const runs = ['a1', 'a2', 'a3'].map(name => run('a', name));
  await new Promise(setImmediate);
  t.same(started, ['a1', 'a2']);
  const outcomes = outcomesOf(runs);
  await endAll();
  t.same(await outcomes, ['a1', 'a2', 'a3']);
  t.equal(await queue.run('a', () => Promise.resolve('later')), 'later', 'the slots are free again');
});

test('runs no more tasks of one group at once than it may have, while others run in the free slots', async t => {
  const queue = new FairQueue({
    waitingMax: 10,
    waitingMaxPerGroup: 10,
    runningMaxPerGroup: 2,
    refusal: () => new Error('too many'),
  });
  queue.runningMax = 3;
  const { started, run, endAll } = createTasks(queue);
  const runs = ['a1', 'a2', 'a3', 'b1', 'b2'].map(name => run(name.slice(0, 1), name));
  await new Promise(setImmediate);
  t.same(started, ['a1', 'a2', 'b1'], 'a3 waits although it came first');
  t.same([queue.running, queue.waiting], [3, 2]);
  const outcomes = outcomesOf(runs);
  await endAll();
  t.same(await outcomes, ['a1', 'a2', 'a3', 'b1', 'b2']);
  t.same([queue.running, queue.waiting], [0, 0]);
});

test('refuses all waiting tasks on request, and accepts later ones', async t => {
  const queue = createQueue(10, 10);
  const { run, endAll } = createTasks(queue);
  const outcomes = outcomesOf(['a1', 'a2', 'b1'].map(name => run(name.slice(0, 1), name)));
  await new Promise(setImmediate);
  queue.refuseWaiting();
  await endAll();
  t.same(await outcomes, ['a1', 'refused', 'refused']);
  t.equal(await queue.run('a', () => Promise.resolve('later')), 'later');
});

test('refuses a group that has too many waiting tasks, and no other one', async t => {
  const { run, endAll } = createTasks(createQueue(100, 2));
  const runs = ['a1', 'a2', 'a3', 'a4', 'b1'].map(name => run(name.slice(0, 1), name));
  const outcomes = outcomesOf(runs);
  await endAll();
  t.same(await outcomes, ['a1', 'a2', 'a3', 'refused', 'b1']);
});

test('gives a place of the longest group to a shorter one when all are taken', async t => {
  const { run, endAll } = createTasks(createQueue(3, 3));
  const runs = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(name => run(name.slice(0, 1), name));
  const outcomes = outcomesOf(runs);
  await endAll();
  // b1 replaces a4; b2 is refused, since a with a2 and a3 has only one more than b; c1 replaces a3.
  t.same(await outcomes, ['a1', 'a2', 'refused', 'refused', 'b1', 'refused', 'c1']);
});

test('frees the slot of a task that fails', async t => {
  const queue = createQueue(10, 10);
  await t.rejects(
    queue.run('a', () => Promise.reject(new Error('failed'))),
    { message: 'failed' },
  );
  t.equal(await queue.run('a', () => Promise.resolve('next')), 'next');
});
