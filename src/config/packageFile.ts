import { existsSync } from 'node:fs';

/** A module lies at a depth of its own below the package, and at another one when it is part of a bundle. */
const findPackageFolder = (folder: URL): URL =>
  existsSync(new URL('package.json', folder)) ? folder : findPackageFolder(new URL('..', folder));

const packageFolder = findPackageFolder(new URL('.', import.meta.url));

/** The file of this package with the given path below the folder of package.json. */
export const packageFile = (path: string): URL => new URL(path, packageFolder);
