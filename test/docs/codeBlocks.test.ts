/** Every code block of the documentation is run, or compared with the file that it quotes. */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { t as suite, test } from '../support/tap.js';
import ts from 'typescript';
import { projectQueueNames, scheduledQueueNames } from '../../src/jobs/queueNames.js';
import { startEmbeddedRedis } from '../../src/base/redis/embedded/startEmbeddedRedis.js';
import { startQuayside } from '../support/quayside.js';
import { type CodeBlock, codeBlocks, root } from './codeBlocks.js';
import { skipInShort } from '../support/rounds.js';
import { writeShims } from './shims.js';
import { isStep } from './walks.js';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';

const exec = promisify(execFile);
/** walks.test.ts applies the steps of the walks. */
const blocks = codeBlocks().filter(block => !isStep(block));
const languages = ['sh', 'ts', 'js', 'json', 'mermaid', 'text'];

const quayside = await startQuayside();
const credentials = await quayside.project();
const token = await quayside.token(credentials);
const { projectKey } = credentials;

const realRedisCli = (await exec(...boundCommand('/bin/sh', ['-c', 'command -v redis-cli']))).stdout.trim();
const shims = writeShims(quayside.redisUrl, realRedisCli);
const work = mkdtempSync(join(tmpdir(), 'quayside-docs-run-'));
mkdirSync(join(work, 'data', 'appendonlydir'), { recursive: true });
writeFileSync(join(work, 'data', 'encryption.key'), '');
suite.teardown(() => [shims, work].forEach(folder => rmSync(folder, { recursive: true, force: true })));

/** Replaces the address, the project and the client in the pages by those of this run. */
const adapted = (code: string): string =>
  code
    .replaceAll('http://127.0.0.1:8080', quayside.address)
    .replaceAll('CLIENT_ID', credentials.clientId)
    .replaceAll('CLIENT_SECRET', credentials.clientSecret)
    .replaceAll(/\bdemo\b/g, projectKey)
    .replaceAll(/\bmy-shop\b/g, `shop-${projectKey}`);

const environment = {
  PATH: `${shims}:${process.env.PATH}`,
  HOME: work,
  REDIS_URL: quayside.redisUrl,
  ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
  TOKEN: token,
};

/** Makes curl print an error of the API and exit with 22. */
const strict = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n';

const runShell = async ({ code }: CodeBlock): Promise<string> => {
  const script = `${strict}${adapted(code)}`;
  try {
    await exec(...boundCommand('/bin/bash', ['-c', script]), { cwd: work, env: environment, timeout: 120_000 });
    return '';
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
    return `${message}\n${stdout}\n${stderr}`;
  }
};

/** Runs the code within the project, so that packages are found. */
const runTypeScript = async ({ code, line }: CodeBlock): Promise<string> => {
  const { outputText } = ts.transpileModule(adapted(code), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const file = join(root, 'dist', 'test', 'docs', `block-${line}.mjs`);
  writeFileSync(file, outputText);
  try {
    await exec(...boundCommand(process.execPath, [file]), { env: environment, timeout: 60_000 });
    return '';
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(file, { force: true });
  }
};

/** Runs a program in a folder with only the packages that the page installs, and returns its output. */
const runProgram = async ({ code, page }: CodeBlock): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-docs-program-'));
  try {
    const [, names = ''] = /^npm install (@.+)$/m.exec(readFileSync(`${root}${page}`, 'utf8')) ?? [];
    mkdirSync(join(folder, 'node_modules', '@commercetools'), { recursive: true });
    for (const name of names.split(' '))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir');
    writeFileSync(join(folder, 'order.mjs'), adapted(code));
    const { stdout } = await exec(...boundCommand(process.execPath, ['order.mjs']), { cwd: folder, timeout: 60_000 });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const quotedFile = ({ code }: CodeBlock): string | undefined =>
  /^\s*(?:\/\/|--) ((?:src|lua|test)\/\S+)/.exec(code)?.[1];

/** Returns the quoted lines that the file does not have in this order; `…` stands for omitted lines. */
const missingLines = ({ code }: CodeBlock, path: string): string[] => {
  if (!existsSync(`${root}${path}`)) return [path];
  const lines = readFileSync(`${root}${path}`, 'utf8')
    .split('\n')
    .map(line => line.trim());
  let at = 0;
  return code
    .split('\n')
    .slice(1)
    .map(line => line.trim())
    .filter(line => line !== '' && !/^(?:\/\/|--)? ?…$/.test(line))
    .filter(line => {
      const found = lines.indexOf(line, at);
      if (found >= 0) at = found + 1;
      return found < 0;
    });
};

const titleOf = ({ page, line, language }: CodeBlock): string => `${page}:${line} (${language})`;

test('every code block names a language that this test knows', async t => {
  t.same(blocks.filter(({ language }) => !languages.includes(language)).map(titleOf), []);
});

/** Tells whether a block writes a thousand orders or more, which takes many seconds. */
const writesMany = (block: CodeBlock): boolean => /--orders \d{4}/.test(block.code);

for (const block of blocks) {
  const quoted = quotedFile(block);
  if (quoted !== undefined)
    test(`${titleOf(block)} quotes ${quoted}`, async t => t.same(missingLines(block, quoted), []));
  else if (block.language === 'sh')
    test(`${titleOf(block)} runs`, { skip: writesMany(block) && skipInShort }, async t =>
      t.equal(await runShell(block), ''),
    );
  else if (block.language === 'ts') test(`${titleOf(block)} runs`, async t => t.equal(await runTypeScript(block), ''));
  else if (block.language === 'js')
    test(`${titleOf(block)} runs as a program and prints what it did`, async t =>
      t.match(await runProgram(block), /^B-\d+ is Confirmed in version 2\n$/));
  else if (block.language === 'json') test(`${titleOf(block)} is JSON`, async t => void t.ok(JSON.parse(block.code)));
}

test('the backup of docs/operations.md runs as it is on the embedded Redis', async t => {
  // The path of the system's folder is short enough for a socket.
  const folder = mkdtempSync('/tmp/quayside-backup-');
  const redis = await startEmbeddedRedis(join(folder, 'data'), '');
  try {
    writeFileSync(join(folder, 'data', 'encryption.key'), 'a key');
    const backup = blocks.find(({ page, code }) => page === 'docs/operations.md' && code.includes('cp -r data/'))!;
    const path = `${dirname(realRedisCli)}:${process.env.PATH}`;
    await exec(...boundCommand('/bin/bash', ['-c', `set -euo pipefail\n${backup.code}`]), {
      cwd: folder,
      env: { PATH: path },
    });
    t.same(readdirSync(join(folder, 'backup')).sort(), ['appendonlydir', 'encryption.key']);
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('docs/reference/monitoring.md names every job, and no other', async t => {
  const page = readFileSync(`${root}docs/reference/monitoring.md`, 'utf8');
  const [, section = ''] = page.split('\n## Jobs\n');
  const named = [...section.split('\n## ', 1)[0]!.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => String(name));
  t.same(named.sort(), [...projectQueueNames, ...Object.values(scheduledQueueNames)].sort());
});
