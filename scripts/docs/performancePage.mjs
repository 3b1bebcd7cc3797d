/**
 * docs/performance.md: its tables come from docs/performance.json and docs/shop-mix.json, which the benchmark wrote;
 * the other text is written by hand.
 */
import { conditionsOf, medianOf, number, tableOf, textOf } from './figures.mjs';
import { mixTable } from './shopMix.mjs';

const mixBlock = /(<!-- mix: .* -->\n)[^]*(<!-- \/mix -->)/;
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

/** Returns the median of a figure over the rounds, as text. */
const cell = (rounds, name) => {
  const median = medianOf(rounds.map(round => round[name]));
  return Number.isNaN(median) ? '' : number(median, median < 10 ? 1 : 0);
};

const rangeCell = (range, digits, factor, unit) =>
  range === undefined || range === null
    ? ''
    : `${number(range.median * factor, digits)}${unit} ` +
      `(${number(range.min * factor, digits)}..${number(range.max * factor, digits)})`;

const figures = ['perSecond', 'p50Ms', 'p99Ms', 'nodeMicros', 'redisMicros', 'redisCommands'];

const row = (name, rounds, ...more) => [name, ...figures.map(figure => cell(rounds, figure)), ...more];

/** The references that the table shows, once each, by the case that they were measured with. */
const references = new Map([
  ['order by id', 'bare read'],
  ['order update', 'bare write'],
]);

const rowsOf = ({ name, reference, figures: rounds, share, timesOfRead }) => [
  ...(references.has(name) ? [row(references.get(name), reference, '', '')] : []),
  row(`**${name}**`, rounds, rangeCell(share, 0, 100, ' %'), rangeCell(timesOfRead, 1, 1, '')),
];

const spread = 'Medians, with the least and the most of the rounds in parentheses.';

export const performancePage = () => {
  const run = JSON.parse(textOf('docs/performance.json'));
  const generated = `\n${conditionsOf(run)} ${spread}\n\n${tableOf([columns, ...run.results.flatMap(rowsOf)])}\n\n`;
  return textOf('docs/performance.md')
    .replace(mixBlock, (_, begin, end) => `${begin}\n${mixTable()}\n\n${end}`)
    .replace(block, (_, begin, end) => begin + generated + end);
};
