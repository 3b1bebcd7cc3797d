import type { CaseResult } from '../measure/measureCase.js';
import type { Measurements } from '../measure/Measurements.js';
import { rangeOf } from '../measure/Range.js';
import { formatRange } from './formatRange.js';
import { formatTable } from './formatTable.js';

/** The columns of the measurements that every table has. */
export const figureColumns = [
  'req/s',
  'p50 ms',
  'p99 ms',
  'node µs',
  'redis µs',
  'cmds',
  'load µs',
  'load avg',
  'other cores',
];

const columns = ['scenario, median (min..max)', ...figureColumns, 'of reference', 'node x read', ''];

const digitsOf = (value: number | undefined): number => (value !== undefined && value < 100 ? 1 : 0);

/** The cells of `figureColumns`. */
export const figureCells = (figures: readonly Measurements[]): string[] => {
  const cell = (value: (one: Measurements) => number | undefined, digits?: number): string => {
    const range = rangeOf(figures.map(value));
    return formatRange(range, digits ?? digitsOf(range?.median));
  };
  return [
    cell(one => one.perSecond, 0),
    cell(one => one.p50Ms, 2),
    cell(one => one.p99Ms),
    cell(one => one.nodeMicros),
    cell(one => one.redisMicros),
    cell(one => one.redisCommands),
    cell(one => one.generatorMicros),
    cell(one => one.loadAverage),
    cell(one => one.otherCores, 2),
  ];
};

/** Undefined where slow scripts were not counted. */
export const slowScriptsText = (figures: readonly Measurements[]): string | undefined => {
  const found = figures.flatMap(({ slowScripts }) => (slowScripts === undefined ? [] : [slowScripts]));
  if (found.length === 0) return undefined;
  const count = found.reduce((sum, one) => sum + one.count, 0);
  const longest = Math.max(...found.map(({ longestMs }) => longestMs));
  return `${count} scripts above 1 ms${count === 0 ? '' : `, longest ${longest.toFixed(1)} ms`}`;
};

/** Formats the results as a table, each case below its reference. */
export const formatResults = (results: readonly CaseResult[]): string =>
  formatTable(
    columns,
    results.flatMap(({ name, figures, reference, share, timesOfRead, remark, verdict }) => [
      ...(reference === undefined ? [] : [['  (reference)', ...figureCells(reference), '', '', '']]),
      [
        name,
        ...figureCells(figures),
        share === undefined ? '' : `${formatRange(share, 0, 100)} %`,
        timesOfRead === undefined ? '' : formatRange(timesOfRead, 1),
        [verdict, slowScriptsText(figures), remark].filter(Boolean).join('; '),
      ],
    ]),
  );
