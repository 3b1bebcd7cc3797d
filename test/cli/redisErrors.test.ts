/** The message of every command whose Redis is unusable: one line with the address, the cause and the remedy. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect as connectSocket, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { Redis } from 'ioredis';
import { t as root, test } from '../support/tap.js';
import { withTemporaryConnection } from '../../src/base/redis/withTemporaryConnection.js';
import { everyCommand } from '../support/everyCommand.js';
import { createAccount } from '../../src/operations/console/accounts.js';
import { createProject } from '../../src/projects/createProject.js';
import { openServices } from '../../src/services/services.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { withTimeout } from '../../src/base/lifecycle/timeouts.js';
import { portOf, processOf, urlOf } from '../support/replicas.js';
import { runHere } from '../support/runHere.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { testConfig } from '../support/testConfig.js';
import { waitUntil } from '../support/waitUntil.js';
import { skipInShort } from '../support/rounds.js';

const environment = (url: string, more: Readonly<Record<string, string>> = {}) => ({
  REDIS_URL: url,
  ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
  PORT: '0',
  WORKERS: '1',
  LOG_LEVEL: 'silent',
  ...more,
});

const folder = mkdtempSync(join(tmpdir(), 'quayside-redis-errors-'));
root.teardown(() => rmSync(folder, { recursive: true, force: true }));

const listen = async (server: Server): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  root.teardown(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

// A failed start leaves its signal handlers until the end of the process.
process.setMaxListeners(100);

const plain = (await startOwnServer([])) as Redis;
const host = urlOf(plain).slice('redis://'.length);
const secured = (await startOwnServer([])) as Redis;
await secured.config('SET', 'requirepass', 'secret');
const securedHost = urlOf(secured).slice('redis://'.length);

/** An address, the address as it is shown, and the message. */
const causes: readonly (readonly [string, string, string])[] = [
  [
    'redis://127.0.0.1:1',
    'redis://127.0.0.1:1',
    'where no Redis answers (connect ECONNREFUSED 127.0.0.1:1); allowed is the address of a running Redis.',
  ],
  [
    'redis://quayside.invalid:1',
    'redis://quayside.invalid:1',
    'where no Redis answers (getaddrinfo ENOTFOUND quayside.invalid); allowed is the address of a running Redis.',
  ],
  [
    'unix:///quayside/redis.sock',
    'unix:///quayside/redis.sock',
    'where no Redis answers (connect ENOENT /quayside/redis.sock); allowed is the address of a running Redis.',
  ],
  [
    `redis://${securedHost}`,
    `redis://${securedHost}`,
    'which needs a password (NOAUTH Authentication required); add it to the address: ' +
      'user:password@ or :password@ before the host.',
  ],
  [
    `redis://ann:wrong@${securedHost}`,
    `redis://***@${securedHost}`,
    'which refuses the user or the password (WRONGPASS invalid username-password pair or user is disabled); ' +
      'correct user:password@ in the address.',
  ],
  [
    `redis-cluster://${host}`,
    `redis-cluster://${host}`,
    `which is no node of a cluster (${host}: cluster_enabled:0); use redis://${host}.`,
  ],
];

/** A start waits this long for problems that may end by themselves; a busy machine needs some of it for an answer. */
const startLimitMs = '500';

test('every command says why its Redis cannot be used, in one line', async t => {
  for (const args of everyCommand())
    for (const [url, shown, expected] of causes)
      t.same(
        await runHere(args, environment(url, args[0] === 'start' ? { REDIS_TIMEOUT_MS: startLimitMs } : {})),
        { code: 1, stdout: '', stderr: `REDIS_URL is '${shown}', ${expected}\n` },
        args.join(' '),
      );
});

const keyOf = (kind: 'key' | 'cert', file: string): string => join(folder, `${file}.${kind}.pem`);

const listenWithTls = async (): Promise<string> => {
  const [key, cert] = [keyOf('key', 'tls'), keyOf('cert', 'tls')];
  const pair = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...pair, '-days', '1', '-subj', '/CN=test'], { stdio: 'ignore' });
  return listen(createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }));
};

/** Starts a server that accepts connections and does not answer; with `isFull` it accepts no more connections. */
const startStopped = async (isFull: boolean): Promise<string> => {
  const redis = (await startOwnServer(isFull ? ['--tcp-backlog', '1'] : [])) as Redis;
  const pid = await processOf(redis);
  process.kill(pid, 'SIGSTOP');
  const connects = (): Promise<boolean> => {
    const socket = connectSocket(portOf(redis), '127.0.0.1');
    root.teardown(() => socket.destroy());
    return withTimeout(once(socket, 'connect'), 200).then(
      () => true,
      () => false,
    );
  };
  while (isFull && (await connects())) continue;
  return `127.0.0.1:${portOf(redis)}`;
};

/** Starts a server that loads its data until the end of the file. */
const startLoading = async (): Promise<string> => {
  const redis = (await startOwnServer(['--enable-debug-command', 'yes', '--rdbcompression', 'no'])) as Redis;
  await redis.call('DEBUG', 'POPULATE', 1_000, 'key', 2_000);
  await redis.config('SET', 'loading-process-events-interval-bytes', '1024');
  await redis.config('SET', 'key-load-delay', '100000');
  redis.call('DEBUG', 'RELOAD').catch(() => undefined);
  await waitUntil(() =>
    withTemporaryConnection(urlOf(redis), 60_000, async other =>
      (await other.info('persistence')).includes('loading:1'),
    ),
  );
  return `127.0.0.1:${portOf(redis)}`;
};

test('a start and a command tell a silent, a loading and a foreign server apart', async t => {
  const [silent, full, loading, foreign, tls] = await Promise.all([
    startStopped(false),
    startStopped(true),
    startLoading(),
    listen(createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    listenWithTls(),
  ]);
  const rows: readonly (readonly [string, RegExp])[] = [
    [`redis://${silent}`, /which accepts connections and does not answer \(no answer within 1000 ms\); look at /],
    [`redis://${full}`, /where no Redis answers \(connect ETIMEDOUT\); allowed is the address of a running Redis/],
    [`redis://${loading}`, /which loads its data and answers nothing yet \(LOADING, \d+ %\); start again when /],
    [`redis://${foreign}`, /where another program than Redis answers \(Protocol error, got "H" .*\); allowed is /],
    [`redis://${tls}`, /which speaks TLS \(.*\); use rediss:\/\/ or rediss-cluster:\/\/\./],
    [
      `rediss://${tls}`,
      /whose certificate is not accepted \(self-signed certificate\); name its authority in REDIS_TLS_CA_FILE/,
    ],
    [`rediss://${host}`, /which does not speak TLS \(connect ETIMEDOUT\); use redis:\/\/ or redis-cluster:\/\/\./],
  ];
  for (const args of [['start'], ['project', 'list']])
    for (const [url, expected] of rows) {
      const { code, stdout, stderr } = await runHere(args, environment(url, { REDIS_TIMEOUT_MS: '1000' }));
      t.same({ code, stdout }, { code: 1, stdout: '' }, url);
      t.match(stderr, new RegExp(`^REDIS_URL is '${url}', ${expected.source}.*\n$`), args.join(' '));
    }
});

test('a start tells of a silent server within five seconds, however long requests may wait', {
  skip: skipInShort,
}, async t => {
  const settings = environment(`redis://${await startStopped(false)}`, { REDIS_TIMEOUT_MS: '60000' });
  const startMs = performance.now();
  const { stderr } = await runHere(['start'], settings);
  t.match(stderr, /^REDIS_URL is '\S+', which accepts connections and does not answer \(no answer within 2000 ms\)/);
  t.ok(performance.now() - startMs < 5_000);
});

const unconfirmedLine =
  'The change was written, but not confirmed by 1 replica(s) within 50 ms (Redis has 0 replica(s) in sync, ' +
  "and DURABILITY 'replicas' needs 1 to confirm each change).\n";

test('a start and a command tell a silent server within five seconds, with the limits of the settings', {
  skip: skipInShort,
}, async t => {
  const url = `redis://${await startStopped(false)}`;
  for (const args of [['start'], ['project', 'list']]) {
    const startMs = performance.now();
    const { stderr } = await runHere(args, { ...environment(url), REDIS_TIMEOUT_MS: '60000' });
    t.match(stderr, /^REDIS_URL is '\S+', which accepts connections and does not answer \(no answer within 2000 ms\)/);
    t.ok(performance.now() - startMs < 5_000);
  }
});

test('a command that changes something says in one line that too few replicas confirm it', async t => {
  const url = `redis://${host}`;
  const services = await openServices(
    createServiceOptions(testConfig({ REDIS_URL: url }), url, environment(url).ENCRYPTION_KEY),
  );
  root.teardown(() => services.close());
  const { clientId } = await createProject(services, { key: 'shop' });
  await createAccount(
    services,
    { email: 'ann@example.com', name: 'Ann', role: 'operator', password: 'a long one 1' },
    {},
  );
  const settings = environment(url, { DURABILITY: 'replicas', DURABILITY_WAIT_MS: '50' });
  const commands = everyCommand({
    'project create': ['other'],
    'api-client show': [clientId],
    'api-client delete': [clientId],
  });
  const unconfirmed: string[] = [];
  for (const args of commands.filter(([group, name]) => group !== 'start' && name !== 'delete')) {
    const { code, stdout, stderr } = await runHere(args, settings);
    const what = `${args.join(' ')}: ${stdout}${stderr}`;
    t.equal(code === 0, stderr === '', what);
    t.ok(stderr.split('\n').length <= 2 && !stderr.includes('    at '), what);
    if (stderr === unconfirmedLine) unconfirmed.push(`${args[0]} ${args[1]}`);
  }
  t.same(unconfirmed, [
    'project create',
    'api-client create',
    'admin disable',
    'admin enable',
    'seed --project',
    'fields index',
    'fields unindex',
  ]);
  t.equal((await runHere(['project', 'create', 'other'], environment(url))).code, 0, 'it completes what it had begun');
});
