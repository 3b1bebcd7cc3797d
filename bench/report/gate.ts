/** Compares the hot paths with those of an earlier build, each as a multiple of a bare reference of its own run. */
import { type Range, rangeOf, ratiosOf, sumOf, type Value } from '../measure/figures.js';
import type { CaseResult } from '../measure/measureCase.js';
import { formatRange, formatTable, type Row } from './formatResults.js';

interface GateFigure {
  readonly name: string;
  readonly value: Value;
  /** True if more is better. */
  readonly isRate?: boolean;
}

/** Each figure is divided by that of the reference in the same round, so that the speed of a machine cancels out. */
const gateFigures: readonly GateFigure[] = [
  { name: 'node µs', value: one => one.nodeMicros },
  { name: 'redis µs', value: one => one.redisMicros },
  { name: 'req/s', value: one => one.perSecond, isRate: true },
];

/** The conditions of a run that change the ratios. */
export interface GateOptions {
  readonly orders: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly workers?: string;
}

/** The ratios of a case by the names of its figures. */
type Ratios = Readonly<Record<string, Range>>;

/** The JSON that `--gate-write` writes. */
export interface GateRun {
  readonly at: string;
  readonly build?: string;
  readonly machine: { readonly node: string; readonly cores: number };
  readonly options: GateOptions;
  /** Cores that other programs used meanwhile; undefined on systems other than Linux. */
  readonly otherCores?: number;
  readonly cases: Readonly<Record<string, Ratios>>;
}

const digits = 4;

const rounded = ({ median, min, max }: Range): Range => {
  const round = (value: number): number => Number(value.toPrecision(digits));
  return { median: round(median), min: round(min), max: round(max) };
};

/** Returns the ratios of each case; throws for a case whose requests failed or whose figures are not complete. */
export const gateRatios = (results: readonly CaseResult[]): Pick<GateRun, 'otherCores' | 'cases'> => {
  const cases = results.map(({ name, figures, reference = [] }) => {
    const failures = sumOf([...figures, ...reference], one => one.failures);
    if (failures > 0) throw new Error(`${name}: ${failures} requests failed`);
    const ratios = gateFigures.map(({ name: figure, value }) => {
      const ratio = ratiosOf(figures, reference, value);
      if (ratio === undefined) throw new Error(`${name}: ${figure} was not measured`);
      return [figure, rounded(ratio)] as const;
    });
    return [name, Object.fromEntries(ratios)] as const;
  });
  const rounds = results.flatMap(({ figures, reference = [] }) => [...figures, ...reference]);
  const otherCores = rangeOf(rounds.map(one => one.otherCores));
  return { otherCores: otherCores && rounded(otherCores).median, cases: Object.fromEntries(cases) };
};

/** Returns a sentence for each option that differs, since the ratios of other conditions cannot be compared. */
export const gateFaults = (earlier: GateOptions, now: GateOptions): string[] =>
  (['orders', 'seconds', 'rounds', 'workers'] as const)
    .filter(name => earlier[name] !== now[name])
    .map(name => `The figures were measured with --${name} ${earlier[name]}, this run has ${now[name]}.`);

interface Comparison {
  readonly verdict: 'ok' | 'new' | 'unclear' | 'SLOWER' | 'NOT MEASURED';
  readonly change?: number;
}

/**
 * A figure is slower if its median is worse by more than the tolerance, and all its rounds are worse than the worst
 * round before. With a few rounds a median alone moves by chance.
 */
const compareFigure = (
  before: Range | undefined,
  after: Range | undefined,
  tolerance: number,
  isRate: boolean,
): Comparison => {
  if (before === undefined) return { verdict: 'new' };
  if (after === undefined) return { verdict: 'NOT MEASURED' };
  const change = after.median / before.median - 1;
  if ((isRate ? -change : change) <= tolerance) return { verdict: 'ok', change };
  const isApart = isRate ? after.max < before.min : after.min > before.max;
  return { verdict: isApart ? 'SLOWER' : 'unclear', change };
};

const percent = (change: number): string => `${change < 0 ? '' : '+'}${(change * 100).toFixed(1)} %`;

/** Other programs that use more than this make the rounds differ too much for a comparison. */
const otherCoresMax = 0.25;

/** Returns a sentence if the runs are of different machines. */
const doubtsOf = (earlier: GateRun, now: GateRun): string[] => {
  const [before, after] = [earlier, now].map(({ machine: { cores, node } }) => `${cores} cores and Node ${node}`);
  return before === after
    ? []
    : [`Requests per second may differ because the file is of ${before}, this run of ${after}.`];
};

interface GateReport {
  readonly text: string;
  readonly isPassed: boolean;
}

/** Compares two runs figure by figure. A case that only the earlier run has, and a busy machine, fail as well. */
export const compareGate = (earlier: GateRun, now: GateRun, tolerance: number): GateReport => {
  const names = [...new Set([...Object.keys(earlier.cases), ...Object.keys(now.cases)])];
  const compared = names.flatMap(name =>
    gateFigures.map(({ name: figure, isRate = false }, at) => {
      const [before, after] = [earlier.cases[name]?.[figure], now.cases[name]?.[figure]];
      return { name: at === 0 ? name : '', figure, before, after, ...compareFigure(before, after, tolerance, isRate) };
    }),
  );
  const rows = compared.map(({ name, figure, before, after, change, verdict }): Row => {
    const changeText = change === undefined ? '' : percent(change);
    return { cells: [name, figure, formatRange(before, 3), formatRange(after, 3), changeText, verdict] };
  });
  const count = (...verdicts: readonly Comparison['verdict'][]): number =>
    compared.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [slower, unclear] = [count('SLOWER', 'NOT MEASURED'), count('unclear')];
  const busy = Math.max(earlier.otherCores ?? 0, now.otherCores ?? 0);
  const isQuiet = busy <= otherCoresMax;
  const titles = ['times of the reference', '', `${earlier.build}`, `${now.build}`, 'change', ''];
  const verdict =
    `${names.length} hot paths: ${slower} figures are slower than in ${earlier.build} by more than ` +
    `${(tolerance * 100).toFixed(0)} %, ${unclear} unclear` +
    (isQuiet ? '.' : `; other programs used ${busy.toFixed(1)} cores, so that this proves nothing.`);
  const text = [formatTable(titles, rows), '', ...doubtsOf(earlier, now), verdict].join('\n');
  return { text, isPassed: slower === 0 && isQuiet };
};
