import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasOwnBinary, pruneBinaries } from './pruneBinaries.mjs';
import { root, run } from './run.mjs';

const progressMs = 3_000;
const stamp = join(root, 'node_modules', '.quayside-lock');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** Returns the folders that `npm ci` fills on this platform, from the lock file. */
const packageFolders = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isForHere = ({ os, cpu }) =>
    (os === undefined || os.includes(process.platform)) && (cpu === undefined || cpu.includes(process.arch));
  return Object.keys(packages).filter(folder => folder !== '' && isForHere(packages[folder]));
};

/** Prints the number of installed packages, until the returned function is called. */
const showProgress = () => {
  const folders = packageFolders();
  console.error(`Installing ${folders.length} npm packages. This takes about a minute, longer on a slow network.`);
  const timer = setInterval(() => {
    const installed = folders.filter(folder => existsSync(join(root, folder, 'package.json'))).length;
    console.error(`${installed} of ${folders.length} packages are installed.`);
  }, progressMs);
  return () => clearInterval(timer);
};

/** Throws if node_modules is a symbolic link: `npm ci` would delete everything in the folder that it leads to. */
const assertOwnFolder = () => {
  const stats = lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false });
  if (stats?.isSymbolicLink())
    throw new Error(
      'node_modules is a symbolic link, and its packages differ from package-lock.json: ' +
        'remove the link, then the packages are installed here.',
    );
};

/**
 * Runs `npm ci`, unless node_modules was installed from the same lock file and has the binary for this version of Node.
 */
export const installPackages = async () => {
  const hash = lockHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && hasOwnBinary()) return;
  assertOwnFolder();
  const stopProgress = showProgress();
  try {
    // With NODE_ENV=production npm would leave out the compiler.
    await run(
      process.platform === 'win32' ? 'npm.cmd' : 'npm',
      ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      { env: { ...process.env, NODE_ENV: '' } },
    );
  } finally {
    stopProgress();
  }
  pruneBinaries();
  writeFileSync(stamp, hash);
};
