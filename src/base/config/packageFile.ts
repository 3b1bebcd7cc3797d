import { existsSync, readFileSync } from 'node:fs';

/** A module lies at a depth of its own below the package, and at another one when it is part of a bundle. */
const findPackageFolder = (folder: URL): URL =>
  existsSync(new URL('package.json', folder)) ? folder : findPackageFolder(new URL('..', folder));

const packageFolder = findPackageFolder(new URL('.', import.meta.url));

/** The file of this package with the given path below the folder of package.json. */
export const packageFile = (path: string): URL => new URL(path, packageFolder);

/** Reads a text file of the package: the words of each line, without the lines that begin with `#`. */
export const readWordLines = (path: string): string[][] =>
  readFileSync(packageFile(path), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split(' '));

/** The modules that a thread or a process starts with. scripts/setup/bundle.mjs puts each together from its parts. */
type ProgramEntry = 'backgroundThread' | 'serverProcess' | 'worker';

/**
 * The bundle of an entry: a thread that loads its 850 modules one by one needs three times the processor time until it
 * is ready.
 */
export const programEntry = (name: ProgramEntry): URL => packageFile(`dist/program/${name}.js`);

export const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
  readonly version: string;
};
