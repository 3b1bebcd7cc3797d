import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Packages that contain the binaries of all platforms, and packages that have one package for each platform. */
const withBinaries = ['uWebSockets.js', 'uwebsockets'];
const withPlatforms = ['@node-rs/argon2', 'lz4-napi', 'msgpackr-extract'];

/** Lists the packages of the lock file from which a server loads native binaries, for all platforms. */
export const nativePackages = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const entryOf = folderName => packages[`node_modules/${folderName}`];
  const platforms = withPlatforms.flatMap(name => Object.keys(entryOf(name).optionalDependencies));
  return [...withBinaries, ...platforms].map(folderName => {
    const { name = folderName, version, integrity } = entryOf(folderName);
    return { folderName, name, version, integrity };
  });
};
