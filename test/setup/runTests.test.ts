/** The runner of the tests, with files that fail in different ways. */
import { once } from 'node:events';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';
import { test } from '../support/tap.js';
import { matchWhole } from '../support/matchWhole.js';

interface Result {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly { readonly title: string; readonly message: string; readonly at?: string }[];
}

const load = (name: string): Promise<unknown> => import(new URL(`../../../scripts/test/${name}`, import.meta.url).href);
const { runFiles } = (await load('runFiles.mjs')) as {
  readonly runFiles: (queue: string[], jobs: number, options: object) => Promise<void>;
};
const { printResult, printSummary } = (await load('report.mjs')) as {
  readonly printResult: (result: Result, print: (text: string) => void) => void;
  readonly printSummary: (results: readonly Result[], options: object, print: (text: string) => void) => boolean;
};

const fixture = (name: string): string => `test/setup/fixtures/${name}.ts`;

/** Runs fixtures one after the other in one process, and returns their results. */
const run = async (...names: readonly string[]): Promise<Result[]> => {
  const results: Result[] = [];
  await runFiles(names.map(fixture), 1, {
    env: { ...process.env, TEST_TIMEOUT_SECONDS: '60', TAP_TIMEOUT: '0' },
    nodeOptions: [],
    provide: () => Promise.reject(new Error('nothing is shared')),
    notify: () => undefined,
    isStopped: () => false,
    onResult: (result: Result) => results.push(result),
  });
  return results;
};

const print = (result: Result): string => {
  const lines: string[] = [];
  printResult(result, line => lines.push(line));
  return lines.join('\n');
};

test('a file that fails, cannot be loaded or ends its process fails no other file', async t => {
  const results = await run('failing', 'broken', 'ending', 'passing');
  t.same(
    results.map(({ file, passed, failed }) => [file, passed, failed]),
    [
      [fixture('failing'), 1, 3],
      [fixture('broken'), 0, 1],
      [fixture('ending'), 0, 1],
      [fixture('passing'), 1, 0],
    ],
  );
  const [failing, broken, ending] = results as [Result, Result, Result];
  matchWhole(t, failing.failures, [
    { title: 'compares two lists', message: 'the lists', at: /^test\/setup\/fixtures\/failing\.ts:6:\d+$/ },
    { title: 'throws', message: 'thrown by the test', at: /^test\/setup\/fixtures\/failing\.ts:15:\d+$/ },
    { title: 'leaves a rejected promise behind', message: 'never awaited' },
  ]);
  matchWhole(t, broken.failures, [
    { message: 'thrown while the file loads', at: /^test\/setup\/fixtures\/broken\.ts:2:/ },
  ]);
  matchWhole(t, ending.failures, [{ message: 'its process ended with SIGKILL' }]);
});

test('prints the line of the source and the parts that differ', async t => {
  const [failing] = (await run('failing')) as [Result];
  const text = print(failing);
  t.match(text, /^FAILED test\/setup\/fixtures\/failing\.ts \(3 of 4, \d+\.\d s\)$/m);
  t.match(text, /^ {4}the lists \(test\/setup\/fixtures\/failing\.ts:6:5\)\n {4}> t\.same\($/m);
  t.match(text, /^ {4}- +"at": 20,\n {4}\+ +"at": -1,$/m);
  t.notMatch(text, /"at": 35/, 'equal parts are left out');
  t.notMatch(text, /dist\//);
});

test('counts the tests in the last line, and names the files that did not finish', async t => {
  const lines: string[] = [];
  const results = await run('failing', 'passing');
  t.equal(
    printSummary(results, { missing: ['test/lost.test.ts'] }, line => lines.push(line)),
    false,
  );
  t.match(lines.join('\n'), /^1 files did not finish: test\/lost\.test\.ts$/m);
  t.equal(lines.at(-1), '2 passed, 4 failed');
  t.equal(
    printSummary(results.slice(1), { missing: [] }, () => undefined),
    true,
  );
});

test('prints the processor time of the run and of its parts as the last line of --times', async t => {
  const { measureRun } = (await load('processorTime.mjs')) as {
    readonly measureRun: () => { readonly totalMs: number; readonly parts: Map<string, number> };
  };
  const busyMs = 200;
  const before = measureRun().totalMs;
  const busy = `const end = process.cpuUsage().user + ${busyMs * 1_000}; while (process.cpuUsage().user < end);`;
  const child = spawnBound(process.execPath, ['-e', `${busy} process.send('ready'); setInterval(() => 0, 1_000);`], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const running = measureRun();
  t.ok(running.totalMs - before >= busyMs, 'a running process counts');
  child.kill('SIGKILL');
  await once(child, 'exit');
  t.ok(measureRun().totalMs >= running.totalMs, 'and also when it has ended');

  const lines: string[] = [];
  const used = {
    totalMs: 12_340,
    parts: new Map([
      ['test processes', 10_000],
      ['Redis', 2_340],
    ]),
  };
  printSummary([], { missing: [], withTimes: true, used }, line => lines.push(line));
  t.strictSame(lines.slice(-2), ['0 passed, 0 failed', 'processor time: 12.3 s (test processes 10.0 s, Redis 2.3 s)']);
});

test('a whole run says that it exceeds the budget of processor time by more than a quarter', async t => {
  const linesOf = (totalMs: number, isWhole = true): string[] => {
    const lines: string[] = [];
    printSummary([], { missing: [], isWhole, used: { totalMs, parts: new Map() } }, line => lines.push(line));
    return lines;
  };
  t.strictSame(linesOf(525_000), ['0 passed, 0 failed']);
  t.strictSame(linesOf(525_001), [
    'The tests took 525.0 s of processor time, more than their budget of 420.0 s: docs/measurements/tests.md.',
    '0 passed, 0 failed',
  ]);
  t.strictSame(linesOf(525_001, false), ['0 passed, 0 failed']);
});
