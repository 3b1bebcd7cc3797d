import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import {
  DurationHistogram,
  redisBucketsMs,
  counter,
  gauge,
  histogram,
  type MetricFamily,
  sample,
} from './MetricFamily.js';

/**
 * The result of a commit: `conflict` is reported to the client (409), `stale` leads to another attempt, `refused` is
 * any other failed check, `failed` means that Redis failed.
 */
export type CommitResult = 'done' | 'conflict' | 'stale' | 'refused' | 'failed';

export class CommitCounts {
  readonly byResult: Record<CommitResult, number> = { done: 0, conflict: 0, stale: 0, refused: 0, failed: 0 };

  count(result: CommitResult): void {
    this.byResult[result]++;
  }
}

/** Time between two checks of the event loop; the delay of a check is the delay of the loop. */
const resolutionMs = 20;
const percentiles = [50, 90, 99] as const;

const toSeconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1_000) || 0;

/** Counts the work of one thread: its event loop, its calls to Redis, its commits. */
export class ThreadMetrics {
  readonly #eventLoopDelay = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #redisDurations = new Map<string, DurationHistogram>();

  constructor(
    private readonly commits: CommitCounts,
    /** Returns the number of damaged bodies that the thread has read. */
    private readonly damagedBodyCount: () => number = () => 0,
  ) {
    this.#eventLoopDelay.enable();
  }

  /** Returns the histogram of one kind of call to Redis; there are only few kinds. */
  redisDurations(call: string): DurationHistogram {
    const durations = this.#redisDurations.get(call) ?? new DurationHistogram(redisBucketsMs);
    this.#redisDurations.set(call, durations);
    return durations;
  }

  /** Returns all metrics; delays are those since the previous call. */
  families(): MetricFamily[] {
    return [
      ...this.#takeDelays(),
      counter(
        'quayside_event_loop_active_seconds_total',
        'Time for which the event loop of a thread was busy.',
        sample(performance.eventLoopUtilization().active / 1_000),
      ),
      histogram(
        'quayside_redis_call_duration_seconds',
        'Time from a call to Redis to its reply, of every eighth call.',
        ...[...this.#redisDurations].flatMap(([call, durations]) => durations.samples({ call })),
      ),
      counter(
        'quayside_commits_total',
        'Commits by their result.',
        ...Object.entries(this.commits.byResult).map(([result, count]) => sample(count, { result })),
      ),
      counter(
        'quayside_damaged_bodies_total',
        'Reads of stored bodies that are damaged.',
        sample(this.damagedBodyCount()),
      ),
    ];
  }

  close(): void {
    this.#eventLoopDelay.disable();
  }

  #takeDelays(): MetricFamily[] {
    const delay = this.#eventLoopDelay;
    const families = [
      gauge(
        'quayside_event_loop_delay_seconds',
        'Delay of the event loop of a thread since the last scrape, by quantile.',
        ...percentiles.map(percentile =>
          sample(toSeconds(delay.percentile(percentile)), { quantile: String(percentile / 100) }),
        ),
      ),
      gauge(
        'quayside_event_loop_delay_max_seconds',
        'Longest delay of the event loop of a thread since the last scrape.',
        sample(toSeconds(delay.max)),
      ),
    ];
    delay.reset();
    return families;
  }
}

/** Numbers threads that start and end: each gets the lowest free number, so that a replaced thread keeps its name. */
export class ThreadSlots {
  readonly #slots = new Map<number, number>();

  /** Returns the slot of each thread that runs now, by thread id. */
  assign(threadIds: readonly number[]): ReadonlyMap<number, number> {
    for (const id of this.#slots.keys()) if (!threadIds.includes(id)) this.#slots.delete(id);
    for (const id of threadIds) if (!this.#slots.has(id)) this.#slots.set(id, this.#lowestFreeSlot());
    return this.#slots;
  }

  #lowestFreeSlot(): number {
    const taken = new Set(this.#slots.values());
    let slot = 1;
    while (taken.has(slot)) slot++;
    return slot;
  }
}

/** The work of one thread since its start. */
export interface ThreadWork {
  readonly commits: Readonly<Record<CommitResult, number>>;
  /** Time for which its event loop was busy. */
  readonly busyMs: number;
}

export const workOf = ({ byResult }: CommitCounts): ThreadWork => ({
  commits: byResult,
  busyMs: performance.eventLoopUtilization().active,
});
