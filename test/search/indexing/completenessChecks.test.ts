/** Tests how often the documents of an index are counted. */
import { t as root, test } from '../../support/tap.js';
import { CompletenessChecks } from '../../../src/search/indexing/reconcileSearch.js';
import { connect } from '../../../src/base/redis/connect.js';
import { masterNodes } from '../../../src/base/redis/clusterNodes.js';
import { waitUntil, waitUntilAnswered } from '../../support/waitUntil.js';
import { entryOf, searchBench } from '../../support/searchBench.js';
import { keys } from '../../../src/store/keys.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';

const server = await startOwnRedis();
const redis = connect(server.url);
root.teardown(() => redis.disconnect());

/** Redis delays writes to its file while the disk is busy; a kill would lose them. */
const waitForFile = () =>
  waitUntil(async () => {
    const texts = await Promise.all(masterNodes(redis).map(node => node.info('persistence')));
    return texts.every(text => /^aof_buffer_length:0\r$/m.test(text));
  });

const start = async () => {
  const { indexes, projectKey, setState, store } = searchBench(redis);
  await indexes.create(projectKey, 'order', 1);
  await setState({ current: 1 });
  const id = await store(1);
  await redis.zadd(keys.ids(projectKey, 'order'), 0, id);
  await indexes.apply(projectKey, 'order', { current: 1 }, [entryOf(id, 1, ['a'])]);
  let presentMs = 0;
  const checks = new CompletenessChecks({ typeId: 'order', indexes, now: () => presentMs });
  return {
    indexes,
    projectKey,
    isComplete: () => checks.isComplete(projectKey, 1),
    pass: (ms: number) => {
      presentMs += ms;
    },
    /** Adds an order that the index lacks. */
    addOrder: () => redis.zadd(keys.ids(projectKey, 'order'), 0, 'other'),
  };
};

test('counts the documents of a complete index again after an hour', async t => {
  const { isComplete, pass, addOrder } = await start();
  t.equal(await isComplete(), true);
  await addOrder();
  t.equal(await isComplete(), true);
  pass(3_599_999);
  t.equal(await isComplete(), true);
  pass(1);
  t.equal(await isComplete(), false);
  t.equal(await isComplete(), false, 'an incomplete index is counted each time');
});

test('notices at once that Redis lost an index', async t => {
  const { indexes, projectKey, isComplete } = await start();
  t.equal(await isComplete(), true);
  await indexes.drop(projectKey, 'order', 1);
  t.equal(await isComplete(), false);
});

test('counts the documents after a restart of Redis', async t => {
  const { isComplete, addOrder } = await start();
  t.equal(await isComplete(), true);
  await addOrder();
  t.equal(await isComplete(), true);
  await waitForFile();
  await server.kill();
  await server.restart();
  await waitUntilAnswered(redis);
  t.equal(await isComplete(), false);
});
