import type { ErrorRow, Group } from './RequestLog.js';
import type { RoundResult } from './runRound.js';

export interface FaultRow {
  readonly name: string;
  readonly results: readonly RoundResult[];
}

type Results = readonly RoundResult[];
type Column = readonly [title: string, of: (results: Results) => number | string];

const sum = (results: Results, of: (result: RoundResult) => number): number =>
  results.reduce((total, result) => total + of(result), 0);
const maximum = (results: Results, of: (result: RoundResult) => number): number =>
  Math.round(results.reduce((top, result) => Math.max(top, of(result)), 0));
const errorsOf = (results: Results, group: Group): ErrorRow[] =>
  results.flatMap(({ log }) => log.errors.filter(row => row.group === group));

const groupBy = <T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return groups;
};
const countOf = (rows: readonly ErrorRow[]): number => rows.reduce((total, { count }) => total + count, 0);

/** Formats counts by kind, such as `update 40, import 3`. */
const byKind = (rows: readonly ErrorRow[]): string =>
  [...groupBy(rows, ({ kind }) => kind)]
    .map(([kind, each]) => [kind, countOf(each)] as const)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ') || '0';

/** Formats the changes that `DURABILITY` allows to lose, with the age of the oldest one: `2 (14 ms)`. */
const allowedLosses = (results: Results): string => {
  const ages = results.flatMap(({ allowedLossesMs }) => allowedLossesMs);
  return ages.length === 0 ? '0' : `${ages.length} (${Math.round(Math.max(...ages))} ms)`;
};

const columns: readonly Column[] = [
  ['rounds', results => results.length],
  ['acknowledged', results => sum(results, result => result.acknowledged)],
  ['open', results => sum(results, result => result.open)],
  ['lost', results => sum(results, ({ lost }) => lost)],
  ['differences', results => sum(results, result => result.differences)],
  ['failed rounds', results => results.filter(({ failures }) => failures.length > 0).length],
  ['slowest response ms', results => maximum(results, result => result.slowestMs)],
  ['slowest recovery ms', results => maximum(results, result => result.recoveryMs)],
];

const clusterColumns: readonly Column[] = [
  ['rounds', results => results.length],
  ['acknowledged', results => sum(results, result => result.acknowledged)],
  ['lost', results => sum(results, ({ lost }) => lost)],
  ['lost within the window', allowedLosses],
  ['errors of affected projects', results => byKind(errorsOf(results, 'affected'))],
  ['errors of other projects', results => byKind(errorsOf(results, 'other'))],
  ['slowest ms, affected', results => maximum(results, ({ log }) => log.slowestMs.affected)],
  ['slowest ms, others', results => maximum(results, ({ log }) => log.slowestMs.other)],
  ['longer than 2.5 s', results => sum(results, ({ log }) => log.waited)],
  ['failed rounds', results => results.filter(({ failures }) => failures.length > 0).length],
];

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

/** Formats the results of all rounds as a table in Markdown. */
export const markdownTable = (rows: readonly FaultRow[], isCluster: boolean): string => {
  const shown = isCluster ? clusterColumns : columns;
  const all = { name: 'all', results: rows.flatMap(({ results }) => results) };
  return table(
    ['fault', ...shown.map(([title]) => title)],
    [...rows, all].map(({ name, results }) => [name, ...shown.map(([, of]) => of(results))]),
  );
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Formats the errors of all rounds by fault, group and reason, with the times after the beginning of the fault. */
export const errorTable = (rows: readonly FaultRow[]): string =>
  table(
    ['fault', 'projects', 'status and reason', 'errors', 'seconds after the fault began', 'slowest ms'],
    rows.flatMap(({ name, results }) =>
      [
        ...groupBy(
          results.flatMap(({ log }) => log.errors),
          ({ group, status, reason }) => `${group}|${status} ${reason}`,
        ),
      ].map(([title, errors]) => [
        name,
        ...title.split('|'),
        byKind(errors),
        `${seconds(Math.min(...errors.map(({ firstMs }) => firstMs)))} to ` +
          `${seconds(Math.max(...errors.map(({ lastMs }) => lastMs)))}`,
        Math.round(Math.max(...errors.map(({ slowestMs }) => slowestMs))),
      ]),
    ),
  );
