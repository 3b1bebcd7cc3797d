import { test } from '../../../support/tap.js';
import {
  DurationHistogram,
  counter,
  mergeFamilies,
  sample,
  formatFamilies,
} from '../../../../src/base/observe/metrics/MetricFamily.js';
import { LogRateLimit } from '../../../../src/base/observe/log/createLog.js';
import { BackgroundMetrics } from '../../../../src/server/background/BackgroundMetrics.js';
import { ThreadSlots } from '../../../../src/base/observe/metrics/ThreadMetrics.js';

test('reports durations as cumulative buckets in seconds', async t => {
  const durations = new DurationHistogram([1, 10]);
  t.same(durations.samples({}), [], 'nothing was observed');
  for (const ms of [0.5, 1, 1.5, 10, 11]) durations.observe(ms);
  t.same(
    durations.samples({ a: 'b' }).map(({ suffix, labels, value }) => [suffix, labels.le, value]),
    [
      ['_bucket', '0.001', 2],
      ['_bucket', '0.01', 4],
      ['_bucket', '+Inf', 5],
      ['_sum', undefined, 0.024],
      ['_count', undefined, 5],
    ],
  );
});

test('merges families of one name and escapes the values of labels', async t => {
  const families = [
    counter('a_total', 'What it is.', sample(1, { of: 'x"\\\n' })),
    counter('a_total', 'What it is.', sample(2)),
  ];
  t.equal(
    formatFamilies(mergeFamilies(families)),
    '# HELP a_total What it is.\n# TYPE a_total counter\na_total{of="x\\"\\\\\\n"} 1\na_total 2\n',
  );
});

test('keeps the slot of a thread and gives a free slot to its successor', async t => {
  const slots = new ThreadSlots();
  t.same(
    [...slots.assign([7, 8, 9])],
    [
      [7, 1],
      [8, 2],
      [9, 3],
    ],
  );
  t.same(
    [...slots.assign([7, 9, 12])],
    [
      [7, 1],
      [9, 3],
      [12, 2],
    ],
  );
});

test('passes the first lines of a second and counts the suppressed ones', async t => {
  const rateLimit = new LogRateLimit(2);
  t.same(
    [0, 1, 2, 3, 999, 1_000, 1_001, 1_002, 2_000].map(ms => rateLimit.pass(ms)),
    [0, 0, undefined, undefined, undefined, 3, 0, undefined, 1],
  );
});

test('omits metrics that Redis does not deliver and serves the other ones', async t => {
  const failingRead = async (): Promise<never> => {
    throw new Error('Connection is closed.');
  };
  let dirtyOrders = async (): Promise<number> => 7;
  const metrics = new BackgroundMetrics({ countPending: () => dirtyOrders(), queueCounts: failingRead });
  t.match(await metrics.text(), /^quayside_search_dirty_orders 7$/m);
  dirtyOrders = failingRead;
  metrics.observeIndexLag(0.3);
  metrics.countJobFailure('retention');
  const text = await metrics.text();
  t.notMatch(text, /^quayside_(search_dirty_orders|queue_jobs)\b/m, 'the last value is not repeated');
  t.match(text, /^quayside_search_index_lag_seconds_count 1$/m);
  t.match(text, /^quayside_job_failures_total\{queue="retention"\} 1$/m);
  t.match(text, /^quayside_job_failures_total\{queue="order-indexing"\} 0$/m, 'reported before the first failure');
});
