import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './run.mjs';

const walk = folder =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
  );

/** `test/store/commit.test.ts` as the compiled file that tap runs. */
const compiled = source => join('dist', source).replace(/\.ts$/, '.js');

/** Lists the compiled test files that are named by source file or folder, or all. */
export const testFiles = named => {
  const all = walk(join(root, 'test'))
    .filter(file => file.endsWith('.test.ts'))
    .map(file => relative(root, file))
    .sort();
  const wanted = named.map(name => name.replace(/^\.\//, '').replace(/\/$/, ''));
  const chosen =
    wanted.length === 0 ? all : all.filter(file => wanted.some(name => file === name || file.startsWith(`${name}/`)));
  return chosen.map(compiled);
};
