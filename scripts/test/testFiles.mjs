import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

/**
 * Lists the test files, such as `test/store/commit.test.ts`, that are named by file or folder, or all. A file with
 * another name runs only if it is named itself, like that of `npm run pictures`.
 */
export const testFiles = named => {
  const all = readdirSync(join(root, 'test'), { recursive: true })
    // Packages of `npm run test:programs` have tests as well, which are left out.
    .filter(file => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map(file => join('test', file))
    .sort();
  const wanted = named.map(name => name.replace(/^\.\//, '').replace(/\/$/, ''));
  const matches = (file, name) => file === name || file.startsWith(`${name}/`);
  const others = wanted.filter(name => name.endsWith('.ts') && !all.includes(name) && existsSync(join(root, name)));
  const unknown = wanted.filter(name => !others.includes(name) && !all.some(file => matches(file, name)));
  if (unknown.length > 0) throw new Error(`No test file is named ${unknown.join(' or ')}.`);
  return wanted.length === 0 ? all : [...all.filter(file => wanted.some(name => matches(file, name))), ...others];
};

export const moduleOf = file => join(root, 'dist', file.replace(/\.ts$/, '.js'));
