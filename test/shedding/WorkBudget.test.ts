import { test } from 'tap';
import { WorkBudget } from '../../src/shedding/WorkBudget.js';
import { threadCpuMs } from '../../src/shedding/threadCpuMs.js';
import { refusalOf } from '../support/refusal.js';

/** Waits on the processor until the clock has gone on. */
const passMs = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('refuses work that takes too much processor time, and says what to do', t => {
  let cpuMs = 1_000;
  const budget = new WorkBudget('Counting', 'Count less.', { msMax: 100, cpuMs: () => cpuMs });
  passMs(11);
  budget.spend();
  cpuMs += 90;
  budget.spend();
  cpuMs += 1;
  t.same(refusalOf(() => budget.spend())?.errors, [
    { code: 'InvalidOperation', message: 'Counting takes more than 100 ms of processor time. Count less.' },
  ]);
  t.end();
});

test('looks at the clock once in so many steps', t => {
  let looks = 0;
  const cpuMs = () => ++looks;
  const budget = new WorkBudget('Counting', 'Count less.', { stepsPerCheck: 10, cpuMs });
  passMs(11);
  for (let step = 0; step < 30; step++) budget.spend();
  budget.spend(25);
  t.equal(looks, 4);
  t.end();
});

test('tells the processor time of the calling thread', t => {
  const startMs = threadCpuMs();
  passMs(50);
  t.ok(threadCpuMs() > startMs);
  t.end();
});
