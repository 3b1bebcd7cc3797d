/** The set-up of a fresh checkout: a copy of the scripts with fake programs in place of npm and the build. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { t as root, test } from '../support/tap.js';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';
import { isProcessAlive } from '../../src/base/redis/embedded/redisProcess.js';
import { waitUntil } from '../support/waitUntil.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quayside-set-up-'));
root.teardown(() => rmSync(folder, { recursive: true, force: true }));

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
}

const packages: Readonly<Record<string, LockedPackage>> = {
  'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
  'node_modules/two': { version: '2.0.0', integrity: 'sha512-two' },
  'node_modules/other': { version: '1.0.0', integrity: 'sha512-other', optional: true, os: ['none'] },
};

const { 'node_modules/other': _other, ...packagesForHere } = packages;

/** Returns the text of a lock file, with our own version. */
const lockOf = (locked: Readonly<Record<string, LockedPackage>>, version = '1.0.0'): string =>
  JSON.stringify({ version, packages: { '': { version }, ...locked } });

/** Copies the scripts, with a program that the set-up finds first. */
const createCheckout = (name: string): string => {
  const checkout = join(folder, name);
  cpSync(join(project, 'scripts'), join(checkout, 'scripts'), { recursive: true });
  cpSync(join(project, 'package.json'), join(checkout, 'package.json'));
  mkdirSync(join(checkout, 'bin'));
  mkdirSync(join(checkout, 'src'));
  writeFileSync(join(checkout, 'package-lock.json'), lockOf(packages));
  return checkout;
};

const writeProgram = (path: string, text: string): void => {
  writeFileSync(path, text);
  chmodSync(path, 0o700);
};

/** Makes the set-up believe that npm has run, so that its next step is the build. */
const fakeInstalledPackages = (checkout: string): void => {
  const modules = join(checkout, 'node_modules');
  mkdirSync(join(modules, 'uWebSockets.js'), { recursive: true });
  const { platform, arch, versions } = process;
  writeFileSync(join(modules, 'uWebSockets.js', `uws_${platform}_${arch}_${versions.modules}.node`), '');
  writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages: packagesForHere }));
};

const start = (checkout: string) => {
  const child = spawnBound(process.execPath, [join(checkout, 'scripts', 'start.mjs')], {
    env: { PATH: `${join(checkout, 'bin')}${delimiter}${process.env.PATH!}`, QUAYSIDE_NO_INSTALL: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return { child, ended: once(child, 'close'), output: () => output };
};

const pidIn = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
};

/** Returns a shell script that waits for a child process, as npm waits for its scripts. */
const waitingScript = (checkout: string): string =>
  `#!/bin/sh\nsleep 600 &\necho $! > ${join(checkout, 'pid.part')}\n` +
  `mv ${join(checkout, 'pid.part')} ${join(checkout, 'pid')}\nwait\n`;

test('a stop while npm or the build runs ends them, and the start ends by the same signal', async t => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    for (const step of ['npm', 'build']) {
      const checkout = createCheckout(`${step}-${signal}`);
      if (step === 'npm') writeProgram(join(checkout, 'bin', 'npm'), waitingScript(checkout));
      else {
        fakeInstalledPackages(checkout);
        const script = join(checkout, 'wait.sh');
        writeProgram(script, waitingScript(checkout));
        writeFileSync(
          join(checkout, 'scripts', 'setup', 'transpile.mjs'),
          `import { spawnSync } from 'node:child_process'; spawnSync(${JSON.stringify(script)});`,
        );
      }
      const { child, ended } = start(checkout);
      await waitUntil(() => pidIn(join(checkout, 'pid')) > 0);
      const pid = pidIn(join(checkout, 'pid'));
      t.ok(isProcessAlive(pid));
      child.kill(signal);
      // The signal arrives twice: from the terminal, and forwarded by npm.
      child.kill(signal);
      t.strictSame(await ended, [null, signal], `${signal} during ${step}`);
      await waitUntil(() => !isProcessAlive(pid));
    }
});

test('tells how many packages npm installs and has installed, and how long that may take', async t => {
  const checkout = createCheckout('progress');
  const done = join(checkout, 'done');
  writeProgram(
    join(checkout, 'bin', 'npm'),
    '#!/bin/sh\nmkdir -p node_modules/one\necho {} > node_modules/one/package.json\n' +
      `while [ ! -e ${done} ]; do sleep 0.1; done\necho "npm says why" >&2\nexit 3\n`,
  );
  const { ended, output } = start(checkout);
  await waitUntil(() => output().includes('1 of 2 packages are installed.'));
  writeFileSync(done, '');
  t.strictSame(await ended, [1, null]);
  t.match(output(), /^Installing 2 npm packages\. This takes about a minute, longer on a slow network\.$/m);
  t.match(output(), /npm says why\nnpm failed: exit code 3\n$/);
});

test('a start installs packages where node_modules lacks them, and not for a new version of our own', async t => {
  const checkout = createCheckout('installed');
  const log = join(checkout, 'log');
  writeProgram(join(checkout, 'bin', 'npm'), `#!/bin/sh\necho "$1" >> ${log}\nexit 3\n`);
  // The build fails, which ends a start that installs nothing.
  writeFileSync(join(checkout, 'scripts', 'setup', 'transpile.mjs'), 'process.exit(4);');
  const installsWith = async (lock: string): Promise<boolean> => {
    rmSync(log, { force: true });
    writeFileSync(join(checkout, 'package-lock.json'), lock);
    const { ended, output } = start(checkout);
    t.strictSame(await ended, [1, null]);
    t.match(output(), existsSync(log) ? /npm failed: exit code 3\n$/ : /exit code 4\n$/);
    return existsSync(log);
  };
  const { 'node_modules/two': two, ...withoutTwo } = packages;
  const locks: readonly [title: string, lock: string, installs: boolean][] = [
    ['the same packages', lockOf(packages), false],
    ['a new version of our own', lockOf(packages, '1.0.1'), false],
    [
      'another optional package for another platform',
      lockOf({ ...packages, more: packages['node_modules/other']! }),
      false,
    ],
    ['another version', lockOf({ ...packages, 'node_modules/two': { ...two!, version: '2.0.1' } }), true],
    ['another content', lockOf({ ...packages, 'node_modules/two': { ...two!, integrity: 'sha512-2' } }), true],
    ['one package more', lockOf({ ...packages, 'node_modules/three': two! }), true],
    ['one package less', lockOf(withoutTwo), true],
  ];
  t.ok(await installsWith(lockOf(packages)), 'no list of installed packages');
  fakeInstalledPackages(checkout);
  for (const [title, lock, installs] of locks) t.equal(await installsWith(lock), installs, title);
});

test('a closed standard error ends neither the set-up nor npm', async t => {
  const checkout = createCheckout('closed');
  const done = join(checkout, 'done');
  writeProgram(
    join(checkout, 'bin', 'npm'),
    `#!/bin/sh\necho $$ > ${join(checkout, 'pid')}\nwhile [ ! -e ${join(checkout, 'go')} ]; do sleep 0.1; done\n` +
      `echo one >&2 && echo two && echo three >&2 && : > ${done}\nexit 3\n`,
  );
  const { child, ended } = start(checkout);
  await waitUntil(() => pidIn(join(checkout, 'pid')) > 0);
  child.stderr.destroy();
  child.stdout.destroy();
  writeFileSync(join(checkout, 'go'), '');
  t.strictSame(await ended, [1, null]);
  t.ok(existsSync(done), 'npm wrote all its lines');
});

test('a start builds only the parts whose sources have other contents than those of the last build', async t => {
  const checkout = createCheckout('built');
  fakeInstalledPackages(checkout);
  const log = join(checkout, 'log');
  const writeBuild = (path: string, name: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(log)}, '${name} ');`,
    );
  };
  for (const name of ['transpile', 'bundle', 'describe', 'sbom'])
    writeBuild(join(checkout, 'scripts', 'setup', `${name}.mjs`), name);
  writeBuild(join(checkout, 'node_modules', 'vite', 'bin', 'vite.js'), 'console');
  const source = (name: string): string => join(checkout, name, 'part.ts');
  for (const name of ['src', 'test', 'console']) {
    mkdirSync(join(checkout, name), { recursive: true });
    writeFileSync(source(name), '1');
  }
  /** Returns the parts that a start builds; then the start ends, since there is no server. */
  const builtAtStart = async (): Promise<string[]> => {
    rmSync(log, { force: true });
    await start(checkout).ended;
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split(' ') : [];
  };
  t.strictSame(await builtAtStart(), ['transpile', 'bundle', 'describe', 'sbom', 'console']);
  t.strictSame(await builtAtStart(), []);
  for (const name of ['src', 'test', 'console']) utimesSync(source(name), 1, 1);
  t.strictSame(await builtAtStart(), [], 'with other times, as after a change of branches');
  writeFileSync(source('test'), '2');
  t.strictSame(await builtAtStart(), ['transpile']);
  writeFileSync(source('console'), '2');
  t.strictSame(await builtAtStart(), ['console']);
  writeFileSync(join(checkout, 'package-lock.json'), lockOf(packages, '1.0.1'));
  t.strictSame(await builtAtStart(), ['sbom'], 'a new version of our own');
  const installed = join(checkout, 'node_modules', '.package-lock.json');
  writeFileSync(installed, `${readFileSync(installed, 'utf8')}\n`);
  t.strictSame(await builtAtStart(), ['transpile', 'bundle', 'describe', 'console'], 'packages installed anew');

  const vite = join(checkout, 'node_modules', 'vite', 'bin', 'vite.js');
  const program = readFileSync(vite, 'utf8');
  writeFileSync(vite, 'process.exit(1);');
  writeFileSync(source('console'), '3');
  t.strictSame(await start(checkout).ended, [1, null]);
  writeFileSync(vite, program);
  writeFileSync(source('console'), '2');
  t.strictSame(await builtAtStart(), ['console'], 'a build that did not end leaves a part of its result');
  t.strictSame(await builtAtStart(), []);
});
