/** Compares a run with an earlier one. */
import { type Range, rangeOf, type Value } from '../measure/figures.js';
import type { CaseResult } from '../measure/measureCase.js';

/** The JSON that `npm run bench` writes. */
export interface SavedRun {
  readonly at: string;
  readonly results: readonly CaseResult[];
}

/** A figure that became worse by more than the spread of both runs. */
export interface SlowerFigure {
  readonly name: string;
  readonly figure: string;
  readonly before: Range;
  readonly after: Range;
}

interface Figure {
  readonly figure: string;
  readonly range: (result: CaseResult) => Range | undefined;
  /** True if more is better. */
  readonly isRate?: boolean;
}

const of = (value: Value) => (result: CaseResult) => rangeOf(result.figures.map(value));

/** Rates depend on the machine, so a case with a reference is compared by its share of the reference. */
const figures: readonly Figure[] = [
  { figure: 'Node µs', range: of(one => one.nodeMicros) },
  { figure: 'Redis µs', range: of(one => one.redisMicros) },
  { figure: 'p50 ms', range: of(one => one.p50Ms) },
  { figure: 'p99 ms', range: of(one => one.p99Ms) },
  {
    figure: 'share of the reference',
    range: result => result.share ?? of(one => one.perSecond)(result),
    isRate: true,
  },
];

const spreadOf = ({ min, max }: Range): number => max - min;

/** Compares two runs case by case; cases that only one run has are left out. */
export const findSlower = (earlier: SavedRun, results: readonly CaseResult[]): SlowerFigure[] => {
  const earlierByName = new Map(earlier.results.map(result => [result.name, result]));
  return results.flatMap(result =>
    figures.flatMap(({ figure, range, isRate = false }) => {
      const earlierResult = earlierByName.get(result.name);
      const [before, after] = [earlierResult && range(earlierResult), range(result)];
      if (before === undefined || after === undefined) return [];
      const worse = isRate ? before.median - after.median : after.median - before.median;
      const isSlower = worse > Math.max(spreadOf(before), spreadOf(after));
      return isSlower ? [{ name: result.name, figure: isRate && !result.share ? 'req/s' : figure, before, after }] : [];
    }),
  );
};

const digits = (value: number): number => (value < 10 ? 2 : 0);

export const formatSlower = (found: readonly SlowerFigure[], earlier: SavedRun): string =>
  [
    found.length === 0
      ? `nothing became slower by more than the spread since ${earlier.at}`
      : `slower by more than the spread since ${earlier.at}:`,
    ...found.map(
      ({ name, figure, before, after }) =>
        `  SLOWER ${name}: ${figure} ${before.median.toFixed(digits(before.median))} -> ` +
        after.median.toFixed(digits(after.median)),
    ),
  ].join('\n');
