import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { t as root, test } from '../support/tap.js';
import { shutdownBudget } from '../../src/base/lifecycle/timeouts.js';
import { EmbeddedRedisError } from '../../src/base/redis/embedded/dataDir.js';
import { startEmbeddedRedis } from '../../src/base/redis/embedded/startEmbeddedRedis.js';
import { describeOlderBuild, newestFailure } from '../../src/http/listener/library.js';
import { launch, run } from '../support/command.js';
import { runHere } from '../support/runHere.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';
import { skipInShort } from '../support/rounds.js';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';

const folder = mkdtempSync(join(tmpdir(), 'quayside-start-'));
root.teardown(() => rmSync(folder, { recursive: true, force: true }));

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const redisPid = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(dataDir, 'redis.json'), 'utf8')) as { pid: number }).pid;
const addressIn = (output: string): string => /http:\/\/\S+/.exec(output)![0];
const sh = promisify(execFile);
/** Returns the command that the server prints last. */
const commandIn = (banner: string): string => banner.trim().split('\n').at(-1)!;

test('prints a project and a command at the first start, keeps the data for the second, ends by Ctrl-C', async t => {
  const environment = { DATA_DIR: join(folder, 'data'), PORT: '0', WORKERS: '1', DRAIN_MS: '0', LOG_LEVEL: 'silent' };
  const first = launch(['start'], environment);
  const banner = await first.printed(/\/oauth\/token.*\n/);
  t.match(banner, /project +demo\n +client id +\S+\n +client secret +\S+/);
  const line = banner
    .split('\n')
    .find(each => each.includes('curl'))!
    .trim();
  const { stdout: states } = await sh(...boundCommand('sh', ['-c', line]));
  matchWhole(t, JSON.parse(states), { total: 1, results: [{ key: 'Initial' }] });

  const withDataDir = { DATA_DIR: environment.DATA_DIR, REDIS_URL: '' };
  const created = await runHere(['project', 'create', 'second', '--json'], withDataDir);
  t.equal(created.code, 0, "the command finds the server's Redis through DATA_DIR");
  const pid = redisPid(environment.DATA_DIR);
  first.signal('SIGINT');
  t.equal((await first.ended).code, 0);
  await waitUntil(() => !isAlive(pid));
  t.notOk(existsSync(join(environment.DATA_DIR, 'redis.json')));

  const second = launch(['start'], environment);
  const banner2 = await second.printed(/api-client create.*\n/);
  t.notMatch(banner2, /client secret/, 'no demo project is created beside existing projects');
  const { stdout: client } = await sh(...boundCommand('sh', ['-c', commandIn(banner2)]), {
    env: { PATH: process.env.PATH, ...environment },
  });
  t.match(client, /secret +\S+/, 'the printed command creates a client');
  const listed = await runHere(['project', 'list'], withDataDir);
  t.match(listed.stdout, /demo[^]*second/);
  await waitUntil(async () => (await fetch(`${addressIn(banner2)}/readyz`)).status === 200);

  const third = await launch(['start'], environment).ended;
  t.equal(third.code, 1);
  t.match(third.stderr, /which the running server with process id \d+ uses; stop that one, or set another DATA_DIR/);
  t.notMatch(third.stderr, /^ +at /m, 'the message comes without a stack trace');
  second.signal('SIGTERM');
  t.equal((await second.ended).code, 0);
});

test('creates no demo project in production and stops within ten seconds while Redis is silent', {
  skip: skipInShort,
}, async t => {
  const dataDir = join(folder, 'production');
  const server = launch(['start'], {
    DATA_DIR: dataDir,
    PORT: '0',
    WORKERS: '1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
  });
  const banner = await server.printed(/project create.*\n/);
  t.notMatch(banner, /client secret/);
  const { stdout: created } = await sh(...boundCommand('sh', ['-c', commandIn(banner)]), {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  });
  t.match(created, /^project +my-shop\n/, 'the printed command creates a project');
  const pid = redisPid(dataDir);
  process.kill(pid, 'SIGSTOP');
  t.teardown(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  const asked = fetch(`${addressIn(banner)}/none/states`, { headers: { authorization: 'Bearer none' } });
  await new Promise(resolve => setImmediate(resolve));
  const startMs = performance.now();
  server.signal('SIGTERM');
  t.equal((await asked).status, 503);
  const { code } = await server.ended;
  // On a busy machine the time for a shutdown may run out; then the process ends itself with code 1.
  t.ok(code === 0 || performance.now() - startMs >= shutdownBudget.processExitsByMs, `the code is ${code}`);
  t.ok(isAlive(pid));
  t.equal(redisPid(dataDir), pid);
  process.kill(pid, 'SIGCONT');
  await waitUntil(() => !isAlive(pid));
});

test('refuses to start without the configured RediSearch module', async t => {
  const bin = join(folder, 'plain-bin');
  mkdirSync(bin);
  const { stdout } = await sh(...boundCommand('sh', ['-c', 'command -v redis-server']));
  symlinkSync(stdout.trim(), join(bin, 'redis-server'));
  const failing = await run(['start'], {
    DATA_DIR: join(folder, 'no-search'),
    PORT: '0',
    REDISEARCH_MODULE: join(folder, 'nowhere.so'),
  });
  t.equal(failing.code, 1, 'a configured module must load');
  t.match(failing.stderr, /The embedded Redis did not start/);
});

test('refuses an address beyond loopback with all that it and the HTTP library need', async t => {
  const reason = newestFailure === undefined ? 'where plain HTTP is not allowed' : `and ${describeOlderBuild()}`;
  for (const SERVER_PROCESSES of ['1', '2']) {
    const { code, stderr } = await run(['start'], { HOST: '0.0.0.0', PORT: '0', SERVER_PROCESSES });
    const start = `HOST is '0.0.0.0', ${reason}; allowed is a loopback address, `;
    t.strictSame([code, stderr.slice(0, start.length)], [1, start]);
    t.match(stderr, /^[^\n]*, (and there|or) TLS_CERT_FILE with TLS_KEY_FILE, or BEHIND_TLS_PROXY=true\.\n$/);
  }
});

test('explains a DATA_DIR that cannot be a folder', async t => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const messageOf = (dataDir: string) =>
    `DATA_DIR is '${dataDir}', which cannot be used \\(.+\\); it must be a writable folder\\.`;
  for (const dataDir of ['/proc/x/y', file, join(file, 'below')]) {
    const error = await startEmbeddedRedis(dataDir, '').catch((refusal: unknown) => refusal);
    t.ok(error instanceof EmbeddedRedisError, 'the command prints the message of such an error');
    t.match((error as Error).message, new RegExp(`^${messageOf(dataDir)}$`));
  }
  matchWhole(t, await run(['start'], { DATA_DIR: '/proc/x', PORT: '0' }), {
    code: 1,
    stderr: new RegExp(`^${messageOf('/proc/x')}\n$`),
  });
});

test('explains a wrong setting, a used port and a missing Redis', { skip: skipInShort }, async t => {
  matchWhole(t, await run(['start'], { PORT: 'many', WORKERS: '-1' }), {
    code: 1,
    stderr: /PORT is 'many'; allowed is an integer from 0 to 65535\.\n.*WORKERS is '-1'/s,
  });
  const other = createServer().listen(0, '127.0.0.1');
  t.teardown(() => {
    other.close();
  });
  await waitUntil(() => other.listening);
  const { port } = other.address() as AddressInfo;
  matchWhole(t, await run(['start'], { PORT: String(port), REDIS_URL: process.env.REDIS_URL, LOG_LEVEL: 'silent' }), {
    code: 1,
    stderr: new RegExp(`PORT is '${port}', which another program listens on`),
  });
  const [cert, key] = ['cert.pem', 'key.pem'].map(name => join(folder, name)) as [string, string];
  await sh('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
  ]);
  const plain = {
    PLAIN_PORT: String(port),
    TLS_CERT_FILE: cert,
    TLS_KEY_FILE: key,
    PORT: '0',
    REDIS_URL: process.env.REDIS_URL,
    LOG_LEVEL: 'silent',
  };
  matchWhole(t, await run(['start'], plain), {
    code: 1,
    stderr: new RegExp(`PLAIN_PORT is '${port}', which another program listens on`),
  });
  const empty = join(folder, 'empty-bin');
  mkdirSync(empty);
  const { code, stderr } = await run(['start'], { PATH: empty, DATA_DIR: join(folder, 'none'), PORT: '0' });
  t.equal(code, 1);
  for (const way of ['apt-get install redis-server redis-redisearch', 'docker run', 'REDIS_URL=redis://'])
    t.ok(stderr.includes(way), way);
  matchWhole(t, await run(['start'], { REDIS_URL: 'redis://127.0.0.1:1', PORT: '0', LOG_LEVEL: 'silent' }), {
    code: 1,
    stderr: /REDIS_URL is 'redis:\/\/127.0.0.1:1', where no Redis answers/,
  });
});
