import { test } from '../../support/tap.js';
import { limits } from '../../../src/base/config/limits.js';
import type { MasterOf } from '../../../src/base/shedding/MasterGates.js';
import { ReadLimiter } from '../../../src/base/shedding/ReadLimiter.js';

/** There are ten reads a millisecond, and a read may wait for 20 ms: twice as long as a step of a call. */
const readsAtStart = 200;

const createLimiter = (masterOf?: MasterOf) => {
  const clock = { ms: 100 };
  const pings: (() => void)[] = [];
  const reads = new ReadLimiter(
    { readQueueMax: 1_000, queueWaitMs: 10 },
    () => new Promise<void>(resolve => pings.push(resolve)),
    { masterOf, now: () => clock.ms },
  );
  const startEndlessRead = (): void => {
    void reads.runUnmeasured('p', () => new Promise(() => undefined));
  };
  const answerPing = async (at: number): Promise<void> => {
    pings[at]?.();
    await Promise.resolve();
  };
  const shouldShed = (projectKey = 'p'): boolean => reads.gateOf(projectKey).shouldShed(projectKey);
  return { reads, clock, pings, shouldShed, startEndlessRead, answerPing };
};

const statusOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => 200,
    (error: { readonly status: number }) => error.status,
  );

test('probes Redis with one ping at a time while every read is shed', async t => {
  const { reads, clock, pings, shouldShed, startEndlessRead, answerPing } = createLimiter();
  for (let started = 0; started < readsAtStart; started++) startEndlessRead();
  t.equal(pings.length, 0, 'nothing was shed yet');
  t.ok(shouldShed());
  t.equal(await statusOf(reads.runUnmeasured('p', () => Promise.resolve())), 503);
  t.equal(pings.length, 1);
  clock.ms += 2;
  await answerPing(0);
  t.notOk(shouldShed(), 'the ping was fast');
  t.equal(reads.shedCount, 2);
});

test('keeps shedding after a late ping, and pings again after a pause', async t => {
  const { clock, pings, shouldShed, startEndlessRead, answerPing } = createLimiter();
  for (let started = 0; started < readsAtStart; started++) startEndlessRead();
  t.ok(shouldShed());
  clock.ms += 30;
  await answerPing(0);
  t.ok(shouldShed());
  clock.ms += 6;
  t.ok(shouldShed());
  t.equal(pings.length, 2);
});

test('limits the bytes of all large reads in progress together', async t => {
  const { reads, shouldShed } = createLimiter();
  const { largeReadsBytesMax } = limits;
  let end = (): void => undefined;
  const first = reads.runLarge(
    'p',
    largeReadsBytesMax - 1,
    () =>
      new Promise<void>(resolve => {
        end = resolve;
      }),
  );
  t.equal(await reads.runLarge('p', 1, () => Promise.resolve('read')), 'read');
  t.equal(await statusOf(reads.runLarge('p', 2, () => Promise.resolve())), 503);
  t.equal(reads.shedCount, 1);
  t.notOk(shouldShed(), 'other reads are admitted');
  end();
  await first;
  t.equal(await reads.runLarge('p', largeReadsBytesMax, () => Promise.resolve('read')), 'read');
  t.equal(await statusOf(reads.runLarge('p', largeReadsBytesMax, () => Promise.reject({ status: 500 }))), 500);
  t.equal(
    await reads.runLarge('p', largeReadsBytesMax, () => Promise.resolve('read')),
    'read',
    'a failed read frees its bytes',
  );
});

test('reads that wait for one master of a cluster count only against its own projects', async t => {
  const { reads, clock, pings, shouldShed, startEndlessRead, answerPing } = createLimiter(owner => owner.slice(0, 1));
  for (let started = 0; started < readsAtStart; started++) startEndlessRead();
  t.ok(shouldShed('p'));
  t.ok(shouldShed('p2'), 'another project of the master');
  t.notOk(shouldShed('other'));
  clock.ms += 30;
  await answerPing(0);
  t.ok(shouldShed('p'), 'the ping was late');
  t.equal(await reads.runUnmeasured('other', () => Promise.resolve('read')), 'read');
  t.equal(pings.length, 1, 'the other master is not asked');
  const { largeReadsBytesMax } = limits;
  void reads.runLarge('p', largeReadsBytesMax / 2, () => new Promise(() => undefined));
  t.equal(await statusOf(reads.runLarge('p', 1, () => Promise.resolve())), 503);
  t.equal(await reads.runLarge('other', largeReadsBytesMax / 2, () => Promise.resolve('read')), 'read');
  t.equal(reads.shedCount, 4);
});
