/** A copy of the project with its build, in which sources are changed and tests run; the work tree stays as it is. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../setup/run.mjs';

/** The parts of a build that tests need; programs and results of other commands stay out. */
const built = ['bench', 'console', 'examples', 'faults', 'graphql', 'openapi', 'program', 'src', 'test'];
const builtFiles = [
  'sbom.cdx.json',
  '.transpiled',
  '.bundled',
  '.described',
  '.packagesListed',
  '.consoleBuilt',
  '.tsbuildinfo',
];

const listFiles = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')
    .filter(file => file !== '' && existsSync(join(root, file)));

const copy = (folder, name) => {
  if (!existsSync(join(root, name))) return;
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true });
};

/** Copies the project, as it stands in the work tree, to an empty folder. */
export const createWorkCopy = folder => {
  for (const file of listFiles()) copy(folder, file);
  for (const name of [...built, ...builtFiles]) copy(folder, join('dist', name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    read: file => readFileSync(join(folder, file), 'utf8'),
    /** Writes a changed source, and returns a function that puts the former one back, with its time. */
    change: (file, text) => {
      const path = join(folder, file);
      const original = readFileSync(path);
      const { atime, mtime } = statSync(path);
      writeFileSync(path, text);
      return () => {
        writeFileSync(path, original);
        utimesSync(path, atime, mtime);
      };
    },
  };
};
