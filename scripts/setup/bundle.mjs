/**
 * Bundles the compiled modules of each entry, and the packages that they import, into few files in dist/program: a
 * thread that loads its 850 modules one by one takes three times as long to start. The files are not minified, so stack
 * traces name functions, and source maps lead to the sources (node --enable-source-maps). Runs as its own program,
 * because the scripts start before npm has installed any package.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './run.mjs';

const compiled = join(root, 'dist', 'src');
const folder = join(root, 'dist', 'program');

/** Entries by their names in src/base/config/packageFile.ts, and the command line. */
const entries = {
  command: 'cli/runCommand.js',
  backgroundThread: 'server/background/runBackgroundThread.js',
  serverProcess: 'server/processes/runServerProcess.js',
  worker: 'server/workers/worker.js',
};

/** Packages that read files next to their modules, or load a binary. */
const unbundled = [
  '@node-rs/argon2',
  'lz4-napi',
  'msgpackr-extract',
  'pino',
  'piscina',
  'uWebSockets.js',
  'uwebsockets',
];

const isUnbundled = id => unbundled.some(name => id === name || id.startsWith(`${name}/`));

rmSync(folder, { recursive: true, force: true });
const build = await rolldown({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(compiled, file)])),
  external: isUnbundled,
  logLevel: 'warn',
});
try {
  await build.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    keepNames: true,
    chunkFileNames: '[name]-[hash].js',
  });
} finally {
  await build.close();
}
