import { test } from '../support/tap.js';
import { limits } from '../../src/config/limits.js';
import { ReadLimiter } from '../../src/shedding/ReadLimiter.js';

/** Ten reads a millisecond, and 20 ms that a read may wait: twice as long as a step of a call. */
const readsAtStart = 200;

const createLimiter = () => {
  const clock = { ms: 100 };
  const pings: (() => void)[] = [];
  const reads = new ReadLimiter(
    { readQueueMax: 1_000, queueWaitMs: 10 },
    () => new Promise<void>(resolve => pings.push(resolve)),
    () => clock.ms,
  );
  const startEndlessRead = (): void => {
    void reads.runUnmeasured(() => new Promise(() => undefined));
  };
  const answerPing = async (at: number): Promise<void> => {
    pings[at]?.();
    await Promise.resolve();
  };
  return { reads, clock, pings, startEndlessRead, answerPing };
};

const statusOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => 200,
    (error: { readonly status: number }) => error.status,
  );

test('probes Redis with one ping at a time while every read is shed', async t => {
  const { reads, clock, pings, startEndlessRead, answerPing } = createLimiter();
  for (let started = 0; started < readsAtStart; started++) startEndlessRead();
  t.equal(pings.length, 0, 'nothing was shed yet');
  t.ok(reads.shouldShed());
  t.equal(await statusOf(reads.runUnmeasured(() => Promise.resolve())), 503);
  t.equal(pings.length, 1);
  clock.ms += 2;
  await answerPing(0);
  t.notOk(reads.shouldShed(), 'the ping was fast');
  t.equal(reads.shedCount, 2);
});

test('keeps shedding after a late ping, and pings again after a pause', async t => {
  const { reads, clock, pings, startEndlessRead, answerPing } = createLimiter();
  for (let started = 0; started < readsAtStart; started++) startEndlessRead();
  t.ok(reads.shouldShed());
  clock.ms += 30;
  await answerPing(0);
  t.ok(reads.shouldShed());
  clock.ms += 6;
  t.ok(reads.shouldShed());
  t.equal(pings.length, 2);
});

test('limits the bytes of all large reads in progress together', async t => {
  const { reads } = createLimiter();
  const { largeReadsBytesMax } = limits;
  let end = (): void => undefined;
  const first = reads.runLarge(
    largeReadsBytesMax - 1,
    () =>
      new Promise<void>(resolve => {
        end = resolve;
      }),
  );
  t.equal(await reads.runLarge(1, () => Promise.resolve('read')), 'read');
  t.equal(await statusOf(reads.runLarge(2, () => Promise.resolve())), 503);
  t.equal(reads.shedCount, 1);
  t.notOk(reads.shouldShed(), 'other reads are admitted');
  end();
  await first;
  t.equal(await reads.runLarge(largeReadsBytesMax, () => Promise.resolve('read')), 'read');
  t.equal(await statusOf(reads.runLarge(largeReadsBytesMax, () => Promise.reject({ status: 500 }))), 500);
  t.equal(
    await reads.runLarge(largeReadsBytesMax, () => Promise.resolve('read')),
    'read',
    'a failed read frees its bytes',
  );
});
