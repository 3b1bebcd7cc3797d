/** docs/performance.md: its table comes from docs/performance.json, which the benchmark wrote; all else is by hand. */
import { readFileSync } from 'node:fs';

const textOf = path => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const block = /(<!-- figures: .* -->\n)[^]*(<!-- \/figures -->)/;

const columns = [
  'case',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'Node µs',
  'Redis µs',
  'commands',
  'of its reference',
  '× order by id',
];

const number = (value, digits) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const medianOf = values => {
  const sorted = values.filter(value => value !== undefined).toSorted((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};

/** The median of a figure over the rounds. */
const cell = (rounds, name) => {
  const median = medianOf(rounds.map(round => round[name]));
  return Number.isNaN(median) ? '' : number(median, median < 10 ? 1 : 0);
};

const rangeCell = (range, digits, factor, unit) =>
  range === undefined || range === null
    ? ''
    : `${number(range.median * factor, digits)}${unit} (${number(range.min * factor, digits)}..${number(range.max * factor, digits)})`;

const figures = ['perSecond', 'p50Ms', 'p99Ms', 'nodeMicros', 'redisMicros', 'redisCommands'];

const row = (name, rounds, ...more) => [name, ...figures.map(figure => cell(rounds, figure)), ...more];

/** The references that stand in the table, once each, by the case that they were measured with. */
const references = new Map([
  ['order by id', 'bare read'],
  ['order update', 'bare write'],
]);

const rowsOf = ({ name, reference, figures: rounds, share, timesOfRead }) => [
  ...(references.has(name) ? [row(references.get(name), reference, '', '')] : []),
  row(`**${name}**`, rounds, rangeCell(share, 0, 100, ' %'), rangeCell(timesOfRead, 1, 1, '')),
];

/** A table as the formatter writes it. */
const tableOf = rows => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(cells => cells[column].length)));
  const line = cells => `| ${cells.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
  return [line(rows[0]), line(widths.map(width => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n');
};

const conditionsOf = ({ at, build, machine, options, results }) => {
  const otherCores = medianOf(results.flatMap(({ figures: rounds }) => rounds.map(round => round.otherCores)));
  return `${at.slice(0, 10)}, commit ${build}, Node ${machine.node}, ${machine.cores} cores for server, Redis and load generator, of which other programs used ${number(otherCores, 1)}; ${number(options.orders, 0)} orders, ${options.rounds} rounds of ${options.seconds} s by turns, ${options.workers} worker thread. Medians, with the least and the most of the rounds in parentheses.`;
};

export const performancePage = () => {
  const run = JSON.parse(textOf('docs/performance.json'));
  const generated = `\n${conditionsOf(run)}\n\n${tableOf([columns, ...run.results.flatMap(rowsOf)])}\n\n`;
  return textOf('docs/performance.md').replace(block, (_, begin, end) => begin + generated + end);
};
