/** The parts that figures are made of. */
import { test } from 'tap';
import { DurationHistogram } from '../../src/metrics/DurationHistogram.js';
import { counter, mergeFamilies, sample, formatFamilies } from '../../src/metrics/MetricFamily.js';
import { createBounded } from '../../src/log/LogRateLimit.js';
import { createBackgroundMetrics } from '../../src/jobs/thread/BackgroundMetrics.js';
import { createSlots } from '../../src/metrics/ThreadSlots.js';

test('durations are told as buckets that count up, in seconds', async t => {
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

test('families of one name are told once, and labels cannot end their quotes', async t => {
  const families = [
    counter('a_total', 'What it is.', sample(1, { of: 'x"\\\n' })),
    counter('a_total', 'What it is.', sample(2)),
  ];
  t.equal(
    formatFamilies(mergeFamilies(families)),
    '# HELP a_total What it is.\n# TYPE a_total counter\na_total{of="x\\"\\\\\\n"} 1\na_total 2\n',
  );
});

test('a thread keeps its number, and one that takes its place takes it over', async t => {
  const slotsOf = createSlots();
  t.same(
    [...slotsOf([7, 8, 9])],
    [
      [7, 1],
      [8, 2],
      [9, 3],
    ],
  );
  t.same(
    [...slotsOf([7, 9, 12])],
    [
      [7, 1],
      [9, 3],
      [12, 2],
    ],
  );
});

test('of many lines in a second the first pass, and the next one tells of the others', async t => {
  const bounded = createBounded(2);
  t.same(
    [0, 1, 2, 3, 999, 1_000, 1_001, 1_002, 2_000].map(ms => bounded.pass(ms)),
    [0, 0, undefined, undefined, undefined, 3, 0, undefined, 1],
  );
});

test('what the background cannot learn while Redis is away is missing, and hides nothing else', async t => {
  const away = async (): Promise<never> => {
    throw new Error('Connection is closed.');
  };
  let waitingMarks = async (): Promise<number> => 7;
  const metrics = createBackgroundMetrics({ countPendingOrders: () => waitingMarks(), queueCounts: away });
  t.match(await metrics.text(), /^quayside_search_waiting_marks 7$/m);
  waitingMarks = away;
  metrics.observeIndexLag(0.3);
  metrics.countJobFailure('retention');
  const text = await metrics.text();
  t.notMatch(text, /^quayside_(search_waiting_marks|queue_jobs)\b/m, 'nor is it told as it was');
  t.match(text, /^quayside_search_index_lag_seconds_count 1$/m);
  t.match(text, /^quayside_job_failures_total\{queue="retention"\} 1$/m);
  t.match(text, /^quayside_job_failures_total\{queue="order-indexing"\} 0$/m, 'told before anything failed');
});
