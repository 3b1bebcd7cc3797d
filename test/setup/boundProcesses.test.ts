/** What tests and scripts start ends with them, also where SIGKILL ends them. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isProcessAlive } from '../../src/base/redis/embedded/redisProcess.js';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';
import { test } from '../support/tap.js';
import { waitUntil } from '../support/waitUntil.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const sources = ['test', 'bench', 'faults', 'scripts', 'src']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  )
  .filter(name => /\.(?:ts|mjs)$/.test(name) && !name.includes('node_modules'));

/** Matches a call that starts a process, with the program if it is a text. */
const starts =
  /\b(spawn|spawnSync|execFile|execFileSync|execSync|exec|fork)\)?\((?!\s*\.\.\.boundCommand\()\s*(?:'([^']*)')?/g;

/** Programs that end by themselves at once; a server or a test process is none of them. */
const short = [
  'apt-cache',
  'chattr',
  'cp',
  'docker',
  'getconf',
  'git',
  'mount',
  'npm',
  'openssl',
  'ps',
  'sudo',
  'tar',
  'umount',
];

/** Places that start a process otherwise, with what ends it. */
const otherwise = new Map([
  ['scripts/setup/boundCommand.mjs', 'finds out whether processes can be bound'],
  ['src/base/lifecycle/spawnBound.ts', 'the function itself'],
  ['src/server/processes/ServerProcess.ts', 'a process of the server ends when its channel closes'],
  ['test/base/observe/metrics/off.test.ts', 'a program of one expression'],
  ['test/setup/setUp.test.ts', 'the text of a script'],
  ['test/support/startPreloaded.ts', 'a server that ends when its channel closes'],
]);

test('whatever tests, scripts, measurements and the program start is bound to them, or short', async t => {
  const unbound = sources.flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8');
    if (!text.includes("from 'node:child_process'")) return [];
    return [...text.matchAll(starts)]
      .filter(match => text[match.index - 1] !== '.' && !short.includes(match[2] ?? ''))
      .map(match => `${file}: ${match[0].replaceAll(/\s+/g, ' ')}`);
  });
  t.strictSame(
    [...new Set(unbound.map(each => each.split(':')[0]!))].sort(),
    [...otherwise.keys()].sort(),
    `a process is started with spawnBound or ...boundCommand(program, args), unlike one of:\n${unbound.join('\n')}`,
  );
});

test('a run of tests that SIGKILL ends leaves no process behind', async t => {
  const module = new URL('../../../scripts/test/runFiles.mjs', import.meta.url).href;
  const run = `
    import { runFiles } from '${module}';
    await runFiles(['test/setup/fixtures/starting.ts'], 1, {
      env: { ...process.env, TEST_TIMEOUT_SECONDS: '60', TAP_TIMEOUT: '0' },
      nodeOptions: [],
      provide: () => Promise.reject(new Error('nothing is shared')),
      notify: () => undefined,
      isStopped: () => false,
      onResult: result => console.log(JSON.stringify(result)),
    });`;
  const runner = spawnBound(process.execPath, ['--input-type=module', '-e', run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: runner.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  const pids = JSON.parse(line) as number[];
  t.strictSame(pids.map(isProcessAlive), [true, true, true], 'a test process, its Redis and its server');
  runner.kill('SIGKILL');
  await waitUntil(() => !pids.some(isProcessAlive));
});
