import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const create = (path: string): void => {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error;
  }
};

/**
 * Creates a folder and those above it, one after the other: Node's own recursive creation never returns in places such
 * as /proc, where no folder can be created.
 */
export const createFolder = (path: string): void => {
  const missing: string[] = [];
  for (let folder = path; !isFolder(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.push(folder);
  missing.reverse().forEach(create);
};
