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
import { createHash } from 'node:crypto';
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

const lock = {
  packages: { '': {}, 'node_modules/one': {}, 'node_modules/two': {}, 'node_modules/other': { os: ['none'] } },
};

/** Copies the scripts, with a program that the set-up finds first. */
const createCheckout = (name: string): string => {
  const checkout = join(folder, name);
  cpSync(join(project, 'scripts'), join(checkout, 'scripts'), { recursive: true });
  cpSync(join(project, 'package.json'), join(checkout, 'package.json'));
  mkdirSync(join(checkout, 'bin'));
  mkdirSync(join(checkout, 'src'));
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock));
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
  writeFileSync(join(modules, '.quayside-lock'), createHash('sha256').update(JSON.stringify(lock)).digest('hex'));
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
