/** A cluster in which some masters have no search module, or do not answer. */
import type { Redis } from 'ioredis';
import { t as root, test } from '../support/tap.js';
import { connect } from '../../src/base/redis/connect.js';
import type { LostNode } from '../../src/base/redis/diagnosis/examineCluster.js';
import { findFreePort } from '../../src/base/redis/embedded/redisProcess.js';
import { masterNodes } from '../../src/base/redis/clusterNodes.js';
import { describeSearchModules, findSearchModules } from '../../src/search/redisearch/probeSearchModule.js';
import { createProject } from '../../src/projects/createProject.js';
import { openServices } from '../../src/services/services.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { portOf } from '../support/replicas.js';
import { runHere } from '../support/runHere.js';
import type { ClusterNode } from '../support/startClusterNode.js';
import { startOwnCluster } from '../support/startOwnCluster.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { testConfig } from '../support/testConfig.js';
import { waitUntil } from '../support/waitUntil.js';

const cluster = await startOwnCluster({ masters: 1 });
const [equipped] = cluster.nodes as readonly [ClusterNode];
const clusterArguments = ['--cluster-enabled', 'yes', '--cluster-port', String(await findFreePort())];
const bare = (await startOwnServer(clusterArguments)) as Redis;

/** Gives half of the slots to the master without the module. */
const shareSlots = async (): Promise<void> => {
  const half = [0, 8_191] as const;
  await bare.call('CLUSTER', 'SET-CONFIG-EPOCH', 2);
  await equipped.call(redis => redis.call('CLUSTER', 'DELSLOTSRANGE', ...half));
  await bare.call('CLUSTER', 'ADDSLOTSRANGE', ...half);
  await bare.call('CLUSTER', 'MEET', '127.0.0.1', equipped.port);
  const isWhole = async (info: Promise<unknown>): Promise<boolean> =>
    /cluster_state:ok[^]*cluster_slots_ok:16384/.test(String(await info));
  await waitUntil(
    async () =>
      (await isWhole(bare.call('CLUSTER', 'INFO'))) &&
      (await equipped.call(redis => isWhole(redis.call('CLUSTER', 'INFO')))),
  );
};
await shareSlots();

const environment = { REDIS_URL: cluster.url, ENCRYPTION_KEY: 'a key of thirty-two characters, for tests' };
const services = await openServices(
  createServiceOptions(testConfig({ REDIS_URL: cluster.url }), cluster.url, environment.ENCRYPTION_KEY),
);
root.teardown(() => services.close());
// The slots of the projects and of their indexes are in the lower and in the upper half.
const [onBare, onEquipped] = ['a1', 'a6'] as const;
for (const key of [onBare, onEquipped]) await createProject(services, { key });

const redis = connect(cluster.url);
root.teardown(() => redis.disconnect());
await waitUntil(() => masterNodes(redis).length === 2);
const bareName = `127.0.0.1:${portOf(bare)}`;
const equippedName = `127.0.0.1:${equipped.port}`;
const describe = async (...lost: LostNode[]) => describeSearchModules(await findSearchModules(redis, lost));
const statusOf = async (key: string) => (await runHere(['search', 'status', '--project', key], environment)).stdout;

test('names the masters without the search module, and searches on the others', async t => {
  t.same(await describe(), [`RediSearch was not found on ${bareName}: orders of its projects cannot be searched.`]);
  t.same(await runHere(['search', 'activate', '--project', onBare], environment), {
    code: 1,
    stdout: '',
    stderr: 'Redis has no RediSearch module, so orders cannot be searched.\n',
  });
  t.match(await statusOf(onBare), /\nRediSearch +missing\n/);
  const { code, stdout } = await runHere(['search', 'activate', '--project', onEquipped], environment);
  t.match(stdout, /^order search of a6 is activated/);
  t.equal(code, 0);
  t.match(await statusOf(onEquipped), /\nRediSearch +present\n/);
});

test('tells a master that could not be asked from one without the module', async t => {
  const lost = { node: equippedName, reason: 'connect ECONNREFUSED', isMaster: true };
  t.same(await describe(lost), [
    `RediSearch was not found on ${bareName}: orders of its projects cannot be searched.`,
    `It is not known whether Redis has RediSearch on ${equippedName}: connect ECONNREFUSED`,
  ]);
  const single = [{ node: bareName, isFound: undefined, reason: 'Command timed out' }];
  t.same(describeSearchModules(single), ['It is not known whether Redis has RediSearch: Command timed out']);
  t.same(describeSearchModules([{ node: bareName, isFound: false }]), [
    'RediSearch was not found: order search is not available.',
  ]);
});

test('does not take a refused command for an absence', async t => {
  const forbid = (node: Redis) => node.call('ACL', 'SETUSER', 'default', '-module');
  await Promise.all([equipped.call(forbid), forbid(bare)]);
  const [known, unknown] = await describe();
  t.equal(known, `RediSearch was not found on ${bareName}: orders of its projects cannot be searched.`);
  t.match(unknown, /^It is not known whether Redis has RediSearch on \S+: Redis does not tell its modules \(NOPERM /);
  t.match(await statusOf(onBare), /\nRediSearch +missing\n/);
  t.match(await statusOf(onEquipped), /\nRediSearch +unknown\n/);
  const { code, stderr } = await runHere(['search', 'activate', '--project', onEquipped], environment);
  t.equal(code, 1);
  t.match(
    stderr,
    /^Redis does not tell its modules \(NOPERM .*\), so it is not known whether orders can be searched\.\n$/,
  );
});
