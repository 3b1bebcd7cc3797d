/**
 * Groups test files that share a process, and with it the loaded program and the server: a start takes two seconds of
 * processor time, more than the tests of most files. Files that end servers or processes run alone.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const alone = ['cli', 'errors', 'faults', 'jobs', 'main', 'pool', 'redis', 'setup', 'store'];
const filesMax = 14;
const folder = join('dist', 'test', 'groups');

/** The folder below test: `http` for `dist/test/http/hosts.test.js`. */
const topFolder = file => file.split(/[/\\]/)[2];

const chunks = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/**
 * Once it has a teardown, tap ends the run as soon as no test waits, while a later file still starts: teardowns are
 * added last.
 */
const prologue = `import { t } from 'tap';
const teardown = t.teardown;
const kept = [];
t.teardown = each => { kept.push(each); };`;
const epilogue = `t.teardown = teardown;
for (const each of kept) t.teardown(each);
`;

const write = (files, at) => {
  const name = join(folder, `group-${at + 1}.test.js`);
  const imports = files.map(file => `await import('../../../${file.split('\\').join('/')}');`);
  writeFileSync(join(root, name), [prologue, ...imports, epilogue].join('\n'));
  return name;
};

/** Returns `{ groups, alone }`, with every file once. */
export const groupsOf = files => {
  const shared = files.filter(file => !alone.includes(topFolder(file)));
  return { groups: chunks(shared, filesMax), alone: files.filter(file => alone.includes(topFolder(file))) };
};

/** Writes a file for each group, and returns the files to run. */
export const writeGroups = files => {
  const { groups, alone: others } = groupsOf(files);
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  return [...others, ...groups.map(write)];
};
