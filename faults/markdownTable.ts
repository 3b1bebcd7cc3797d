import type { RoundResult } from './runRound.js';

const sum = (results: readonly RoundResult[], of: (result: RoundResult) => number): number =>
  results.reduce((total, result) => total + of(result), 0);
const maximum = (results: readonly RoundResult[], of: (result: RoundResult) => number): number =>
  Math.round(results.reduce((top, result) => Math.max(top, of(result)), 0));
const lost = ({ failures }: RoundResult): number => failures.filter(text => text.includes('LOST')).length;

const columns: readonly (readonly [title: string, of: (results: readonly RoundResult[]) => number])[] = [
  ['rounds', results => results.length],
  ['acknowledged', results => sum(results, result => result.acknowledged)],
  ['open', results => sum(results, result => result.open)],
  ['lost', results => sum(results, lost)],
  ['differences', results => sum(results, result => result.differences)],
  ['failed rounds', results => results.filter(({ failures }) => failures.length > 0).length],
  ['slowest answer ms', results => maximum(results, result => result.slowestMs)],
  ['slowest recovery ms', results => maximum(results, result => result.recoveryMs)],
];

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** Formats the results of all rounds as a table in Markdown. */
export const markdownTable = (
  rows: readonly { readonly name: string; readonly results: readonly RoundResult[] }[],
): string =>
  [
    line(['fault', ...columns.map(([title]) => title)]),
    line(['---', ...columns.map(() => '---')]),
    ...[...rows, { name: 'all', results: rows.flatMap(({ results }) => results) }].map(({ name, results }) =>
      line([name, ...columns.map(([, of]) => of(results))]),
    ),
  ].join('\n');
