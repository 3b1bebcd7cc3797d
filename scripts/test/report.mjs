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
  `${failed === 0 ? 'ok' : 'FAILED'} ${file} (${failed === 0 ? passed : `${failed} of ${passed + failed}`}, ${seconds(ms)})`,
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

/** The last line of a run with `--times`, which scripts read. */
const usedLine = ({ totalMs, parts }) =>
  `processor time: ${seconds(totalMs)} (${[...parts].map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')})`;

/**
 * Prints the failures once more, and the counts. `used`, if it is there, is the processor time of the run: the slowest
 * files and tests are printed before the failures, and the processor time as the last line. Returns true if all passed.
 */
export const printSummary = (results, { missing, used }, print) => {
  const failedFiles = results.filter(({ failed }) => failed > 0);
  if (used !== undefined) print(slowestLines(results).join('\n'));
  if (failedFiles.length > 0) {
    print('\nFailed:');
    for (const { file, failures } of failedFiles)
      for (const { title, message, at } of failures) print(`  ${at ?? file}  ${title === '' ? message : title}`);
  }
  if (missing.length > 0) print(`\n${missing.length} files did not finish: ${missing.join(' ')}`);
  const sum = name => results.reduce((total, result) => total + result[name], 0);
  if (sum('skipped') > 0) print(`${sum('skipped')} tests are skipped: a message above says why.`);
  print(`${sum('passed')} passed, ${sum('failed') + missing.length} failed`);
  if (used !== undefined) print(usedLine(used));
  return failedFiles.length === 0 && missing.length === 0;
};
