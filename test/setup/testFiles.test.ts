import { test } from 'tap';

const { testFiles } = (await import(new URL('../../../scripts/setup/testFiles.mjs', import.meta.url).href)) as {
  testFiles(named: readonly string[]): string[];
};

const own = 'dist/test/setup/testFiles.test.js';

test('a test file is named by its source or by its folder, and found as it is compiled', async t => {
  for (const name of ['test/setup/testFiles.test.ts', './test/setup/testFiles.test.ts'])
    t.strictSame(testFiles([name]), [own]);
  for (const name of ['test/setup', 'test/setup/', './test/setup']) t.ok(testFiles([name]).includes(own), name);
});

test('without a name all are found, in order and each once; helpers are none', async t => {
  const all = testFiles([]);
  t.ok(all.includes(own) && all.includes('dist/test/main/firstSession.test.js'));
  t.strictSame(all, [...new Set(all)].sort());
  t.notOk(all.some(file => file.includes('/support/')));
});

test('part of a name finds nothing', async t => {
  t.strictSame(testFiles(['test/set', 'setup', 'test/setup/testFiles']), []);
});

const { groupsOf } = (await import(new URL('../../../scripts/setup/testGroups.mjs', import.meta.url).href)) as {
  groupsOf(files: readonly string[]): { groups: readonly (readonly string[])[]; alone: readonly string[] };
};

test('every file runs once, those that end servers in a process of their own', async t => {
  const all = testFiles([]);
  const { groups, alone } = groupsOf(all);
  t.strictSame([...groups.flat(), ...alone].sort(), all);
  for (const each of [
    'dist/test/cli/start.test.js',
    'dist/test/faults/redisKilled.test.js',
    'dist/test/errors/workerDeath.test.js',
  ])
    t.ok(alone.includes(each), each);
  t.ok(groups.every(({ length }) => length <= 14));
  t.strictSame(groupsOf([own]), { groups: [], alone: [own] });
});
