import { deletionTimeMs } from '../../../src/base/durations.js';
import { test } from '../../support/tap.js';

const [startMs, hourMs, yearMs] = [Date.parse('2026-11-28'), 3_600_000, 365 * 86_400_000];

test('data grows old by the clock, but not by a clock that jumps forward', async t => {
  for (const [name, stepMs, expectedMs] of [
    ['no step', 0, 0],
    ['a minute forward', 60_000, 60_000],
    ['an hour forward', hourMs, hourMs],
    ['a year forward', yearMs, hourMs],
    ['a year back', -yearMs, -yearMs],
  ] as const)
    for (const elapsedMs of [0, hourMs, yearMs])
      t.equal(
        deletionTimeMs(startMs + elapsedMs + stepMs, elapsedMs, startMs),
        startMs + elapsedMs + expectedMs,
        `${name} after ${elapsedMs} ms`,
      );
  t.ok(Math.abs(deletionTimeMs() - Date.now()) < hourMs, 'now');
});
