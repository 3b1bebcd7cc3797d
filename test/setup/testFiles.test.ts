import { test } from 'tap';

const { testFiles } = (await import(new URL('../../../scripts/setup/testFiles.mjs', import.meta.url).href)) as {
  readonly testFiles: (named: readonly string[]) => string[];
};

const own = 'dist/test/setup/testFiles.test.js';

test('finds the compiled test files by the name of a source file or a folder', async t => {
  for (const name of ['test/setup/testFiles.test.ts', './test/setup/testFiles.test.ts'])
    t.strictSame(testFiles([name]), [own]);
  for (const name of ['test/setup', 'test/setup/', './test/setup']) t.ok(testFiles([name]).includes(own), name);
});

test('finds all test files without a name, sorted, each once, and without helpers', async t => {
  const all = testFiles([]);
  t.ok(all.includes(own) && all.includes('dist/test/main/firstSession.test.js'));
  t.strictSame(all, [...new Set(all)].sort());
  t.ok(all.every(file => file.endsWith('.test.js')));
});

test('finds nothing by a part of a name', async t => {
  t.strictSame(testFiles(['test/set', 'setup', 'test/setup/testFiles']), []);
});

const { groupsOf } = (await import(new URL('../../../scripts/setup/testGroups.mjs', import.meta.url).href)) as {
  readonly groupsOf: (files: readonly string[]) => { groups: readonly (readonly string[])[]; alone: readonly string[] };
};

test('runs every file once, and files that end servers in processes of their own', async t => {
  const all = testFiles([]);
  const { groups, alone } = groupsOf(all);
  t.strictSame([...groups.flat(), ...alone].sort(), all);
  for (const each of [
    'dist/test/cli/start.test.js',
    'dist/test/faults/redisKilled.test.js',
    'dist/test/errors/workerDeath.test.js',
  ])
    t.ok(alone.includes(each), each);
  t.ok(groups.every(({ length }) => length <= 20));
  t.strictSame(groupsOf([own]), { groups: [[own]], alone: [] });
  const page = 'dist/test/console/page.test.js';
  t.strictSame(groupsOf([page, own]), { groups: [[page], [own]], alone: [] });
});

const { needsBrowser } = (await import(new URL('../../../scripts/setup/needsBrowser.mjs', import.meta.url).href)) as {
  readonly needsBrowser: (file: string) => boolean;
};

test('installs a browser for the test files that open pages, and for no others', async t => {
  t.ok(needsBrowser('dist/test/graphql/graphiqlPage.test.js'));
  t.ok(needsBrowser('dist/test/http/crossOriginPage.test.js'));
  t.notOk(needsBrowser('dist/test/http/crossOrigin.test.js'));
});
