/** Packages come from the lock file with their hashes, run nothing when installed, and have allowed licences. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { t as tap, type Test, test } from '../support/tap.js';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';

const root = new URL('../../../', import.meta.url);
const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as unknown;

interface LockFile {
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const { supplyFaults, isAllowed } = (await import(new URL('scripts/setup/supplyChain.mjs', root).href)) as {
  readonly supplyFaults: (lock: LockFile, options: { readonly areShipped: boolean }) => readonly string[];
  readonly isAllowed: (licence: string) => boolean;
};

test('pins the content of every package and takes it from the public registry alone', t => {
  t.strictSame(supplyFaults(readJson('package-lock.json') as LockFile, { areShipped: true }), []);
  t.strictSame(supplyFaults(readJson('test/programs/package-lock.json') as LockFile, { areShipped: false }), []);
  t.end();
});

const sound = { version: '1.0.0', integrity: 'sha512-AA==', license: 'MIT' };
const faulty = {
  'has no SHA-512': { integrity: 'sha1-AA==' },
  'comes from https://mirror.example.com/a.tgz': { resolved: 'https://mirror.example.com/a.tgz' },
  'comes from git+ssh://git@github.com/a/a.git#1': { resolved: 'git+ssh://git@github.com/a/a.git#1' },
  'runs a script when it is installed': { hasInstallScript: true },
  "has the licence 'AGPL-3.0'": { license: 'AGPL-3.0' },
  "has the licence 'MIT AND AGPL-3.0'": { license: 'MIT AND AGPL-3.0' },
  "has the licence 'MPL-2.0'": { license: 'MPL-2.0' },
  "has the licence ''": { license: undefined },
};

for (const [fault, change] of Object.entries(faulty))
  test(`refuses a package that ${fault}`, t => {
    const packages = { '': { version: '1.0.0' }, 'node_modules/a': { ...sound, ...change }, 'node_modules/b': sound };
    t.strictSame(supplyFaults({ packages }, { areShipped: true }), [`a@1.0.0 ${fault}`]);
    t.end();
  });

test('lets no package run a script when it is installed', t => {
  for (const folder of ['', 'test/programs/'])
    t.match(readFileSync(new URL(`${folder}.npmrc`, root), 'utf8'), /^ignore-scripts=true$/m);
  t.end();
});

const cache = mkdtempSync(join(tmpdir(), 'quayside-audit-'));
tap.teardown(() => rmSync(cache, { recursive: true, force: true }));

/** Runs npm run check:supply with a registry of its own. */
const checkWith = async (
  t: Test,
  answer: RequestListener,
  ...options: readonly string[]
): Promise<{ code: number; output: string }> => {
  const registry = createServer(answer).listen(0, '127.0.0.1');
  t.teardown(() => {
    registry.closeAllConnections();
    registry.close();
  });
  await new Promise(resolve => registry.once('listening', resolve));
  const npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  return new Promise(resolve => {
    const script = ['scripts/checkSupply.mjs', ...options];
    // npm caches its data about advisories, so each check has its own cache.
    const env = { PATH: process.env.PATH, HOME: cache, npm_config_registry, npm_config_cache: cache };
    execFile(...boundCommand(process.execPath, script), { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stderr + stdout }),
    );
  });
};

/** Answers as a registry that knows one vulnerability, and no version of a package. */
const registryWithVulnerability: RequestListener = ({ url = '' }, response) => {
  const undici = { id: 1, title: 'a test', severity: 'high', vulnerable_versions: '<99', cwe: [], cvss: {} };
  const packageEntry = { name: decodeURIComponent(url.slice(1)), versions: {}, 'dist-tags': {} };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(url.endsWith('/bulk') ? { undici: [undici] } : packageEntry));
};

test('fails with known vulnerabilities that are high', async t => {
  const { code, output } = await checkWith(t, registryWithVulnerability);
  t.equal(code, 1);
  t.match(output, /^undici .*: high$/m);
});

test('says that nothing was checked where no registry answers, and does not wait for it', async t => {
  const silent = await checkWith(t, () => undefined, '--audit-ms', '1000');
  t.equal(silent.code, 0);
  t.match(silent.output, /0 faults in the lock files; no registry answers npm audit: not checked/);
});

interface Component {
  readonly name: string;
  readonly purl: string;
  readonly hashes: readonly unknown[];
  readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
}

test('lists all packages that are shipped, as CycloneDX has it', t => {
  const list = readJson('dist/sbom.cdx.json') as { readonly components: readonly Component[] };
  const schemas = join(
    dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
    'res',
    'schema',
  );
  const schema = (name: string): object =>
    JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
  const isValid = ajv.compile(schema('bom-1.5'));
  t.equal(isValid(list), true, JSON.stringify(isValid.errors));

  const names = list.components.map(({ purl }) => /^pkg:npm\/(.+)@/.exec(decodeURIComponent(purl))?.[1]);
  for (const name of ['ioredis', '@btc-vision/uwebsockets.js', '@node-rs/argon2-linux-arm64-musl', '@mantine/core'])
    t.equal(names.includes(name), true, name);
  t.equal(names.includes('vite') || names.includes('tap'), false, 'tools are not part of the program');
  const licencesOf = ({ licenses }: Component): string =>
    licenses.map(({ license, expression }) => license?.id ?? expression).join(' AND ');
  t.strictSame(
    list.components.filter(each => !isAllowed(licencesOf(each))).map(({ name }) => name),
    [],
  );
  t.strictSame(
    list.components.filter(({ hashes }) => hashes.length === 0),
    [],
  );
  t.end();
});
