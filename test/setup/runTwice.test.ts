import { test } from 'tap';

interface Counts {
  readonly passed: number;
  readonly failed: number;
}
interface Ran {
  readonly counts: Counts;
  readonly code: number;
  readonly files: ReadonlySet<string>;
  readonly failedFiles: ReadonlyMap<string, Counts>;
}
type Run = (files: readonly string[], more: Readonly<Record<string, string>>) => Promise<Ran>;
type Print = (line: string) => void;

const script = async <T>(name: string): Promise<T> =>
  (await import(new URL(`../../../scripts/setup/${name}.mjs`, import.meta.url).href)) as T;
const { runTwice } = await script<{
  runTwice(
    files: readonly string[],
    run: Run,
    print: Print,
  ): Promise<{ readonly counts: Counts; readonly code: number }>;
}>('runTwice');
const { runTap } = await script<{
  runTap(args: readonly string[], env: NodeJS.ProcessEnv, print: Print): Promise<Ran>;
}>('runTap');

/** Two tests a file, of which one fails in a file that does. */
const ran = (files: readonly string[], failed: readonly string[], code = failed.length === 0 ? 0 : 1): Ran => ({
  counts: { passed: 2 * files.length - failed.length, failed: failed.length },
  code,
  files: new Set(files),
  failedFiles: new Map(failed.map(file => [file, { passed: 1, failed: 1 }])),
});

const twice = async (files: readonly string[], ...runs: readonly Ran[]) => {
  const asked: (readonly string[])[] = [];
  const lines: string[] = [];
  const end = await runTwice(
    files,
    async some => runs[asked.push(some) - 1]!,
    line => lines.push(line),
  );
  return { ...end, asked, told: lines.join('') };
};

test('a file that fails beside others has another try alone; it counts as it ended then', async t => {
  t.match(await twice(['a', 'b'], ran(['a', 'b'], ['b']), ran(['b'], [])), {
    counts: { passed: 4, failed: 0 },
    code: 0,
    asked: [['a', 'b'], ['b']],
    told: /passed at the second try only: b/,
  });
  t.match(await twice(['a', 'b'], ran(['a', 'b'], ['b']), ran(['b'], ['b'])), {
    counts: { passed: 3, failed: 1 },
    code: 1,
  });
});

test('files that never came to an end are told, and nothing makes up for them', async t => {
  t.match(await twice(['a', 'b', 'c', 'd'], ran(['a', 'b'], ['b']), ran(['b'], [])), {
    code: 1,
    asked: { length: 1 },
    told: /2 of 4 files never came to an end: c d/,
  });
  t.match(await twice(['a', 'b'], ran(['a'], [], 0)), { code: 1, told: /1 of 2 files never/ });
  t.match(await twice(['a', 'b'], ran(['a', 'b'], ['b']), ran([], [], 134)), { code: 134, told: /1 of 1 files never/ });
});

test('a runner that a signal ends is no success, also where others hold its output for longer', async t => {
  const late = 'while kill -0 $0 2>/dev/null; do :; done; echo "ok 2 - b.test.js"';
  const dies = `console.log('ok 1 - a.test.js # SKIP');
    require('node:child_process').spawn('/bin/sh', ['-c', ${JSON.stringify(late)}, String(process.pid)], { stdio: 'inherit' }).once('spawn', () => process.kill(process.pid, 'SIGKILL'));`;
  const { code, files } = await runTap(['-e', dies], process.env, () => undefined);
  t.same([code, [...files]], [1, ['a.test.js', 'b.test.js']]);
});
