/** Search on other servers: one without the module, a cluster, and one that restarts. */
import type { Redis } from 'ioredis';
import { t as root, test } from '../../support/tap.js';
import { connect } from '../../../src/base/redis/connect.js';
import { masterNodes } from '../../../src/base/redis/clusterNodes.js';
import { parseModuleList } from '../../../src/base/redis/searchIndex/parseModuleList.js';
import { entryOf, plainFind, searchBench } from '../../support/searchBench.js';
import { waitUntilAnswered } from '../../support/waitUntil.js';
import { startOwnCluster } from '../../support/startOwnCluster.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { startOwnServer } from '../../support/startOwnServer.js';
import { waitUntil } from '../../support/waitUntil.js';

test('reports a server without the search module', async t => {
  const { indexes, projectKey } = searchBench(await startOwnServer([]));
  t.equal(await indexes.available(projectKey, 'order'), false);
  await t.rejects(indexes.find(projectKey, 'order', 1, '*', plainFind), /no search module/);
});

test('sends each search of a cluster to the node of the project', async t => {
  const redis = connect((await startOwnCluster()).url);
  root.teardown(() => redis.disconnect());
  await waitUntil(() => Promise.resolve(masterNodes(redis).length === 3));
  const nodes = masterNodes(redis);
  // The nodes of the keys are random, so that this many projects almost never lie on one node.
  for (let count = 0; count < 12; count++) {
    const { indexes, projectKey, setState, store, ids } = searchBench(redis);
    t.equal(await indexes.available(projectKey, 'order'), true);
    await indexes.create(projectKey, 'order', 1);
    await setState({ current: 1 });
    const [a, b] = [await store(1), await store(1)];
    await indexes.apply(projectKey, 'order', { current: 1 }, [entryOf(a, 1, ['x'], 1), entryOf(b, 1, ['x'], 2)]);
    t.same(await ids(1, '@t:{x}'), [a, b]);
    t.equal((await indexes.size(projectKey, 'order', 1)).documents, 2);
    await indexes.drop(projectKey, 'order', 1);
    t.equal(await indexes.exists(projectKey, 'order', 1), false);
  }
  const errors = await Promise.all(nodes.map(node => node.info('errorstats')));
  t.notMatch(errors.join(), /MOVED/, 'no node was asked for what another one has');
  const made = await Promise.all(nodes.map(node => node.info('commandstats')));
  t.equal(made.filter(stats => /cmdstat_FT.CREATE:/i.test(stats)).length > 1, true, 'projects lie on several nodes');
});

test('gives searches ten seconds in the embedded Redis, and fails later ones', async t => {
  const redis = connect((await startOwnRedis()).url);
  root.teardown(() => redis.disconnect());
  const listed = (await redis.call('MODULE', 'LIST')) as unknown[][];
  t.equal(parseModuleList(listed, 1)?.timeoutMs, 10_000);
  t.match(JSON.stringify(listed), /"ON_TIMEOUT","FAIL"/);
});

test('keeps an index over a restart, with a rewritten file too, and a dropped one is gone', async t => {
  const server = await startOwnRedis();
  const redis = connect(server.url);
  root.teardown(() => redis.disconnect());
  const onEachNode = <T>(call: (node: Redis) => Promise<T>): Promise<T[]> => Promise.all(masterNodes(redis).map(call));
  /** Writes at once, since data of the last second may not be in the file; the test is not about that. */
  const writeAtOnce = () => onEachNode(node => node.config('SET', 'appendfsync', 'always'));
  const restart = async (): Promise<void> => {
    await server.kill();
    await server.restart();
    await waitUntilAnswered(redis);
    await writeAtOnce();
  };
  const { indexes, projectKey, setState, store, ids } = searchBench(redis);
  await indexes.create(projectKey, 'order', 1);
  await setState({ current: 1 });
  const [a, b] = [await store(1), await store(1)];
  await indexes.apply(projectKey, 'order', { current: 1 }, [entryOf(a, 1, ['x'], 1)]);
  const rewritten = async (): Promise<boolean> =>
    (await onEachNode(node => node.info('persistence'))).every(info =>
      /aof_rewrite_in_progress:0[^]*aof_rewrite_scheduled:0[^]*aof_last_bgrewrite_status:ok/.test(info),
    );
  await onEachNode(node => node.bgrewriteaof());
  await waitUntil(rewritten);
  await writeAtOnce();
  await indexes.apply(projectKey, 'order', { current: 1 }, [entryOf(b, 1, ['x'], 2)]);
  await indexes.apply(projectKey, 'order', { current: 1 }, [entryOf(a, 1, ['y'], 1)]);
  await restart();
  t.same([await ids(1, '@t:{x}'), await ids(1, '@t:{y}'), await ids(1, '*')], [[b], [a], [a, b]]);
  await indexes.drop(projectKey, 'order', 1);
  await restart();
  t.equal(await indexes.exists(projectKey, 'order', 1), false);
});
