/** The collection of garbage in an idle thread. */
import { collectWhenIdle, type IdleOptions } from '../../../src/base/memory/collectWhenIdle.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';

/** A utilization is never above 1: with this limit every thread counts as idle. */
const always = { checkMs: 5, idleChecks: 1, utilizationMax: 2, growthBytesMin: 0 };

/** Watches this thread, and counts the collections instead of running them. */
const watch = (options: Partial<IdleOptions>) => {
  const counts = { checks: 0, collections: 0 };
  const collect = (): void => {
    counts.collections += 1;
  };
  const stop = collectWhenIdle({ ...always, collect, ...options });
  const timer = setInterval(() => (counts.checks += 1), always.checkMs);
  return {
    counts,
    stop: () => {
      stop();
      clearInterval(timer);
    },
  };
};

test('frees unreferenced objects, and those that a cache releases, without further allocations', async t => {
  const cache: { entry?: object } = { entry: { bytes: Array.from({ length: 100_000 }, () => 1) } };
  const reference = new WeakRef(cache.entry!);
  const release = (): void => {
    delete cache.entry;
  };
  const stop = collectWhenIdle({ ...always, release });
  await waitUntil(() => reference.deref() === undefined);
  stop();
  t.equal(reference.deref(), undefined);
});

test('collects neither in a thread that works nor a heap that has hardly grown', async t => {
  const busy = watch({ utilizationMax: 0 });
  const small = watch({ growthBytesMin: 2 ** 50 });
  const idle = watch({});
  await waitUntil(() => idle.counts.collections > 2 && busy.counts.checks > 2);
  for (const each of [busy, small, idle]) each.stop();
  t.equal(busy.counts.collections, 0);
  t.equal(small.counts.collections, 0);
});
