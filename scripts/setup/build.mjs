import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { installedList } from './packages.mjs';
import { root, run } from './run.mjs';

const modulesOf = name => join(root, 'node_modules', ...name);

/** The parts of a build, each with a stamp that keeps the fingerprint of its sources. `npm run lint` checks types. */
const parts = [
  {
    stamp: join(root, 'dist', '.transpiled'),
    sources: ['src', 'test', 'bench', 'faults', 'examples', 'scripts/setup/transpile.mjs', installedList],
    build: () => run(process.execPath, [join(root, 'scripts', 'setup', 'transpile.mjs')]),
  },
  {
    stamp: join(root, 'dist', '.bundled'),
    sources: ['src', 'examples', 'scripts/setup/bundle.mjs', installedList],
    build: () => run(process.execPath, [join(root, 'scripts', 'setup', 'bundle.mjs')]),
  },
  {
    stamp: join(root, 'dist', '.described'),
    sources: ['src', 'scripts/setup/describe.mjs', installedList],
    build: () => run(process.execPath, [join(root, 'scripts', 'setup', 'describe.mjs')]),
  },
  {
    stamp: join(root, 'dist', '.packagesListed'),
    sources: ['scripts/setup/sbom.mjs', 'package.json', 'package-lock.json'],
    build: () => run(process.execPath, [join(root, 'scripts', 'setup', 'sbom.mjs')]),
  },
  {
    isConsole: true,
    stamp: join(root, 'dist', '.consoleBuilt'),
    sources: ['console', installedList],
    build: () =>
      run(process.execPath, [
        modulesOf(['vite', 'bin', 'vite.js']),
        'build',
        join(root, 'console'),
        '--logLevel',
        'warn',
      ]),
  },
];

const filesOf = path =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap(name => filesOf(join(path, name)))
    : [path];

/** Hashes the name of each source with the description of the file by `describe`. */
const fingerprint = (sources, describe) => {
  const hash = createHash('sha256');
  for (const file of sources
    .map(name => join(root, name))
    .filter(existsSync)
    .flatMap(filesOf))
    hash
      .update(`${relative(root, file)}\0`)
      .update(describe(file))
      .update('\n');
  return hash.digest('hex');
};

const byTime = sources =>
  fingerprint(sources, file => {
    const { size, mtimeMs } = statSync(file);
    return `${size}:${mtimeMs}`;
  });

const byContent = sources => fingerprint(sources, readFileSync);

/**
 * Transpiles, bundles and describes the program and builds the console; skips each step whose sources have not changed
 * since the last build. Contents are compared only if times differ, as after a change of branches. `withConsole: false`
 * leaves the console as it is.
 */
export const build = async ({ withConsole = true } = {}) => {
  for (const { isConsole = false, stamp, sources, build: buildPart } of parts) {
    if (isConsole && !withConsole) continue;
    const [builtTimes, builtContent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
    const times = byTime(sources);
    if (times === builtTimes) continue;
    const content = byContent(sources);
    if (content !== builtContent) {
      // A build that is killed leaves a part of its result, which belongs to no sources.
      rmSync(stamp, { force: true });
      await buildPart();
    }
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(stamp, `${times}\n${content}`);
  }
};
