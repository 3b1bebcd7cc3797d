/** The log, `/readyz` and the metrics while slots of a cluster move and its nodes fail. */
import { test } from '../../support/tap.js';
import { startLoggedServer, storyOf } from '../../support/loggedServer.js';
import { matchWhole } from '../../support/matchWhole.js';
import { freeMetricsPort, scrape, valueIn } from '../../support/metrics.js';
import type { ClusterNode } from '../../support/startClusterNode.js';
import { moveSlot, startOwnCluster } from '../../support/startOwnCluster.js';
import { waitUntil } from '../../support/waitUntil.js';
import { skipInShort } from '../../support/rounds.js';

const cluster = await startOwnCluster({ replicas: 1 });
const [a, b, c, replica] = cluster.nodes as readonly [ClusterNode, ClusterNode, ClusterNode, ClusterNode];
const addressOf = ({ port }: ClusterNode): string => `127.0.0.1:${port}`;
const names = { [addressOf(a)]: 'A', [addressOf(b)]: 'B', [addressOf(c)]: 'C', [addressOf(replica)]: 'R' };
const metricsPort = await freeMetricsPort();
const { http, lines } = await startLoggedServer({ REDIS_URL: cluster.url, METRICS_PORT: metricsPort });

/** Returns the log lines since the last call. */
const takeStory = (): string[] => storyOf(lines.splice(0), names);
const waitForLine = (pattern: RegExp): Promise<void> => waitUntil(() => lines.some(({ msg }) => pattern.test(msg)));

const metrics = async (...series: readonly string[]): Promise<(number | undefined)[]> => {
  const text = await scrape(metricsPort);
  return series.map(each => valueIn(text, `quayside_redis_${each}`));
};

const readyz = async (): Promise<readonly [number, unknown]> => {
  const { status, json } = await http.send('GET', '/readyz');
  return [status, json];
};

const setCoverage = (value: string, nodes: readonly ClusterNode[]): Promise<unknown> =>
  Promise.all(
    nodes.map(node =>
      node.call(async redis => {
        await redis.config('SET', 'cluster-require-full-coverage', value);
        // A master computes its state again after this command; a replica refuses it.
        await redis.call('CLUSTER', 'SETSLOT', 0, 'STABLE').catch(() => undefined);
      }),
    ),
  );

test('tells that slots move, and how many have moved', { skip: skipInShort }, async t => {
  const [from, to] = (await cluster.masterOf('{moved}')) === b ? [b, c] : [await cluster.masterOf('{moved}'), b];
  t.same(storyOf(lines), []);
  const move = await moveSlot('{moved}', from, to);
  await waitForLine(/^slots move/);
  matchWhole(t, lines.at(-1), { from: addressOf(from), to: addressOf(to), moved: 0, migrating: [move.slot] });
  t.same(await metrics('moving_slots', 'moved_slots_total'), [1, 0]);
  await move.end();
  await waitForLine(/^1 slot/);
  const pair = `${names[addressOf(from)]} to ${names[addressOf(to)]}`;
  t.same(takeStory(), [`warn: slots move from Redis at ${pair}`, `warn: 1 slot(s) moved from Redis at ${pair}`]);
  t.same(await metrics('moving_slots', 'moved_slots_total'), [0, 1]);
});

test('tells which replica took over from which master', async t => {
  await replica.failOver();
  await waitForLine(/took over/);
  const slots = lines.at(-1)?.slots as number;
  t.same(takeStory(), [`warn: the Redis replica R took over ${slots} slot(s) from its master A`]);
  t.same(await metrics('takeovers_total', 'failed_nodes{role="master"}'), [1, 0]);
});

test('is ready while one master is away, and lists it', async t => {
  await b.kill();
  await waitForLine(/cannot be reached/);
  const cause = `connect ECONNREFUSED ${addressOf(b)}`;
  const slots = lines[0]?.slots;
  t.same(takeStory(), ['error: Redis at B cannot be reached: connect ECONNREFUSED B']);
  t.same(await readyz(), [
    200,
    { status: 'ok', failedNodes: [{ node: addressOf(b), role: 'master', slots, message: `${cause}.` }] },
  ]);
  t.same(await metrics('failed_nodes{role="master"}', 'serves'), [1, 1]);
});

test('is not ready while the cluster serves nothing, and names the nodes', async t => {
  // One node regards the cluster as failed, and the others do not.
  await setCoverage('yes', [c]);
  await waitUntil(async () =>
    JSON.stringify(await readyz()).includes(`"node":"${addressOf(c)}","role":"master","slots":`),
  );
  const [partly, { failedNodes }] = (await readyz()) as [number, { failedNodes: { node: string; message: string }[] }];
  t.same(
    [partly, Object.fromEntries(failedNodes.map(({ node, message: fault }) => [names[node], fault]))],
    [200, { B: `connect ECONNREFUSED ${addressOf(b)}.`, C: 'cluster_state:fail.' }],
  );
  await setCoverage('yes', [a, replica]);
  await waitForLine(/serves no project/);
  const outage =
    'The cluster serves no project: cluster_state:fail at R, C; B cannot be reached (connect ECONNREFUSED B).';
  const [status, json] = await readyz();
  const { message } = json as { message: string };
  const story = [storyOf([{ level: 50, msg: message }], names), takeStory()].map(each =>
    each.join().replace('C, R', 'R, C'),
  );
  t.same([status, ...story], [503, `error: ${outage}`, `error: ${outage}`]);
  t.same(await metrics('serves'), [0]);
  await b.restart();
  await waitForLine(/serves projects again/);
  t.same(takeStory(), ['warn: Redis at B can be reached again', 'warn: The cluster serves projects again.']);
  await setCoverage('no', [a, c, replica]);
});

test('answers within a second while a node is silent, and tells when it answers again', async t => {
  await cluster.waitUntilHealthy();
  c.pause();
  t.teardown(() => c.resume());
  await waitUntil(async () => JSON.stringify(await readyz()).includes('no answer within'));
  const startMs = performance.now();
  matchWhole(t, await readyz(), [
    200,
    { status: 'ok', failedNodes: [{ node: addressOf(c), role: 'master', message: 'no answer within 700 ms.' }] },
  ]);
  // The limit is twice the promised second, for a busy machine.
  t.ok(performance.now() - startMs < 2_000);
  await waitForLine(/cannot be reached/);
  c.resume();
  await waitForLine(/reached again/);
  t.same(takeStory(), [
    'error: Redis at C cannot be reached: no answer within 700 ms',
    'warn: Redis at C can be reached again',
  ]);
  t.same(await readyz(), [200, { status: 'ok' }]);
});
