/** Redis with passwords, users and TLS: one server, and a cluster whose replicas confirm changes. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { t as root, test } from '../../support/tap.js';
import type { RedisTls } from '../../../src/base/config/redisTls.js';
import { openQueue } from '../../../src/jobs/openQueue.js';
import { connect, connectQueue } from '../../../src/base/redis/connect.js';
import { durabilityWarnings } from '../../../src/base/redis/serverChecks.js';
import { isRedisUnavailable } from '../../../src/base/redis/redisErrors.js';
import { orderDraft } from '../../support/drafts.js';
import { createProjectApi, type Resource } from '../../support/resourceApi.js';
import { runHere } from '../../support/runHere.js';
import { skipInShort } from '../../support/rounds.js';
import { searchOf } from '../../support/search.js';
import { startClusterNode } from '../../support/startClusterNode.js';
import { startOwnCluster } from '../../support/startOwnCluster.js';
import { startQuayside, type Quayside } from '../../support/quayside.js';
import { createTlsAccess } from '../../support/tlsAccess.js';
import { matchWhole } from '../../support/matchWhole.js';
import { waitUntil } from '../../support/waitUntil.js';

const password = 'p@ss/w,ö:r?d%';
/** The permissions of the user in docs/operations.md. */
const permissions = /^ *user quayside on >\S+ (.+)$/m
  .exec(readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8'))![1]!
  .split(' ');
const user = `quayside:${encodeURIComponent(password)}@`;

const access = createTlsAccess('a,dmin/@');
const { settings } = access;
const addUser = (redis: Redis): Promise<unknown> =>
  redis.call('ACL', 'SETUSER', 'quayside', 'on', `>${password}`, ...permissions);

const folder = mkdtempSync(join(tmpdir(), 'quayside-secured-'));
const socket = join(folder, 'redis.sock');
const server = await startClusterNode(folder, ['--cluster-enabled', 'no', '--unixsocket', socket], access);
root.teardown(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});
await server.call(addUser);

// On a busy machine a node may be silent for seconds.
const args = ['--cluster-node-timeout', '5000'];
const cluster = await startOwnCluster({ masters: 2, replicas: 2, args, access });
await Promise.all(cluster.nodes.map(node => node.call(addUser)));

const serverUrl = `rediss://${user}localhost:${server.port}`;
const clusterUrl = cluster.url.replace(/\/\/.*@/, `//${user}`).replaceAll('127.0.0.1', 'localhost');
/** The default users have only a password; the certificates have the name of the setting, not the address. */
const namedSettings = { ...settings, REDIS_TLS_SERVER_NAME: 'localhost' };
const addresses: readonly (readonly [url: string, settings: Readonly<Record<string, string>>])[] = [
  [serverUrl, settings],
  [`unix://${user}${socket}`, {}],
  [cluster.url, namedSettings],
  [clusterUrl.replace(',', `,${user}`), settings],
];

const replicated = { DURABILITY: 'replicas', DURABILITY_WAIT_MS: '60000' };

/** Finds keys of two projects; in a cluster each project is on another master. */
const projectKeys = async (): Promise<string[]> => {
  const keys = new Map<number, string>();
  for (let number = 0; keys.size < 2; number++) {
    const key = `secured-${number}`;
    keys.set((await cluster.masterOf(`{${key}}`)).port, key);
  }
  return [...keys.values()];
};

/** Uses commits, reads, messages, tokens, jobs (which build the index) and searches in a project. */
const useProject = async (quayside: Quayside, key: string): Promise<readonly string[]> => {
  const credentials = await quayside.project({ key });
  const { base, http, createIn, resourcesAt, messagesOf } = await createProjectApi(quayside, credentials);
  const search = searchOf(quayside, credentials);
  const order = await createIn('orders/import', orderDraft());
  await search.activate();
  const email = `${key}@example.com`;
  const changed = await resourcesAt('orders').update(order, { action: 'setCustomerEmail', email });
  await search.holds([order.id]);
  const query = { exact: { field: 'customerEmail', value: email } };
  let hits: Resource[] = [];
  await waitUntil(async () => {
    const { json } = await http.send('POST', `${base}/orders/search`, { body: { query } });
    ({ hits = [] } = json as { hits?: Resource[] });
    return hits.length > 0;
  });
  const { version } = await resourcesAt('orders').get(order);
  await resourcesAt('orders').remove(changed);
  return [
    hits[0]!.id === order.id ? 'found' : 'not found',
    `version ${version}`,
    `${(await messagesOf(order)).length}`,
  ];
};

for (const [name, url, more, nodes] of [
  ['a server', serverUrl, {}, [server]],
  ['a cluster with replicas', clusterUrl, replicated, cluster.nodes],
] as const)
  test(`serves requests, searches and jobs on ${name} over TLS, as the user of the documentation`, async t => {
    const quayside = await startQuayside({ ...settings, ...more, REDIS_URL: url, RETENTION_MINUTES: '60' });
    for (const key of await projectKeys()) t.same(await useProject(quayside, key), ['found', 'version 2', '3'], key);
    const connection = connectQueue(url, access.tls);
    const queue = openQueue('retention', connection.client);
    await queue.add('retention', {});
    await waitUntil(async () => (await queue.getJobCounts('completed')).completed! >= 1);
    connection.disconnect();
    t.equal((await quayside.http.send('GET', '/readyz')).status, 200);
    await quayside.stop();
    const refusals = await Promise.all(nodes.map(node => node.call(redis => redis.call('ACL', 'LOG'))));
    t.same(refusals.flat(), [], 'the server calls nothing that the user may not');
  });

test('goes on after a failover over TLS, without a lost order', { skip: skipInShort }, async t => {
  const quayside = await startQuayside({ ...settings, ...replicated, REDIS_URL: clusterUrl });
  const credentials = await quayside.project({ key: 'failing-over' });
  const { createIn, resourcesAt } = await createProjectApi(quayside, credentials);
  const orders = [await createIn('orders/import', orderDraft())];
  const master = await cluster.masterOf('{failing-over}');
  const [replica] = await cluster.replicasOf(master);
  await replica!.failOver();
  await waitUntil(async () => {
    const order = await createIn('orders/import', orderDraft()).catch(() => undefined);
    if (order !== undefined) orders.push(order);
    return order !== undefined;
  }, 30_000);
  t.equal((await cluster.masterOf('{failing-over}')).port, replica!.port);
  for (const order of orders) matchWhole(t, await resourcesAt('orders').get(order), { id: order.id });
});

test('commands reach a server, a socket and a cluster by user and password', async t => {
  for (const [REDIS_URL, more] of addresses) {
    const { code, stdout, stderr } = await runHere(['project', 'list'], { ...more, REDIS_URL });
    t.equal(code, 0, `${REDIS_URL}: ${stderr}`);
    t.match(stdout, /^secured-/m);
  }
});

test('warns about the disks of replicas that are reached over TLS', async t => {
  const redis = connect(cluster.url, { tls: access.tls });
  await redis.ping();
  const warnings = await durabilityWarnings(redis, { durability: 'replicas-disk' });
  redis.disconnect();
  const ofReplicas = warnings.filter(warning => warning.startsWith('the replica 127.0.0.1:'));
  t.equal(ofReplicas.length, 2);
  for (const warning of ofReplicas) t.match(warning, /has appendfsync 'everysec'/);
});

/** The error that a client gets from the server, or from the socket. */
const causeOf = async (url: string, tls: RedisTls | undefined): Promise<Error> => {
  const client = connect(url, { tls });
  const [error] = (await once(client, 'error')) as [Error & { lastNodeError?: Error }];
  client.disconnect();
  return error.lastNodeError ?? error;
};

test('a connection whose password Redis refuses is unavailable, until Redis accepts it', async t => {
  const redis = connect(serverUrl, { tls: access.tls });
  t.equal(await redis.ping(), 'PONG');
  const closed = once(redis, 'close');
  await server.call(async control => {
    await control.call('ACL', 'SETUSER', 'quayside', 'resetpass');
    await control.call('CLIENT', 'KILL', 'USER', 'quayside');
  });
  await closed;
  const error: unknown = await redis.ping().catch((reason: unknown) => reason);
  t.match(String(error), /WRONGPASS/);
  t.ok(isRedisUnavailable(error));
  await server.call(addUser);
  await waitUntil(() =>
    redis.ping().then(
      answer => answer === 'PONG',
      () => false,
    ),
  );
  redis.disconnect();
});

const { ca, cert, key } = access.tls!;
const wrong = 'wrong-secret';
const ports = { rediss: server.port, 'rediss-cluster': cluster.nodes[0]!.port };
const refusedConnections: readonly (readonly [
  scheme: keyof typeof ports,
  authority: string,
  tls: RedisTls | undefined,
  cause: RegExp,
])[] = [
  ['rediss', `quayside:${wrong}@localhost`, access.tls, /WRONGPASS/],
  ['rediss', `${wrong}:${wrong}@localhost`, access.tls, /WRONGPASS/],
  ['rediss', 'localhost', access.tls, /NOAUTH/],
  ['rediss', `${user}localhost`, { cert, key }, /self-signed certificate in certificate chain/],
  ['rediss', `${user}localhost`, { ...access.tls, servername: 'redis.test' }, /redis\.test\. is not in the cert's alt/],
  ['rediss', `${user}127.0.0.1`, { ca, cert, key }, /127\.0\.0\.1 is not in the cert's list/],
  ['rediss', `${user}localhost`, { ca }, /certificate required|ECONNRESET|EPIPE/],
  ['rediss-cluster', `quayside:${wrong}@localhost`, access.tls, /WRONGPASS/],
  ['rediss-cluster', 'localhost', access.tls, /NOAUTH/],
  // The client library hides the errors of the sockets of a cluster.
  ['rediss-cluster', `${user}localhost`, { cert, key }, /Connection is closed/],
];

test('tells why a connection is refused, and no password', async t => {
  for (const [scheme, authority, tls, cause] of refusedConnections) {
    const error = await causeOf(`${scheme}://${authority}:${ports[scheme]}`, tls);
    t.match(error.message, cause, `${scheme}://${authority}`);
    let line = '';
    pino({}, { write: (text: string) => (line = text) }).error({ err: error }, 'failed');
    t.notMatch(line, wrong);
  }
});

test('a command prints the reason without the password', async t => {
  const REDIS_URL = serverUrl.replace(user, `quayside:${wrong}@`);
  const { code, stdout, stderr } = await runHere(['project', 'list'], { ...settings, REDIS_URL });
  t.same([code, stdout], [1, '']);
  t.match(stderr, /WRONGPASS/);
  t.notMatch(stderr, wrong);
});
