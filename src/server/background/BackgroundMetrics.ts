import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../../base/lifecycle/timeouts.js';
import type { RunCount } from '../../jobs/JobQueues.js';
import {
  indexingQueueName,
  sampleShopQueueName,
  scheduledQueueNames,
  verificationQueueName,
} from '../../jobs/queueNames.js';

export interface BackgroundMetricsOptions {
  /** Counts the resources with a dirty mark, at each scrape. */
  readonly countPending: () => Promise<number>;
  readonly queueCounts: () => Promise<readonly RunCount[]>;
}

/**
 * A value that Redis does not deliver in this time is omitted from the scrape, so that the other values are still
 * served.
 */
const readTimeoutMs = 1_000;
/** Buckets around one second, the limit that the lag should stay under. */
const lagBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 10, 30, 60, 300];

/** The Prometheus metrics of the background thread. */
export class BackgroundMetrics {
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];
  readonly #lag = new Histogram({
    name: 'quayside_search_index_lag_seconds',
    help: 'Time from the commit of an order to its place in the search index.',
    buckets: lagBuckets,
    registers: this.#registers,
  });
  readonly #failures = new Counter({
    name: 'quayside_job_failures_total',
    help: 'Runs of the background jobs that failed for good, of this process.',
    labelNames: ['queue'],
    registers: this.#registers,
  });

  constructor({ countPending, queueCounts }: BackgroundMetricsOptions) {
    // Prometheus would miss the first increase of a counter that starts at 1.
    for (const queue of [
      indexingQueueName,
      sampleShopQueueName,
      verificationQueueName,
      ...Object.values(scheduledQueueNames),
    ])
      this.#failures.inc({ queue }, 0);
    new Gauge({
      name: 'quayside_search_dirty_orders',
      help: 'Orders that changed and wait for the update of the search index, of all projects.',
      registers: this.#registers,
      async collect() {
        this.remove();
        // Without an answer of Redis in time the gauge has no value; the indexer logs its own failures.
        const count = await withTimeout(countPending(), readTimeoutMs).catch(() => undefined);
        if (count !== undefined) this.set(count);
      },
    });
    new Gauge({
      name: 'quayside_queue_jobs',
      help: 'Runs of the background jobs by queue and state, of all processes.',
      labelNames: ['queue', 'state'],
      registers: this.#registers,
      async collect() {
        this.reset();
        // Without an answer of Redis in time the gauge has no values; the queues log their own failures.
        for (const { queue, state, count } of await withTimeout(queueCounts(), readTimeoutMs).catch(() => []))
          this.set({ queue, state }, count);
      },
    });
  }

  observeIndexLag(seconds: number): void {
    this.#lag.observe(seconds);
  }

  /** Counts a run that failed and is not retried. */
  countJobFailure(queue: string): void {
    this.#failures.inc({ queue });
  }

  /** All metrics in Prometheus' text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
