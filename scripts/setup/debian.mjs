import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { assertNotInterrupted } from './interrupts.mjs';
import { run } from './run.mjs';

export const onPath = name =>
  (process.env.PATH ?? '').split(delimiter).some(folder => folder !== '' && existsSync(join(folder, name)));

/** Returns the command that runs apt-get for this user; undefined without permission, or with QUAYSIDE_NO_INSTALL. */
const aptGet = () => {
  if (process.env.QUAYSIDE_NO_INSTALL || !onPath('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  const canUseSudo = onPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return canUseSudo ? ['sudo', '-n', 'apt-get'] : undefined;
};

const isKnown = name => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;

const listsFolder = '/var/lib/apt/lists';

/** Tells whether this system has package lists without any of these: Debian 13 has no package of the search module. */
const hasNoneOf = packages =>
  existsSync(listsFolder) &&
  readdirSync(listsFolder).some(name => name.includes('_Packages')) &&
  !packages.some(isKnown);

const install = async ([command, ...args], packages, options) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run(command, [...args, 'update', '-qq'], { env, ...options });
  const known = packages.filter(isKnown);
  const unknown = packages.filter(name => !known.includes(name));
  if (unknown.length > 0) console.error(`This system has no package ${unknown.join(' and ')}.`);
  if (known.length > 0)
    await run(command, [...args, 'install', '-y', '-qq', '--no-install-recommends', ...known], { env, ...options });
};

/**
 * Installs Debian packages if possible; the programs that need them report missing ones. `options` are those of
 * spawn.
 */
export const installDebian = async (packages, options = {}) => {
  const apt = aptGet();
  if (apt === undefined || hasNoneOf(packages)) return;
  console.error(`Installing the Debian packages ${packages.join(' and ')} (QUAYSIDE_NO_INSTALL=1 prevents this).`);
  try {
    await install(apt, packages, options);
  } catch (error) {
    assertNotInterrupted();
    console.error(`The installation failed: ${error.message}`);
  }
};
