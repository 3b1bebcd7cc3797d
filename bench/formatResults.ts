import type { CaseResult } from './measureCase.js';
import type { Measurements } from './Measurements.js';

const columns = ['scenario', 'req/s', 'p50 ms', 'p99 ms', 'node µs', 'redis µs', 'redis cmds', 'of reference', ''];

const micros = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(1));

const rowOf = (name: string, figures: Measurements, share: string, verdict: string): string[] => [
  name,
  Math.round(figures.perSecond).toString(),
  figures.p50Ms.toFixed(2),
  figures.p99Ms.toFixed(2),
  micros(figures.nodeMicros),
  micros(figures.redisMicros),
  figures.redisCommands.toFixed(2),
  share,
  verdict,
];

/** Formats the results as a table, each case below its reference. */
export const formatResults = (results: readonly CaseResult[]): string => {
  const rows = results.flatMap(({ name, figures, reference, share, remark, verdict }) => [
    ...(reference === undefined ? [] : [rowOf('  (reference)', reference, '', '')]),
    rowOf(
      name,
      figures,
      share === undefined ? '' : `${(share * 100).toFixed(0)} %`,
      [verdict, remark].filter(Boolean).join('; '),
    ),
  ]);
  const widths = columns.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 || column === cells.length - 1
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [columns, ...rows].map(lineOf).join('\n');
};
