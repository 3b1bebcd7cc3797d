import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const stamp = join(root, 'node_modules', '.quayside-lock');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** `npm ci`, unless node_modules was installed from this very lock file. */
export const installPackages = () => {
  const hash = lockHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  // NODE_ENV=production would leave out the compiler.
  run(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: { ...process.env, NODE_ENV: '' } },
  );
  writeFileSync(stamp, hash);
};
