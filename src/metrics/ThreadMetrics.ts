/** What each thread counts of itself: its event loop, its calls to Redis, its commits. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { DurationHistogram, redisBucketsMs } from './DurationHistogram.js';
import { counter, type MetricFamily, gauge, histogram, sample } from './MetricFamily.js';

/** What became of a commit: `conflict` is told to the client (409), `moved` is tried anew, `refused` is any other check. */
export type CommitResult = 'done' | 'conflict' | 'moved' | 'refused' | 'failed';

export interface ThreadMetrics {
  /** Where durations of one kind of call to Redis go; a kind is one of few names. */
  redis(call: string): DurationHistogram;
  committed(result: CommitResult): void;
  /** How it stands; delays are those since the last time that somebody asked. */
  families(): MetricFamily[];
  close(): void;
}

/** How often the event loop is looked at; what a look is late is the delay. */
const resolutionMs = 20;
const quantiles = [50, 90, 99] as const;

const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1_000) || 0;

export const createThreadFigures = (): ThreadMetrics => {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const calls = new Map<string, DurationHistogram>();
  const commits: Record<CommitResult, number> = { done: 0, conflict: 0, moved: 0, refused: 0, failed: 0 };

  const delays = (): MetricFamily[] => {
    const found = [
      gauge(
        'quayside_event_loop_delay_seconds',
        'How late the event loop of a thread is, since the last scrape.',
        ...quantiles.map(each => sample(seconds(delay.percentile(each)), { quantile: String(each / 100) })),
      ),
      gauge(
        'quayside_event_loop_delay_max_seconds',
        'How late the event loop of a thread was at most, since the last scrape.',
        sample(seconds(delay.max)),
      ),
    ];
    delay.reset();
    return found;
  };

  return {
    redis: call => {
      const known = calls.get(call) ?? new DurationHistogram(redisBucketsMs);
      calls.set(call, known);
      return known;
    },
    committed: result => {
      commits[result]++;
    },
    families: () => [
      ...delays(),
      counter(
        'quayside_event_loop_active_seconds_total',
        'Time that the event loop of a thread was busy.',
        sample(performance.eventLoopUtilization().active / 1_000),
      ),
      histogram(
        'quayside_redis_call_duration_seconds',
        'Time from a call to Redis to its answer, of every eighth call.',
        ...[...calls].flatMap(([call, durations]) => durations.samples({ call })),
      ),
      counter(
        'quayside_commits_total',
        'Commits by what became of them.',
        ...Object.entries(commits).map(([result, count]) => sample(count, { result })),
      ),
    ],
    close: () => {
      delay.disable();
    },
  };
};
