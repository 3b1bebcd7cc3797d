import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readCommand, runLogged } from './commands.mjs';
import { passed } from './runSteps.mjs';
import { tryServer, withServer } from './serve.mjs';

/** Packs the program, installs it in an empty folder as docs/packages.md says, and serves from there. */
export const checkPackage = async ({ folder, temporary, logs, version }) => {
  await runLogged('npm', ['run', 'pack', '--', '--destination', temporary], { cwd: folder, logs, name: 'package' });
  const file = join(temporary, `quayside-${version}.tgz`);
  await readCommand('tar', ['xf', file, '-C', temporary]);
  const unpacked = join(temporary, 'package');
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await runLogged('npm', install, { cwd: unpacked, logs, name: 'package' });
  const data = join(temporary, 'package-data');
  mkdirSync(data);
  await withServer(unpacked, { data }, server => tryServer(server, version));
  return passed(`quayside-${version}.tgz serves`);
};
