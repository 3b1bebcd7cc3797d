/** Files that earlier versions or a copy left readable by other users of the machine. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const appendOnlyFolder = 'appendonlydir';

/** What Redis and the server write into the folder. */
const ownNames = /^(redis\.(log|json|sock)|starting|encryption\.key|appendonlydir|dump\.rdb|appendonly\.aof|temp-.*)$/;

export interface ProtectedPaths {
  /** Only their owner may use them now. */
  readonly mended: readonly string[];
  /** Other users may still use them: they belong to somebody else, or their file system has no permissions. */
  readonly open: readonly string[];
}

const permissionsOfOthers = 0o077;

const isOpen = (path: string): boolean => {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status !== undefined && !status.isSymbolicLink() && (status.mode & permissionsOfOthers) !== 0;
};

const mend = (path: string): void => {
  try {
    chmodSync(path, lstatSync(path).mode & 0o777 & ~permissionsOfOthers);
  } catch {
    // The caller looks at the result.
  }
};

/**
 * Takes the permissions of other users from DATA_DIR and what the server keeps there. A folder that has other files,
 * too, such as a home folder, keeps its own permissions.
 */
export const protectDataDir = (dataDir: string): ProtectedPaths => {
  const names = readdirSync(dataDir);
  const own = names.filter(name => ownNames.test(name)).map(name => join(dataDir, name));
  const inside = names.includes(appendOnlyFolder)
    ? readdirSync(join(dataDir, appendOnlyFolder)).map(name => join(dataDir, appendOnlyFolder, name))
    : [];
  const folder = own.length === names.length ? [dataDir] : [];
  const found = [...folder, ...own, ...inside].filter(isOpen);
  found.forEach(mend);
  return { mended: found.filter(path => !isOpen(path)), open: found.filter(isOpen) };
};
