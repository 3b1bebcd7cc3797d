import { readFileSync } from 'node:fs';
import { test } from '../support/tap.js';

const load = (name: string): Promise<unknown> => import(new URL(`../../../scripts/test/${name}`, import.meta.url).href);

const { testFiles } = (await load('testFiles.mjs')) as {
  readonly testFiles: (named: readonly string[]) => string[];
};
type Needs = (file: string) => boolean;
const { needsBrowser, needsNginx } = (await load('neededPrograms.mjs')) as Record<'needsBrowser' | 'needsNginx', Needs>;
const { orderFiles } = (await load('orderFiles.mjs')) as {
  readonly orderFiles: (files: readonly string[], seed?: number) => string[];
};

const own = 'test/setup/testFiles.test.ts';

test('finds the test files by the name of a file or a folder', async t => {
  for (const name of [own, `./${own}`]) t.strictSame(testFiles([name]), [own]);
  for (const name of ['test/setup', 'test/setup/', './test/setup']) t.ok(testFiles([name]).includes(own), name);
});

test('finds all test files without a name, sorted, each once, and without helpers', async t => {
  const all = testFiles([]);
  t.ok(all.includes(own) && all.includes('test/server/firstSession.test.ts'));
  t.strictSame(all, [...new Set(all)].sort());
  t.ok(all.every(file => file.endsWith('.test.ts')));
});

test('the list of slow files names test files', async t => {
  const lines = readFileSync(new URL('../../../test/slowFiles.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const all = new Set(testFiles([]));
  t.strictSame(
    lines.filter(line => !all.has(/^\d+ (\S+)$/.exec(line)?.[1] ?? '')),
    [],
  );
});

test('runs a file that is no test if it is named', async t => {
  const pictures = 'test/console/takePictures.ts';
  t.strictSame(testFiles([pictures, own]), [own, pictures]);
});

test('refuses a name that belongs to no test file', async t => {
  t.throws(() => testFiles(['test/set', 'test/setup', 'test/setup/testFiles']), {
    message: 'No test file is named test/set or test/setup/testFiles.',
  });
});

test('installs a browser for the test files that open pages, nginx for its own, and neither for others', async t => {
  t.ok(needsBrowser('test/graphql/graphiqlPage.test.ts'));
  t.ok(needsBrowser('test/http/crossOriginPage.test.ts'));
  t.notOk(needsBrowser('test/http/crossOrigin.test.ts'));
  t.ok(needsNginx('test/http/nginx.test.ts'));
  t.notOk(needsNginx('test/http/protocol.test.ts'));
});

test('orders the files of a seed at random, and the same for each run', async t => {
  const all = testFiles([]);
  const ordered = orderFiles(all, 1);
  t.strictSame(orderFiles(all, 1), ordered);
  t.strictNotSame(orderFiles(all, 2), ordered);
  t.strictNotSame(ordered, all);
  t.strictSame([...ordered].sort(), all, 'each file once');
});
