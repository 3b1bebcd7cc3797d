/**
 * Writes each TypeScript file of the program and its tests as a module of Node to dist, with a source map. A file is
 * transpiled alone and only if its time differs from that of its result, so that one changed file takes no time;
 * `npm run lint` checks types. Runs as its own program, because the scripts start before npm has installed any package.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { root } from './run.mjs';

/** Folders with TypeScript, as in tsconfig.json. */
const folders = ['src', 'test', 'bench', 'faults', 'examples'];

const filesBelow = (folder, ending) =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter(entry => entry.isFile() && entry.name.endsWith(ending) && !entry.parentPath.includes('node_modules'))
        .map(entry => join(entry.parentPath, entry.name));

const outputOf = source => join(root, 'dist', relative(root, source)).replace(/\.ts$/, '.js');

const hasChanged = (source, output) =>
  !existsSync(output) || statSync(output).mtimeMs !== Math.floor(statSync(source).mtimeMs);

const transpile = (source, output) => {
  const { code, map, errors } = transformSync(source, readFileSync(source, 'utf8'), {
    lang: 'ts',
    sourcemap: true,
    target: 'es2022',
  });
  if (errors.length > 0) throw new Error(`${relative(root, source)}: ${errors[0].message}`);
  mkdirSync(dirname(output), { recursive: true });
  const mapped = {
    ...map,
    file: basename(output),
    sources: [relative(dirname(output), source)],
    sourcesContent: undefined,
  };
  writeFileSync(`${output}.map`, JSON.stringify(mapped));
  writeFileSync(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`);
  // The output gets the time of its source, so that an older source that is put back is transpiled, too.
  const seconds = Math.floor(statSync(source).mtimeMs) / 1_000;
  utimesSync(output, seconds, seconds);
};

/** Deletes the results of sources that no longer exist. */
const prune = outputs => {
  for (const folder of folders)
    for (const file of filesBelow(join(root, 'dist', folder), '.js'))
      if (!outputs.has(file)) for (const each of [file, `${file}.map`]) rmSync(each, { force: true });
};

const sources = folders
  .flatMap(folder => filesBelow(join(root, folder), '.ts'))
  .filter(file => !file.endsWith('.d.ts'));
const outputs = new Map(sources.map(source => [outputOf(source), source]));
prune(outputs);
for (const [output, source] of outputs) if (hasChanged(source, output)) transpile(source, output);
