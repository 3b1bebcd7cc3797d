/**
 * npm run test:programs: installs programs that others wrote for the hosted API, and runs them against this server; runs
 * the tests of resources with a newer SDK. The packages stay in `test/programs/node_modules`.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './setup/run.mjs';
import { runMain } from './setup.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';

const folder = join('test', 'programs');
const programs = ['exporters', 'importers', 'syncActions'].map(name => join(folder, `${name}.ts`));
const named = process.argv.slice(2);

/** npm writes the file when it has installed everything. */
const installedMs = statSync(join(root, folder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false })?.mtimeMs;
const isInstalled = (installedMs ?? 0) > statSync(join(root, folder, 'package-lock.json')).mtimeMs;

await runMain(async () => {
  if (!isInstalled)
    await run('npm', ['ci', '--prefix', join(root, folder), '--no-audit', '--no-fund', '--loglevel=error']);
  const files = named.length > 0 ? named : [...programs, join('test', 'commerce')];
  await runTests(files, startEmbedded, {
    nodeOptions: ['--import', new URL('test/laterSdk.mjs', import.meta.url).href],
  });
});
