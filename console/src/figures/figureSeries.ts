/** Computes the values of charts from the counts of two samples: rates, and durations from buckets. */
import type { Figures } from '../api/figures';

export interface Point {
  readonly atMs: number;
  /** Undefined if nothing was measured, such as a duration without requests. */
  readonly value: number | undefined;
}

export interface Series {
  /** The key of its text below `figures.series`. */
  readonly name: string;
  readonly points: readonly Point[];
}

export type ChartUnit = 'perSecond' | 'milliseconds' | 'seconds' | 'percent' | 'count' | 'bytes';

export interface ChartData {
  /** The key of its title below `figures.charts`. */
  readonly name: string;
  readonly unit: ChartUnit;
  readonly series: readonly Series[];
}

interface Step {
  readonly before: Figures;
  readonly now: Figures;
  readonly seconds: number;
}

type Measure = (step: Step) => number | undefined;

const stepsOf = (history: readonly Figures[]): readonly Step[] =>
  history.slice(1).flatMap((now, at) => {
    const before = history[at];
    if (before === undefined) return [];
    const seconds = (Date.parse(now.at) - Date.parse(before.at)) / 1_000;
    return seconds > 0 ? [{ before, now, seconds }] : [];
  });

const rate =
  (count: (figures: Figures) => number): Measure =>
  ({ before, now, seconds }) =>
    (count(now) - count(before)) / seconds;

const present =
  (value: (figures: Figures) => number | undefined): Measure =>
  ({ now }) =>
    value(now);

/** Interpolates a duration within its bucket, as Prometheus does; the last bucket counts as its lower bound. */
const quantile =
  (share: number): Measure =>
  ({ before, now }) => {
    const counts = now.requests.durations.map(({ ms, count }, at) => ({
      ms,
      count: count - (before.requests.durations[at]?.count ?? 0),
    }));
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    if (total === 0) return undefined;
    let left = share * total;
    let lower = 0;
    for (const { ms, count } of counts) {
      if (ms === undefined) return lower;
      if (count > 0 && left <= count) return lower + ((ms - lower) * left) / count;
      left -= count;
      lower = ms;
    }
    return lower;
  };

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

const msPerSecond = 1_000;

const charts: Readonly<
  Record<string, { readonly unit: ChartUnit; readonly series: Readonly<Record<string, Measure>> }>
> = {
  requests: {
    unit: 'perSecond',
    series: {
      all: rate(({ requests }) => requests.ended),
      failed: rate(({ requests }) => requests.byStatus['5xx'] ?? 0),
    },
  },
  latency: { unit: 'milliseconds', series: { p50: quantile(0.5), p99: quantile(0.99) } },
  commits: {
    unit: 'perSecond',
    series: { done: rate(({ commits }) => commits.done), conflict: rate(({ requests }) => requests.conflicts) },
  },
  shed: { unit: 'perSecond', series: { all: rate(({ shed }) => sum(shed)) } },
  busy: {
    unit: 'percent',
    series: {
      workers: ({ before, now, seconds }) =>
        (100 * (now.workersBusyMs - before.workersBusyMs)) / (seconds * msPerSecond * Math.max(1, now.process.workers)),
    },
  },
  queue: {
    unit: 'count',
    series: {
      inFlight: present(({ requests }) => requests.inFlight),
      waitingCalls: present(({ process }) => process.waitingCalls),
    },
  },
  indexLag: { unit: 'seconds', series: { oldest: present(({ search }) => search?.oldestSeconds) } },
  memory: {
    unit: 'bytes',
    series: {
      process: present(({ process }) => process.residentBytes),
      redis: present(({ redis }) => redis?.usedBytes),
    },
  },
};

export const chartsOf = (history: readonly Figures[]): readonly ChartData[] => {
  const steps = stepsOf(history);
  return Object.entries(charts).map(([name, { unit, series }]) => ({
    name,
    unit,
    series: Object.entries(series).map(([seriesName, measure]) => ({
      name: seriesName,
      points: steps.map(step => ({ atMs: Date.parse(step.now.at), value: measure(step) })),
    })),
  }));
};
