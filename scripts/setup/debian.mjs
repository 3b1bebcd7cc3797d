/** Debian's packages, where this user may install them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

export const onPath = name =>
  (process.env.PATH ?? '').split(delimiter).some(folder => folder !== '' && existsSync(join(folder, name)));

/** How this user may run apt-get; undefined when it may not, or is asked not to by QUAYSIDE_NO_INSTALL. */
const aptGet = () => {
  if (process.env.QUAYSIDE_NO_INSTALL || !onPath('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  const mayBecomeRoot = onPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return mayBecomeRoot ? ['sudo', '-n', 'apt-get'] : undefined;
};

const install = ([command, ...args], packages, options) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run(command, [...args, 'update', '-qq'], { env, ...options });
  run(command, [...args, 'install', '-y', '-qq', '--no-install-recommends', ...packages], { env, ...options });
};

/** Installs packages if that is possible; whoever needs them tells what is missing. `options` are those of spawnSync. */
export const installDebian = (packages, options = {}) => {
  const apt = aptGet();
  if (apt === undefined) return;
  console.error(`Quayside installs Debian's ${packages.join(' and ')} now (QUAYSIDE_NO_INSTALL=1 would prevent it).`);
  try {
    install(apt, packages, options);
  } catch (error) {
    console.error(`That did not work: ${error.message}`);
  }
};
