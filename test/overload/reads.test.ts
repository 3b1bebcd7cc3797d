import { test } from 'tap';
import { limits } from '../../src/config/limits.js';
import { createReads } from '../../src/overload/reads.js';

/** Ten places a millisecond that a read may wait, which is twice as long as a step of a call. */
const places = 200;

const readsAt = () => {
  const clock = { ms: 100 };
  const pings: (() => void)[] = [];
  const reads = createReads(
    { readQueueMax: 1_000, queueWaitMs: 10 },
    () => new Promise<void>(resolve => pings.push(resolve)),
    () => clock.ms,
  );
  const hold = (): void => {
    void reads.runOther(() => new Promise(() => undefined));
  };
  return { reads, clock, pings, hold };
};

test('who is refused has Redis asked, once at a time, so that places are found', async t => {
  const { reads, clock, pings, hold } = readsAt();
  for (let held = 0; held < places; held++) hold();
  t.equal(pings.length, 0, 'nobody was refused yet');
  t.ok(reads.refuses());
  t.match(await reads.runOther(() => Promise.resolve()).catch((error: unknown) => error), { status: 503 });
  t.equal(pings.length, 1);
  clock.ms += 2;
  pings[0]!();
  await Promise.resolve();
  t.notOk(reads.refuses(), 'it was quick');
  t.equal(reads.refused, 2);
});

test('a ping that comes back late finds none', async t => {
  const { reads, clock, pings, hold } = readsAt();
  for (let held = 0; held < places; held++) hold();
  t.ok(reads.refuses());
  clock.ms += 30;
  pings[0]!();
  await Promise.resolve();
  t.ok(reads.refuses());
  clock.ms += 6;
  t.ok(reads.refuses());
  t.equal(pings.length, 2, 'after a pause Redis is asked again');
});

test('large reads are bounded by what they bring together, until it is there', async t => {
  const { reads } = readsAt();
  const most = limits.largeReadsBytesMax;
  let end = (): void => undefined;
  const first = reads.runLarge(
    most - 1,
    () =>
      new Promise<void>(resolve => {
        end = resolve;
      }),
  );
  t.equal(await reads.runLarge(1, () => Promise.resolve('room')), 'room');
  t.match(await reads.runLarge(2, () => Promise.resolve()).catch((error: unknown) => error), { status: 503 });
  t.equal(reads.refused, 1);
  t.notOk(reads.refuses(), 'others are let in');
  end();
  await first;
  t.equal(await reads.runLarge(most, () => Promise.resolve('room')), 'room');
  await reads.runLarge(most, () => Promise.reject(new Error('failed'))).catch(() => undefined);
  t.equal(await reads.runLarge(most, () => Promise.resolve('room')), 'room', 'also once one failed');
});
