import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binaryName, pruneBinaries } from './pruneBinaries.mjs';
import { root, run } from './run.mjs';

const stamp = join(root, 'node_modules', '.quayside-lock');

/** What node_modules depends on: the lock file, and the platform and version of Node that the binaries are for. */
const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(binaryName(process))
    .digest('hex');

/** Runs `npm ci`, unless node_modules was installed from the same lock file for the same version of Node. */
export const installPackages = () => {
  const installed = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === installed) return;
  // With NODE_ENV=production npm would leave out the compiler.
  run(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: { ...process.env, NODE_ENV: '' } },
  );
  pruneBinaries();
  writeFileSync(stamp, installed);
};
