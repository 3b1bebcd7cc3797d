import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { assertNotInterrupted } from './interrupts.mjs';
import { run } from './run.mjs';

export const onPath = name =>
  (process.env.PATH ?? '').split(delimiter).some(folder => folder !== '' && existsSync(join(folder, name)));

/** The command by which this user can run apt-get; undefined without permission, or with QUAYSIDE_NO_INSTALL. */
const aptGet = () => {
  if (process.env.QUAYSIDE_NO_INSTALL || !onPath('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  const canUseSudo = onPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return canUseSudo ? ['sudo', '-n', 'apt-get'] : undefined;
};

const install = async ([command, ...args], packages, options) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run(command, [...args, 'update', '-qq'], { env, ...options });
  await run(command, [...args, 'install', '-y', '-qq', '--no-install-recommends', ...packages], { env, ...options });
};

/**
 * Installs Debian packages where possible; the programs that need them report missing ones. `options` are those of
 * spawn.
 */
export const installDebian = async (packages, options = {}) => {
  const apt = aptGet();
  if (apt === undefined) return;
  console.error(`Installing the Debian packages ${packages.join(' and ')} (QUAYSIDE_NO_INSTALL=1 prevents this).`);
  try {
    await install(apt, packages, options);
  } catch (error) {
    assertNotInterrupted();
    console.error(`The installation failed: ${error.message}`);
  }
};
