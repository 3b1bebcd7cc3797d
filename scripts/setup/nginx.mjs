import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebian } from './debian.mjs';

/** Longer than the installation takes. */
const installMs = 60_000;

/** Finds nginx. Debian puts it into a folder that is only on the PATH of the administrator. */
const findNginx = () =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map(folder => join(folder, 'nginx')).find(existsSync);

/**
 * Installs nginx for the test of its configuration if it is missing. Returns its path; undefined if that fails.
 */
export const installNginx = async () => {
  const found = findNginx();
  if (found !== undefined) return found;
  await installDebian(['nginx'], { timeout: installMs });
  const installed = findNginx();
  if (installed === undefined)
    console.error('There is no nginx on this machine (apt-get install nginx): the test of ops/nginx is skipped.');
  return installed;
};
