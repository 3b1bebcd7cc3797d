/** Functions that the pages with results of the benchmark share. */
import { readFileSync } from 'node:fs';

export const textOf = path => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

export const number = (value, digits) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const medianOf = values => {
  const sorted = values.filter(value => value !== undefined).toSorted((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};

/** Formats a table like the formatter. */
export const tableOf = rows => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(cells => cells[column].length)));
  const line = cells => `| ${cells.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
  return [line(rows[0]), line(widths.map(width => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n');
};

/** Describes when, where and how a run was measured. */
export const conditionsOf = ({ at, build, machine, options, results }) => {
  const otherCores = medianOf(results.flatMap(({ figures: rounds }) => rounds.map(round => round.otherCores)));
  return (
    `${at.slice(0, 10)}, commit ${build}, Node ${machine.node}, ${machine.cores} cores for server, ` +
    `Redis and load generator, of which other programs used ${number(otherCores, 1)}; ` +
    `${number(options.orders, 0)} orders, ${options.rounds} rounds of ${options.seconds} s by turns, ` +
    `${options.workers} worker thread.`
  );
};
