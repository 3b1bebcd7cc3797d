import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installDebian } from './debian.mjs';

/** Longer than the installation takes. */
const installMs = 60_000;
const folder = '/usr/lib';

const isInstalled = () =>
  existsSync(folder) &&
  readdirSync(folder).some(name => existsSync(join(folder, name, 'faketime', 'libfaketimeMT.so.1')));

/** Installs libfaketime if it is missing; without it the faults of clocks are left out. */
export const installFaketime = async () => {
  if (!isInstalled()) await installDebian(['libfaketime'], { timeout: installMs });
};
