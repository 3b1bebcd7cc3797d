/** Formats the table of a run. */
import { type Figures, type Range, rangeOf, ratiosOf, sumOf, type Value } from '../measure/figures.js';
import type { CaseResult } from '../measure/measureCase.js';

const digitsOf = (value: number | undefined): number => (value !== undefined && value < 100 ? 1 : 0);

/** Formats a range as `median (min..max)`, or '-' if it was not measured. */
export const formatRange = (range: Range | undefined, digits = digitsOf(range?.median), factor = 1): string => {
  if (range === undefined) return '-';
  const text = (value: number): string => (value * factor).toFixed(digits);
  const { median, min, max } = range;
  return min === max ? text(median) : `${text(median)} (${text(min)}..${text(max)})`;
};

/** Longer lines are hard to read in a terminal. */
const widthMax = 120;
const noteIndent = '    ';

export interface Row {
  readonly cells: readonly string[];
  /** Parts of a text that is shown below the row. */
  readonly note?: readonly (string | undefined)[];
}

/** Breaks a text into lines, between its parts where that is possible. */
const noteLines = (parts: readonly (string | undefined)[]): string[] => {
  const lines: string[] = [];
  for (const word of parts.filter(Boolean).join('; ').split(' ').filter(Boolean)) {
    const longer = `${lines.at(-1) ?? noteIndent} ${word}`;
    if (lines.length > 0 && longer.length <= widthMax) lines[lines.length - 1] = longer;
    else lines.push(`${noteIndent}${word}`);
  }
  return lines;
};

/** Aligns cells in columns, the first to the left and numbers to the right; columns without any cell are left out. */
export const formatTable = (titles: readonly string[], rows: readonly Row[]): string => {
  const shown = titles.flatMap((_, column) => (rows.some(({ cells }) => cells[column]) ? [column] : []));
  const widthOf = (column: number): number =>
    Math.max(titles[column]!.length, ...rows.map(({ cells }) => cells[column]?.length ?? 0));
  const widths = new Map(shown.map(column => [column, widthOf(column)]));
  const lineOf = (cells: readonly string[]): string =>
    shown
      .map(column => {
        const [cell = '', width] = [cells[column], widths.get(column)!];
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return [lineOf(titles), ...rows.flatMap(({ cells, note = [] }) => [lineOf(cells), ...noteLines(note)])].join('\n');
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

/** The columns of a comparison with another build: the figures as a share of its figures. */
const comparedColumns: readonly (readonly [title: string, value: Value])[] = [
  ['req/s of other %', one => one.perSecond],
  ['node %', one => one.nodeMicros],
  ['redis %', one => one.redisMicros],
  ['redis main %', one => one.redisMainMicros],
];

/** The columns that fit a terminal; they show the medians alone. */
const narrowTitles = new Set(['req/s', 'p50 ms', 'p99 ms', 'node µs', 'redis µs', 'node %', 'redis %']);

/** Describes slow scripts; undefined if they were not counted. */
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

/** Describes the capacity of the masters; undefined if one Redis was measured. */
const capacityText = ({ capacity, figures, other = [] }: CaseResult): string | undefined => {
  if (capacity === undefined) return undefined;
  const text = (rounds: readonly Figures[], value: Value): string => formatRange(rangeOf(rounds.map(value)));
  const [of, by] = [text(other, one => one.busiestMicros), text(figures, one => one.busiestMicros)];
  const share = formatRange(
    rangeOf(figures.map(one => one.busiestMicros && one.busiestMicros / one.redisMainMicros!)),
    0,
    100,
  );
  return (
    `capacity ${formatRange(capacity, 2)} x one Redis: its main thread takes ${of} µs a request, ` +
    `the busiest master ${by} µs, ${share} % of all masters`
  );
};

/** Describes how much longer a page of each peer takes, and how much more processor time of its processes. */
const peersText = ({ peers = {}, figures }: CaseResult): string[] =>
  Object.entries(peers).map(([name, rounds]) => {
    const times = (value: Value): string => formatRange(ratiosOf(rounds, figures, value), 1);
    const spent = (one: Figures): number | undefined =>
      one.nodeMicros === undefined || one.redisMicros === undefined ? undefined : one.nodeMicros + one.redisMicros;
    return `${name} ${times(one => one.p50Ms)} x p50, ${times(one => one.p99Ms)} x p99, ${times(spent)} x CPU`;
  });

export interface TableOptions {
  /** The source of the other figures: another build, or the same one with other settings. */
  readonly otherName?: string;
  /** True if all columns are shown, each with its range. */
  readonly wide?: boolean;
}

/** Formats the results as a table, each case below its reference and the other build. */
export const formatResults = (
  results: readonly CaseResult[],
  { otherName, wide = false }: TableOptions = {},
): string => {
  const isShown = ([title]: readonly [string, ...unknown[]]): boolean => wide || narrowTitles.has(title);
  const [measured, compared] = [figureColumns.filter(isShown), comparedColumns.filter(isShown)];
  const figureCells = (figures: readonly Figures[]): string[] =>
    measured.map(([, value, digits]) => {
      const range = rangeOf(figures.map(value));
      return formatRange(
        wide || range === undefined ? range : { ...range, min: range.median, max: range.median },
        digits,
      );
    });
  const rowsOf = (result: CaseResult): Row[] => {
    const { name, figures, reference, other, peers = {}, share, timesOfRead, remark, verdict } = result;
    return [
      ...Object.entries(peers).map(([peer, rounds]) => ({
        cells: [`  (${peer})`, ...figureCells(rounds)],
        note: [failedText(rounds)],
      })),
      ...(reference === undefined ? [] : [{ cells: ['  (reference)', ...figureCells(reference)] }]),
      ...(other === undefined
        ? []
        : [{ cells: [`  (${otherName})`, ...figureCells(other)], note: [failedText(other), slowScriptsText(other)] }]),
      {
        cells: [
          name,
          ...figureCells(figures),
          share === undefined ? '' : `${formatRange(share, 0, 100)} %`,
          timesOfRead === undefined ? '' : formatRange(timesOfRead, 1),
          ...(other === undefined
            ? []
            : compared.map(([, value]) => formatRange(ratiosOf(figures, other, value), 0, 100))),
        ],
        note: [verdict, ...peersText(result), capacityText(result), slowScriptsText(figures), remark],
      },
    ];
  };
  const titles = [
    `case, median${wide ? ' (min..max)' : ''}`,
    ...measured.map(([title]) => title),
    'of reference',
    'node x read',
    ...(otherName === undefined ? [] : compared.map(([title]) => title)),
  ];
  return formatTable(titles, results.flatMap(rowsOf));
};
