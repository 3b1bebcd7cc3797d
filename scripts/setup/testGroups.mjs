/**
 * Test files that share a process, and with it the loaded program and the server: a start costs two seconds of processor
 * time, which most files need less than for their tests. Those that end servers or processes run alone.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const alone = ['cli', 'errors', 'faults', 'jobs', 'main', 'pool', 'redis', 'setup', 'store'];
const filesMax = 14;
const folder = join('dist', 'test', 'groups');

/** `dist/test/http/hosts.test.js` lies in `http`. */
const topOf = file => file.split(/[/\\]/)[2];

const chunks = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/** With a teardown the run ends as soon as no test is waiting, though a later file may still start what its tests need. */
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

/** Which files belong together: `{ groups, alone }`, every file once. */
export const groupsOf = files => {
  const shared = files.filter(file => !alone.includes(topOf(file)));
  return { groups: chunks(shared, filesMax), alone: files.filter(file => alone.includes(topOf(file))) };
};

/** What tap runs for these files. */
export const writeGroups = files => {
  const { groups, alone: others } = groupsOf(files);
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  return [...others, ...groups.map(write)];
};
