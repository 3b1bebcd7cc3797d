import type { BenchCase } from '../cases/BenchCase.js';
import type { Measurements } from './Measurements.js';
import { type Range, rangeOf } from './Range.js';

interface Limit {
  readonly text: string;
  readonly value: Range | undefined;
  readonly isKept: (median: number) => boolean;
}

const limitsOf = (
  { shareMin, timesOfReadMax, comparedRead, p50MsMax, nodeMicrosMax, p99TimesMax }: BenchCase,
  figures: readonly Measurements[],
  share: Range | undefined,
  timesOfRead: Range | undefined,
): Limit[] => {
  const limits: Limit[] = [];
  const atMost = (name: string, max: number | undefined, unit: string, value: Range | undefined): void => {
    if (max !== undefined) limits.push({ text: `${name} at most ${max}${unit}`, value, isKept: found => found <= max });
  };
  const of = (value: (one: Measurements) => number | undefined): Range | undefined => rangeOf(figures.map(value));
  if (shareMin !== undefined)
    limits.push({
      text: `at least ${(shareMin * 100).toFixed(0)} %`,
      value: share,
      isKept: found => found >= shareMin,
    });
  atMost('node', timesOfReadMax, ` x ${comparedRead?.name ?? 'order by id'}`, timesOfRead);
  atMost(
    'p50',
    p50MsMax,
    ' ms',
    of(one => one.p50Ms),
  );
  atMost(
    'node',
    nodeMicrosMax,
    ' µs',
    of(one => one.nodeMicros),
  );
  atMost(
    'p99',
    p99TimesMax,
    ' x p50',
    of(one => one.p99Ms / one.p50Ms),
  );
  return limits;
};

/** Compares the medians with the limits of a case; any failed request fails the case. */
export const verdictOf = (
  one: BenchCase,
  figures: readonly Measurements[],
  share: Range | undefined,
  timesOfRead: Range | undefined,
): string => {
  const failures = figures.reduce((sum, each) => sum + each.failures, 0);
  if (failures > 0) return `${failures} FAILED`;
  if (figures.some(({ requests }) => requests === 0)) return 'NO RESPONSE in a round: give it more seconds';
  return limitsOf(one, figures, share, timesOfRead)
    .map(({ text, value, isKept }) => {
      if (value === undefined) return `${text}: not measured`;
      return isKept(value.median) ? `ok, ${text}` : `MISSED: ${text}, is ${value.median.toFixed(2)}`;
    })
    .join('; ');
};
