/** The walks of docs/architecture.md are done on a copy of the work tree, where the tests that the page names pass. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';
import { skipInShort } from '../support/rounds.js';
import { t as suite, test } from '../support/tap.js';
import { root } from './codeBlocks.js';
import { applyStep, readWalks, type Walk } from './walks.js';

const exec = promisify(execFile);
const walks = readWalks();
const timeout = 1_800_000;
/** The copy installs nothing: it leads to the packages of this work tree. */
const notCopied = new Set(['.git', 'node_modules', 'data']);

const folders: string[] = [];
suite.teardown(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })));

const copyWorkTree = (): string => {
  const folder = mkdtempSync('/tmp/quayside-walk-');
  folders.push(folder);
  cpSync(root, folder, {
    recursive: true,
    preserveTimestamps: true,
    filter: path => !notCopied.has(path.slice(root.length)),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

const apply = ({ steps }: Walk, folder: string): void => {
  for (const step of steps) {
    const file = join(folder, step.path);
    writeFileSync(file, applyStep(step.isNew ? '' : readFileSync(file, 'utf8'), step));
  }
};

/** The projects of TypeScript that a walk changes. */
const projectsOf = ({ steps }: Walk): string[] => [
  ...(steps.some(({ path }) => path.startsWith('src/')) ? ['.'] : []),
  ...(steps.some(({ path }) => path.startsWith('console/')) ? ['console'] : []),
];

/** Runs a command in the copy, with a Redis of its own, and returns its output if it fails, otherwise ''. */
const failureOf = async (folder: string, program: string, args: readonly string[]): Promise<string> => {
  const { REDIS_URL: _, TEST_LONG: __, NODE_V8_COVERAGE: ___, TMPDIR: ____, ...env } = process.env;
  try {
    await exec(...boundCommand(program, args), { cwd: folder, env, maxBuffer: 100_000_000 });
    return '';
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
    return `${message}\n${stdout}\n${stderr}`;
  }
};

test('every step of the walks finds its place in the files', async t => {
  t.same(
    walks.map(({ title }) => title),
    ['A new update action', 'A new resource type', 'A page of the console'],
  );
  for (const step of walks.flatMap(({ steps }) => steps).filter(({ isNew }) => !isNew)) {
    const text = readFileSync(`${root}${step.path}`, 'utf8');
    t.not(applyStep(text, step), text, step.path);
  }
});

for (const walk of walks)
  test(`${walk.title}: the copy compiles and its tests pass`, { skip: skipInShort, timeout }, async t => {
    const folder = copyWorkTree();
    apply(walk, folder);
    for (const project of projectsOf(walk))
      t.equal(await failureOf(folder, 'npx', ['tsc', '--noEmit', '--project', project]), '');
    for (const command of walk.commands) t.equal(await failureOf(folder, 'npm', command), '');
  });
