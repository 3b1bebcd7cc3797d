/** Prints the results of a run: a line for each file, the failures of a file below it, and the counts at the end. */
import { sourceLineAt } from './sourcePositions.mjs';

const seconds = ms => `${(ms / 1_000).toFixed(1)} s`;

const indent = text =>
  text
    .split('\n')
    .map(line => `    ${line}`)
    .join('\n');

const failureLines = ({ title, message, at, stack, details }) => {
  const source = at === undefined ? undefined : sourceLineAt(at);
  return [
    `  ✗ ${title}`,
    `    ${message}${at === undefined ? '' : ` (${at})`}`,
    ...(source === undefined ? [] : [`    > ${source}`]),
    ...(details === '' ? [] : [indent(details)]),
    ...(at !== undefined && stack.split('\n').length > 2 ? [indent(stack.trimEnd())] : []),
  ];
};

const resultLines = ({ file, passed, failed, ms, failures }) => [
  `${failed === 0 ? 'ok' : 'FAILED'} ${file} (${failed === 0 ? passed : `${failed} of ${passed + failed}`}, ` +
    `${seconds(ms)})`,
  ...failures.flatMap(failureLines),
];

export const printResult = (result, print) => print(resultLines(result).join('\n'));

const slowestMax = 20;

const slowest = rows => [...rows].sort((a, b) => b.ms - a.ms).slice(0, slowestMax);

/** Lists the slowest files by elapsed time, with the processor time of their processes, and the slowest tests. */
const slowestLines = results => [
  `The ${slowestMax} slowest files, by the time that passed; then the processor time of the test and its programs:`,
  ...slowest(results).map(({ file, ms, cpuMs }) => `${seconds(ms).padStart(9)} ${seconds(cpuMs).padStart(9)}  ${file}`),
  `The ${slowestMax} slowest tests:`,
  ...slowest(results.flatMap(({ file, tests }) => tests.map(({ title, ms }) => ({ file, title, ms })))).map(
    ({ file, title, ms }) => `${seconds(ms).padStart(9)}  ${file}: ${title}`,
  ),
];

/** The processor time that all tests may take on two quiet cores; docs/measurements/tests.md has the rule. */
const budgetMs = 420_000;
/** Other programs on the machine slow down each test, so that a run may take this much more. */
const toleranceFactor = 1.25;

const budgetLine = ({ totalMs }) =>
  `The tests took ${seconds(totalMs)} of processor time, more than their budget of ${seconds(budgetMs)}: ` +
  'docs/measurements/tests.md.';

/** The last line of a run with `--times`, which scripts read. */
const usedLine = ({ totalMs, parts }) =>
  `processor time: ${seconds(totalMs)} (${[...parts].map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')})`;

/**
 * Prints the failures once more, and the counts. `used` is the processor time of the run: with `withTimes` the slowest
 * files and tests are printed before the failures, and the processor time as the last line; a whole run that exceeds
 * the budget says so. Returns true if all passed.
 */
export const printSummary = (results, { missing, withTimes = false, isWhole = false, used }, print) => {
  const failedFiles = results.filter(({ failed }) => failed > 0);
  if (withTimes) print(slowestLines(results).join('\n'));
  if (failedFiles.length > 0) {
    print('\nFailed:');
    for (const { file, failures } of failedFiles)
      for (const { title, message, at } of failures) print(`  ${at ?? file}  ${title === '' ? message : title}`);
  }
  if (missing.length > 0) print(`\n${missing.length} files did not finish: ${missing.join(' ')}`);
  const sum = name => results.reduce((total, result) => total + result[name], 0);
  if (sum('skipped') > 0) print(`${sum('skipped')} tests are skipped: a message above says why.`);
  if (isWhole && used.totalMs > toleranceFactor * budgetMs) print(budgetLine(used));
  print(`${sum('passed')} passed, ${sum('failed') + missing.length} failed`);
  if (withTimes) print(usedLine(used));
  return failedFiles.length === 0 && missing.length === 0;
};
