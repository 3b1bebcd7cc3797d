import { test } from 'tap';

const { testFiles } = await import(new URL('../../../scripts/setup/testFiles.mjs', import.meta.url).href) as { testFiles(named: readonly string[]): string[] };

const own = 'dist/test/setup/testFiles.test.js';

test('a test file is named by its source or by its folder, and found as it is compiled', async t => {
  for (const name of ['test/setup/testFiles.test.ts', './test/setup/testFiles.test.ts']) t.strictSame(testFiles([name]), [own]);
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
