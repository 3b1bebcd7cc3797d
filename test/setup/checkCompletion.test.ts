import { test } from 'tap';

interface Result {
  readonly code: number;
  readonly files: ReadonlySet<string>;
}
type Print = (line: string) => void;

const loadScript = async <T>(name: string): Promise<T> =>
  (await import(new URL(`../../../scripts/setup/${name}.mjs`, import.meta.url).href)) as T;
const { checkCompletion } = await loadScript<{
  readonly checkCompletion: (files: readonly string[], result: Result, print: Print) => Result;
}>('checkCompletion');
const { runTap } = await loadScript<{
  readonly runTap: (args: readonly string[], env: NodeJS.ProcessEnv, print: Print) => Promise<Result>;
}>('runTap');

const check = (files: readonly string[], finished: readonly string[], code: number) => {
  const lines: string[] = [];
  const result = checkCompletion(files, { code, files: new Set(finished) }, line => lines.push(line));
  return [result.code, lines.join('')];
};

test('a run in which every file finished keeps its code', t => {
  t.strictSame(check(['a', 'b'], ['a', 'b'], 0), [0, '']);
  t.strictSame(check(['a', 'b'], ['a', 'b'], 1), [1, '']);
  t.end();
});

test('a run in which a file did not finish has failed, and names the file', t => {
  t.strictSame(check(['a', 'b', 'c'], ['b'], 0), [1, '\n2 of 3 files did not finish: a c']);
  t.strictSame(check(['a'], [], 134), [134, '\n1 of 1 files did not finish: a']);
  t.end();
});

test('a runner that a signal ends has failed, even when another process holds its output open for longer', async t => {
  const late = 'while kill -0 $0 2>/dev/null; do :; done; echo "ok 2 - b.test.js"';
  const killed = `console.log('ok 1 - a.test.js # SKIP');
    require('node:child_process').spawn('/bin/sh', ['-c', ${JSON.stringify(late)}, String(process.pid)], { stdio: 'inherit' }).once('spawn', () => process.kill(process.pid, 'SIGKILL'));`;
  const { code, files } = await runTap(['-e', killed], process.env, () => undefined);
  t.strictSame([code, [...files]], [1, ['a.test.js', 'b.test.js']]);
});
