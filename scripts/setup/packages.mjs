import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasOwnBinary, pruneBinaries } from './pruneBinaries.mjs';
import { root, run } from './run.mjs';

const stamp = join(root, 'node_modules', '.quayside-lock');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/**
 * Runs `npm ci`, unless node_modules was installed from the same lock file and has the binary for this version of Node.
 */
export const installPackages = () => {
  const hash = lockHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && hasOwnBinary()) return;
  // With NODE_ENV=production npm would leave out the compiler.
  run(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: { ...process.env, NODE_ENV: '' } },
  );
  pruneBinaries();
  writeFileSync(stamp, hash);
};
