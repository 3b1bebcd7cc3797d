/** The table of a run. */
import { type Figures, type Range, rangeOf, ratiosOf, sumOf, type Value } from '../measure/figures.js';
import type { CaseResult } from '../measure/measureCase.js';

const digitsOf = (value: number | undefined): number => (value !== undefined && value < 100 ? 1 : 0);

/** `median (min..max)`, or '-' for what was not measured. */
const formatRange = (range: Range | undefined, digits = digitsOf(range?.median), factor = 1): string => {
  if (range === undefined) return '-';
  const text = (value: number): string => (value * factor).toFixed(digits);
  const { median, min, max } = range;
  return min === max ? text(median) : `${text(median)} (${text(min)}..${text(max)})`;
};

/** Aligns cells in columns: the first and the last to the left, numbers to the right. */
const formatTable = (columns: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = columns.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)));
  const cellOf = (cell: string, column: number): string =>
    column === 0 || column === columns.length - 1
      ? cell.padEnd(widths[column] ?? 0)
      : cell.padStart(widths[column] ?? 0);
  return [columns, ...rows].map(cells => cells.map(cellOf).join('  ').trimEnd()).join('\n');
};

const figureColumns: readonly (readonly [title: string, value: Value, digits?: number])[] = [
  ['req/s', one => one.perSecond, 0],
  ['p50 ms', one => one.p50Ms, 2],
  ['p99 ms', one => one.p99Ms],
  ['node µs', one => one.nodeMicros],
  ['redis µs', one => one.redisMicros],
  ['cmds', one => one.redisCommands],
  ['MiB', one => one.residentMiB, 0],
  ['load µs', one => one.generatorMicros],
  ['other cores', one => one.otherCores, 2],
];

/** What is compared with another build: the figures as a share of its figures. */
const comparedColumns: readonly (readonly [title: string, value: Value])[] = [
  ['req/s of other %', one => one.perSecond],
  ['node %', one => one.nodeMicros],
  ['redis %', one => one.redisMicros],
  ['redis main %', one => one.redisMainMicros],
];

const figureCells = (figures: readonly Figures[]): string[] =>
  figureColumns.map(([, value, digits]) => formatRange(rangeOf(figures.map(value)), digits));

/** Undefined where slow scripts were not counted. */
const slowScriptsText = (figures: readonly Figures[]): string | undefined => {
  const found = figures.flatMap(({ slowScripts }) => (slowScripts === undefined ? [] : [slowScripts]));
  if (found.length === 0) return undefined;
  const count = found.reduce((sum, one) => sum + one.count, 0);
  const longest = Math.max(...found.map(({ longestMs }) => longestMs));
  return `${count} scripts above 1 ms${count === 0 ? '' : `, longest ${longest.toFixed(1)} ms`}`;
};

const failedText = (figures: readonly Figures[]): string => {
  const failed = sumOf(figures, ({ failures }) => failures);
  return failed === 0 ? '' : `${failed} FAILED`;
};

const rowsOf = (result: CaseResult, otherName: string | undefined): string[][] => {
  const { name, figures, reference, other, share, timesOfRead, remark, verdict } = result;
  const blank = otherName === undefined ? ['', ''] : ['', '', ...comparedColumns.map(() => '')];
  const rows: string[][] = [];
  if (reference !== undefined) rows.push(['  (reference)', ...figureCells(reference), ...blank, '']);
  if (other !== undefined)
    rows.push([
      `  (${otherName})`,
      ...figureCells(other),
      ...blank,
      [failedText(other), slowScriptsText(other)].filter(Boolean).join('; '),
    ]);
  rows.push([
    name,
    ...figureCells(figures),
    share === undefined ? '' : `${formatRange(share, 0, 100)} %`,
    timesOfRead === undefined ? '' : formatRange(timesOfRead, 1),
    ...(other === undefined
      ? []
      : comparedColumns.map(([, value]) => formatRange(ratiosOf(figures, other, value), 0, 100))),
    [verdict, slowScriptsText(figures), remark].filter(Boolean).join('; '),
  ]);
  return rows;
};

/** Formats the results as a table, each case below its reference and the other build. */
export const formatResults = (results: readonly CaseResult[], otherName?: string): string => {
  const columns = [
    'case, median (min..max)',
    ...figureColumns.map(([title]) => title),
    'of reference',
    'node x read',
    ...(otherName === undefined ? [] : comparedColumns.map(([title]) => title)),
    '',
  ];
  return formatTable(
    columns,
    results.flatMap(result => rowsOf(result, otherName)),
  );
};
