/**
 * Groups test files that share a process, and with it the loaded program and the server: a start takes two seconds of
 * processor time, more than the tests of most files. Files that end servers or processes run alone.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const alone = ['cli', 'errors/workerDeath', 'faults', 'main'];
const filesMax = 20;
/** Pages in a browser take many times as long as requests. */
const browserFilesMax = 10;
const folder = join('dist', 'test', 'groups');

/** `cli/start.test.js` for `dist/test/cli/start.test.js`. */
const pathOf = file => file.split(/[/\\]/).slice(2).join('/');

/** Whether a file is one of `alone`, or in a folder of them. */
const runsAlone = file => alone.some(name => pathOf(file) === `${name}.test.js` || pathOf(file).startsWith(`${name}/`));

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
  const shared = files.filter(file => !runsAlone(file));
  const isConsole = file => pathOf(file).startsWith('console/');
  const groups = [
    ...chunks(shared.filter(isConsole), browserFilesMax),
    ...chunks(
      shared.filter(file => !isConsole(file)),
      filesMax,
    ),
  ];
  return { groups, alone: files.filter(runsAlone) };
};

/** Writes a file for each group, and returns the files to run. */
export const writeGroups = files => {
  const { groups, alone: others } = groupsOf(files);
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  // The groups of browser tests, which are first, take the longest.
  return [...groups.map(write), ...others];
};
