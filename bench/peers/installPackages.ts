/** Installs the libraries that only the peers need, so that a checkout without --peers has none of them. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';
import { ownRoot } from '../world/processes.js';

/** All have licences MIT or Apache-2.0, and no install scripts. */
const packages = { '@orama/orama': '3.1.18', itemsjs: '2.4.4', pg: '8.23.1' };

const versionOf = (folder: string, name: string): string | undefined => {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : undefined;
};

/** Returns the folder with the packages, which later runs use again. */
export const installPackages = async (): Promise<string> => {
  const folder = join(ownRoot, 'bench/results/peers');
  const missing = Object.entries(packages).filter(([name, version]) => versionOf(folder, name) !== version);
  if (missing.length === 0) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  await promisify(execFile)(...boundCommand('npm', args), { cwd: folder }).catch((error: unknown) => {
    const names = missing.map(([name, version]) => `${name}@${version}`).join(', ');
    throw new Error(`--peers needs the npm packages ${names}, which npm did not install`, { cause: error });
  });
  return folder;
};
