/** A server loads only native binaries whose hashes are in bin/binaries.tsv. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { t as tap, test } from '../support/tap.js';
import { startQuayside } from '../support/quayside.js';
import { createProjectApi } from '../support/resourceApi.js';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const rows = readFileSync(join(root, 'bin', 'binaries.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(line => line.split('\t'));
const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const { nativePackages } = (await import(new URL('scripts/setup/nativePackages.mjs', `file://${root}`).href)) as {
  readonly nativePackages: () => readonly { readonly folderName: string; readonly version: string }[];
};

test('the table has the packages with binaries of the lock file, in its versions', t => {
  const listed = new Set(rows.map(([name, version]) => `${name}@${version}`));
  t.strictSame(
    [...listed],
    nativePackages().map(({ folderName, version }) => `${folderName}@${version}`),
  );
  t.end();
});

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
};

/** Tells whether a binary belongs to a development tool, which other test files may have loaded. */
const isOfTool = (path: string): boolean => {
  const [, name = ''] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/[^/]*$/.exec(path) ?? [];
  return packages[`node_modules/${name}`]?.dev === true;
};

test('the table has every binary that a running server has loaded', async t => {
  const quayside = await startQuayside({ WORKERS: '1' });
  const { createIn } = await createProjectApi(quayside, await quayside.project());
  // A worker hashes the password.
  await createIn('customers', { email: 'a@example.com', password: 'correct-horse-1' });
  const { sharedObjects } = process.report.getReport() as { readonly sharedObjects: readonly string[] };
  const loaded = sharedObjects.filter(path => path.endsWith('.node') && !isOfTool(path));
  const rowOf = (path: string) => rows.find(([name, , file]) => path.endsWith(join('node_modules', name!, file!)));
  const names = loaded.map(path => (rowOf(path)?.[0] ?? path).replace(/-(linux|darwin|win32).*/, ''));
  t.strictSame(
    // The server uses the newest build of uWebSockets.js that the system can load.
    names.map(name => (name === 'uwebsockets' ? 'uWebSockets.js' : name)).sort(),
    ['@antoniomuso/lz4-napi', '@msgpackr-extract/msgpackr-extract', '@node-rs/argon2', 'uWebSockets.js'],
  );
  for (const path of loaded) t.equal(hashOf(readFileSync(path)), rowOf(path)?.[3], path);
});

const folder = mkdtempSync(join(tmpdir(), 'quayside-binaries-'));
tap.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a checkout with a program that only prints that it runs, and these files in node_modules. */
const checkout = (name: string, files: Readonly<Record<string, string>>): string => {
  const copy = join(folder, name);
  cpSync(join(root, 'bin'), join(copy, 'bin'), { recursive: true });
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), content);
  };
  write('dist/program/command.js', "export const runCommand = () => console.log('runs');");
  for (const [path, content] of Object.entries(files)) write(`node_modules/${path}`, content);
  return copy;
};

const start = (copy: string, environment: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>(resolve =>
    execFile(
      ...boundCommand(process.execPath, [join(copy, 'bin', 'quayside.mjs')]),
      { env: environment },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    ),
  );

const otherContent = 'another build';
const otherHash = hashOf(Buffer.from(otherContent));
const own = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
const [, version, , expectedHash] = rows.find(([name, , file]) => name === 'uWebSockets.js' && file === own)!;
const advice =
  `install the packages anew with npm ci, or set TRUSTED_BINARIES=${otherHash} for a build of your own ` +
  '(docs/packages.md#native-binaries).';

const refusals = {
  'of another content than the table has': {
    file: `uWebSockets.js/${own}`,
    expected: `expects ${expectedHash} of uWebSockets.js ${version}`,
  },
  'that the table does not have': {
    file: 'lz4-napi/lz4-napi.linux-x64-gnu.node',
    expected: 'lists no such file',
  },
  'that an installation script has compiled': {
    file: 'msgpackr-extract/build/Release/extract.node',
    expected: 'lists no such file',
  },
};

for (const [title, { file, expected }] of Object.entries(refusals))
  test(`refuses to start with a binary ${title}, unless its hash is trusted`, async t => {
    const copy = checkout(file.replaceAll('/', '-'), { [file]: otherContent });
    const stderr = `node_modules/${file} has the SHA-256 ${otherHash}, but bin/binaries.tsv ${expected}: ${advice}\n`;
    t.strictSame(await start(copy), { code: 1, stdout: '', stderr });
    const trusting = await start(copy, { TRUSTED_BINARIES: `${'0'.repeat(64)}, ${otherHash.toUpperCase()}` });
    t.strictSame(trusting, { code: 0, stdout: 'runs\n', stderr: '' });
  });

test('does not read binaries of other platforms and of other versions of Node', async t => {
  const copy = checkout('others', { 'uWebSockets.js/uws_win32_ia32_64.node': otherContent });
  t.strictSame(await start(copy), { code: 0, stdout: 'runs\n', stderr: '' });
});
