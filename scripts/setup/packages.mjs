import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasOwnBinary, pruneBinaries } from './pruneBinaries.mjs';
import { root, run } from './run.mjs';

const progressMs = 3_000;

/** npm's list of the packages in node_modules. Our own version is no part of what is compared. */
export const installedList = join('node_modules', '.package-lock.json');

/** Returns the packages of a lock file by their folders, without our own. */
const packagesOf = file => {
  const { '': _own, ...packages } = JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  return packages;
};

const isForHere = ({ os, cpu }) =>
  (os === undefined || os.includes(process.platform)) && (cpu === undefined || cpu.includes(process.arch));

/** Returns the folders that `npm ci` fills on this platform, from the lock file. */
const packageFolders = () => {
  const packages = packagesOf('package-lock.json');
  return Object.keys(packages).filter(folder => isForHere(packages[folder]));
};

/**
 * Tells whether node_modules has the packages of the lock file, by the list that npm writes after it has installed
 * everything. npm leaves out optional packages for other platforms, with all that only they need.
 */
const arePackagesInstalled = () => {
  if (!existsSync(join(root, installedList))) return false;
  const [expected, installed] = [packagesOf('package-lock.json'), packagesOf(installedList)];
  return [...new Set([...Object.keys(expected), ...Object.keys(installed)])].every(folder => {
    const [wanted, found] = [expected[folder], installed[folder]];
    if (found === undefined) return wanted.optional === true || !isForHere(wanted);
    return wanted?.version === found.version && wanted.integrity === found.integrity;
  });
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
 * Runs `npm ci`, unless node_modules has the packages of the lock file and the binary for this version of Node.
 */
export const installPackages = async () => {
  if (arePackagesInstalled() && hasOwnBinary()) return;
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
};
