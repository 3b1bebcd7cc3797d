/**
 * npm run test:programs [-- NAME… --built NAME=FOLDER…]: runs programs that others wrote for the hosted API against
 * this server, and the tests of resources with a newer SDK. A name is that of a file in `test/programs`, or a path of
 * tests. Packages are installed to `test/programs/node_modules`; a program that npm does not have is a folder that was
 * built before. `dist/programs` contains a log of each program's requests; unexpected refusals are listed at the end.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readCommandLine, texts } from './setup/commandLine.mjs';
import { root, run } from './setup/run.mjs';
import { runMain } from './setup.mjs';
import { listRefusals } from './test/listRefusals.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';

const { values, positionals } = readCommandLine({
  options: { built: texts('NAME=FOLDER') },
  positionals: 'names of programs, and files and folders of tests',
});

const folder = join('test', 'programs');
const logs = join(root, 'dist', 'programs');
const files = readdirSync(join(root, folder)).filter(name => name.endsWith('.ts'));

/** npm writes this file after it has installed everything. */
const installedMs = statSync(join(root, folder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false })?.mtimeMs;
const isInstalled = (installedMs ?? 0) > statSync(join(root, folder, 'package-lock.json')).mtimeMs;

/** Returns the folders of `--built`, by name. */
const builtFolders = options => {
  const known = Object.keys(JSON.parse(readFileSync(join(root, folder, 'built.json'), 'utf8')));
  return Object.fromEntries(
    options.map(option => {
      const [name, ...path] = option.split('=');
      if (!known.includes(name)) throw new Error(`--built names ${known.join(', ')}, not '${name}'.`);
      const absolute = resolve(path.join('='));
      if (!existsSync(absolute)) throw new Error(`--built ${name}: there is no folder ${absolute}.`);
      return [name, absolute];
    }),
  );
};

const fileOf = name => (files.includes(`${name}.ts`) ? join(folder, `${name}.ts`) : name);

const printRefusals = () => {
  if (!existsSync(logs)) return;
  for (const file of readdirSync(logs).sort()) {
    const lines = listRefusals(readFileSync(join(logs, file), 'utf8'));
    if (lines.length === 0) continue;
    console.log(`\n${basename(file, '.log')} was refused what no test expects (dist/programs/${file}):`);
    for (const line of lines) console.log(`  ${line}`);
  }
};

await runMain(async () => {
  const built = builtFolders(values.built ?? []);
  if (!isInstalled)
    await run('npm', ['ci', '--prefix', join(root, folder), '--no-audit', '--no-fund', '--loglevel=error']);
  rmSync(logs, { recursive: true, force: true });
  const all = [...files.map(file => join(folder, file)), join('test', 'commerce')];
  await runTests(positionals.length > 0 ? positionals.map(fileOf) : all, startEmbedded, {
    nodeOptions: ['--import', new URL('test/laterSdk.mjs', import.meta.url).href],
    variables: { PROGRAMS_BUILT: JSON.stringify(built) },
  });
  printRefusals();
});
