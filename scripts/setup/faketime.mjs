import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installDebian } from './debian.mjs';

/** More time than the installation takes. */
const installMs = 60_000;
const folder = '/usr/lib';

const isInstalled = () =>
  existsSync(folder) &&
  readdirSync(folder).some(name => existsSync(join(folder, name, 'faketime', 'libfaketimeMT.so.1')));

/** Installs libfaketime for the faults of clocks where it is missing; they are left out where it cannot. */
export const installFaketime = async () => {
  if (!isInstalled()) await installDebian(['libfaketime'], { timeout: installMs });
};
