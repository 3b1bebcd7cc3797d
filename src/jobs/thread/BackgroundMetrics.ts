/** What the background measures, for Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { indexingQueueName, scheduledQueueNames } from '../queueNames.js';
import type { RunCount } from '../JobQueues.js';
import { withTimeout } from '../../lifecycle/withTimeout.js';

export interface BackgroundMetrics {
  /** From an order's commit to its place in the search index. */
  observeIndexLag(seconds: number): void;
  /** A run of a job failed for good. */
  countJobFailure(queue: string): void;
  /** In Prometheus' text format. */
  text(): Promise<string>;
}

export interface BackgroundMetricsOptions {
  /** Orders that wait for the indexer, asked at each scrape. */
  countPendingOrders(): Promise<number>;
  queueCounts(): Promise<readonly RunCount[]>;
}

/** What is not known by then is missing from a scrape, and hides nothing else: Redis may be away. */
const knownMs = 1_000;
/** Around the second that the lag is to stay under. */
const lagBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 10, 30, 60, 300];

export const createBackgroundMetrics = ({
  countPendingOrders,
  queueCounts,
}: BackgroundMetricsOptions): BackgroundMetrics => {
  const registers = [new Registry()];
  const lag = new Histogram({
    name: 'quayside_search_index_lag_seconds',
    help: 'Time from the commit of an order to its place in the search index.',
    buckets: lagBuckets,
    registers,
  });
  new Gauge({
    name: 'quayside_search_waiting_marks',
    help: 'Orders that changed and are not in the search index as they are, of all projects.',
    registers,
    async collect() {
      this.remove();
      const count = await withTimeout(countPendingOrders(), knownMs).catch(() => undefined);
      if (count !== undefined) this.set(count);
    },
  });
  new Gauge({
    name: 'quayside_queue_jobs',
    help: 'Runs of the background jobs by queue and state, of all processes.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const { queue, state, count } of await withTimeout(queueCounts(), knownMs).catch(() => []))
        this.set({ queue, state }, count);
    },
  });
  const failures = new Counter({
    name: 'quayside_job_failures_total',
    help: 'Runs of the background jobs that failed for good, of this process.',
    labelNames: ['queue'],
    registers,
  });
  // Prometheus sees no increase in what begins with 1.
  for (const queue of [indexingQueueName, ...Object.values(scheduledQueueNames)]) failures.inc({ queue }, 0);
  return {
    observeIndexLag: seconds => lag.observe(seconds),
    countJobFailure: queue => failures.inc({ queue }),
    text: () => registers[0]!.metrics(),
  };
};
