/**
 * npm run pack [-- --destination FOLDER]: builds the program and writes quayside-<version>.tgz, to `dist` by default.
 * The archive has the lock file under the name that npm packs, npm-shrinkwrap.json: what is installed beside it is what
 * was tested, and the overrides of package.json hold (docs/packages.md#the-package).
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from './setup/build.mjs';
import { readCommandLine, text } from './setup/commandLine.mjs';
import { installPackages } from './setup/packages.mjs';
import { root, run } from './setup/run.mjs';
import { runMain } from './setup.mjs';

const { values } = readCommandLine({ options: { destination: text('FOLDER') } });

/**
 * Copies what `files` of package.json names. The scripts of a checkout are replaced by those that the archive can run.
 */
const stage = folder => {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of ['README.md', 'LICENSE', ...own.files])
    if (name !== 'npm-shrinkwrap.json') cpSync(join(root, name), join(folder, name), { recursive: true });
  cpSync(join(root, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'));
  const start = own.scripts.start.replace('scripts/start.mjs', 'bin/quayside.mjs start');
  const scripts = { start, quayside: 'node bin/quayside.mjs' };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...own, scripts }, undefined, 2)}\n`);
};

await runMain(async () => {
  const destination = resolve(values.destination ?? join(root, 'dist'));
  await installPackages();
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'quayside-pack-'));
  try {
    stage(folder);
    mkdirSync(destination, { recursive: true });
    await run('npm', ['pack', '--loglevel=error', '--pack-destination', destination], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
