import { setImmediate } from 'node:timers/promises';
import { type Test, test } from '../../support/tap.js';
import { nextTurn, turnForLongWork, WorkTime } from '../../../src/base/shedding/WorkTime.js';

/** Counts turns of the event loop while `work` runs. */
const startCounting = () => {
  const count = { turns: 0, isOver: false };
  const tick = async (): Promise<void> => {
    for (; !count.isOver; count.turns++) await setImmediate();
  };
  void tick();
  return count;
};

test('begins one long piece of work in each turn of the event loop', async t => {
  const count = startCounting();
  const begun: number[] = [];
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      await nextTurn('project');
      begun.push(count.turns);
    }),
  );
  count.isOver = true;
  t.equal(new Set(begun).size, 5);
});

test('lets projects take turns', async t => {
  const begun: string[] = [];
  const begin = async (projectKey: string): Promise<void> => {
    await nextTurn(projectKey);
    begun.push(projectKey);
  };
  await Promise.all([begin('a'), begin('a'), begin('a'), begin('a'), begin('b'), begin('c')]);
  t.strictSame(begun, ['a', 'a', 'b', 'c', 'a', 'a']);
});

test('lets short work begin at once', t => {
  t.equal(turnForLongWork('project', 32 * 1_024), undefined);
  t.type(turnForLongWork('project', 32 * 1_024 + 1), Promise);
  t.end();
});

/** Checks a time limit of a second after each step; returns the number of the step that exceeded it. */
const stepsUntilTimeout = (t: Test, stepMs: number): number => {
  let nowMs = 0;
  t.intercept(performance, 'now', { value: () => nowMs });
  const time = new WorkTime('p', 1_000);
  for (let step = 1; step <= 100; step++) {
    nowMs += stepMs;
    try {
      time.assertInTime();
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

test('work on a long body begins in a turn of its own', async t => {
  const time = new WorkTime('project');
  t.equal(time.pause(32 * 1_024), undefined);
  const count = startCounting();
  await time.pause(32 * 1_024 + 1);
  count.isOver = true;
  t.ok(count.turns > 0);
});
