import { QueryDeadline } from '../../../src/engine/query/QueryDeadline.js';
import { type Test, test } from '../../support/tap.js';

/** Checks a deadline of a second after each of some steps; returns the number of the step that was one too many. */
const stepsUntilTimeout = (t: Test, stepMs: number): number => {
  let nowMs = 0;
  t.intercept(performance, 'now', { value: () => nowMs });
  const deadline = new QueryDeadline(1_000, 'p');
  for (let step = 1; step <= 100; step++) {
    nowMs += stepMs;
    try {
      deadline.assertInTime();
    } catch {
      return step;
    }
  }
  return Infinity;
};

test('counts the time of short steps in full, and a part of one that waits', t => {
  t.equal(stepsUntilTimeout(t, 50), 21);
  t.equal(stepsUntilTimeout(t, 2_500), 11);
  t.end();
});
