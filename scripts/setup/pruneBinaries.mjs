import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** The newest build of uWebSockets.js, and the older one for systems that cannot load it. */
const folders = ['uWebSockets.js', 'uwebsockets'].map(name => join(root, 'node_modules', name));

/** Returns the name of the file that uWebSockets.js loads for a platform, a processor and an ABI version of Node. */
const binaryName = ({ platform, arch, versions }) => `uws_${platform}_${arch}_${versions.modules}.node`;

/** Lists the binaries of uWebSockets.js that this process does not load; none if its own binary is missing. */
export const unusedBinaries = (files, runtime = process) => {
  const binaries = files.filter(file => /^uws_.*\.node$/.test(file));
  return binaries.includes(binaryName(runtime)) ? binaries.filter(file => file !== binaryName(runtime)) : [];
};

/** Tells whether a binary for this platform and version of Node is installed. */
export const hasOwnBinary = () => folders.some(folder => existsSync(join(folder, binaryName(process))));

/** Deletes the binaries of uWebSockets.js for other platforms and versions of Node. */
export const pruneBinaries = () => {
  for (const folder of folders.filter(existsSync))
    for (const file of unusedBinaries(readdirSync(folder))) rmSync(join(folder, file));
};
