/** Slots that are moved from node to node of a Redis Cluster while requests run. */
import { dirname } from 'node:path';
import { t as root, test } from 'tap';
import { checkRound } from '../../faults/check.js';
import { createClient } from '../../faults/client.js';
import { Ledger } from '../../faults/ledger.js';
import { startLoad } from '../../faults/load.js';
import { verify } from '../../src/search/verify.js';
import { type ClusterNode, startNode } from '../support/clusterNode.js';
import { moveSlot } from '../support/moveSlot.js';
import { ownCluster } from '../support/ownCluster.js';
import { startQuayside } from '../support/quayside.js';
import { searchOf } from '../support/search.js';
import { until } from '../support/until.js';

const cluster = await ownCluster();
const quayside = await startQuayside({ REDIS_URL: cluster.url, TOKEN_REQUESTS_PER_SECOND: '0' });
const { services } = quayside;
const orders = 12;

/** A node that was added to the cluster just now, and serves nothing. */
const addNode = async (): Promise<ClusterNode> => {
  const [first] = cluster.nodes as readonly [ClusterNode];
  const node = await startNode(dirname(first.folder), []);
  root.teardown(() => node.kill());
  await node.ask(redis => redis.call('CLUSTER', 'MEET', '127.0.0.1', first.port));
  const id = await node.id();
  await until(() => node.ask(async redis => (await redis.call('CLUSTER', 'INFO') as string).includes('cluster_state:ok')));
  await until(async () => (await Promise.all(cluster.nodes.map(each => each.ask(redis => redis.call('CLUSTER', 'NODES') as Promise<string>)))).every(nodes => nodes.includes(`${id} 127.0.0.1`)));
  return node;
};

/** A project with orders that stay as they are, and its search. */
const start = async () => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const search = searchOf(quayside, credentials);
  const ids = await search.orders(orders);
  await search.activate();
  await search.holds(ids);
  await search.settled();
  const token = await quayside.token(credentials);
  const http = quayside.http.as(token);
  const post = (path: string, body: object) => http.send('POST', `/${projectKey}/${path}`, { body });
  const get = (path: string) => http.send('GET', `/${projectKey}/${path}`);
  return {
    credentials, projectKey, ids, token, get, post, settled: search.settled,
    oldest: `orders?${new URLSearchParams({ where: `id in (${ids.map(id => `"${id}"`).join(', ')})`, limit: '500' })}`,
    search: () => post('orders/search', { query: { or: ids.map(value => ({ exact: { field: 'id', value } })) }, limit: 100 }),
  };
};

type Project = Awaited<ReturnType<typeof start>>;
type Listing = { readonly results: readonly { readonly id: string }[] };
type Found = { readonly total: number; readonly hits: readonly { readonly id: string }[] };

/** Reads all the time what does not change, in all ways; every answer is right, or a 503. */
const readAlong = ({ ids, get, oldest, search }: Project) => {
  const seen = { orders: 0, lists: 0, searches: 0, refused: 0 };
  let isOver = false;
  const wrong: string[] = [];
  const look = async (name: 'orders' | 'lists' | 'searches', call: () => ReturnType<Project['get']>, isRight: (json: unknown) => boolean): Promise<void> => {
    while (!isOver) {
      const { status, json, text } = await call();
      if (status === 200 && isRight(json)) seen[name]++;
      else if (status === 503) seen.refused++;
      else wrong.push(`${name}: ${status} ${text.slice(0, 200)}`);
    }
  };
  const isAll = (found: readonly { readonly id: string }[]): boolean => found.map(({ id }) => id).sort().join() === ids.join();
  let turn = 0;
  const looking = Promise.all([
    look('orders', () => get(`orders/${ids[turn++ % ids.length]!}`), json => ids.includes((json as { id: string }).id)),
    look('lists', () => get(oldest), json => isAll((json as Listing).results)),
    look('searches', search, json => isAll((json as Found).hits) && (json as Found).total === ids.length),
  ]);
  return { seen, wrong, stop: async () => { isOver = true; await looking; } };
};

const halfOf = <T>(list: readonly T[]): T[] => list.filter((_, at) => at % 2 === 0);

test('a project is followed to a new node under load, and back: nothing is lost, doubled or told wrongly', async t => {
  const project = await start();
  const { projectKey, token } = project;
  const neighbour = await start();
  const ledger = new Ledger();
  const client = createClient({ address: quayside.address, token, ledger, allowed: [503] });
  const load = startLoad({ client, projectKey, ledger, writers: 4, random: Math.random });
  const reader = readAlong(project);
  const beside = readAlong(neighbour);
  const stop = () => Promise.all([load.stop(), reader.stop(), beside.stop()]);
  t.teardown(stop);
  const progress = async (): Promise<void> => {
    const { acknowledged } = ledger;
    const { orders: read, searches } = reader.seen;
    await until(() => ledger.acknowledged > acknowledged + 20 && reader.seen.orders > read + 5 && reader.seen.searches > searches + 2);
  };
  const old = await cluster.masterOf(`{${projectKey}}`);
  const added = await addNode();
  for (const [from, to] of [[old, added], [added, old]] as const) {
    await progress();
    const move = await moveSlot(`{${projectKey}}`, from, to);
    await move.keys(halfOf(await move.left()));
    const { orders: before, lists } = reader.seen;
    await until(() => reader.seen.orders > before + 20 && reader.seen.lists > lists + 5);
    await move.end();
    await progress();
  }
  await stop();
  client.close();
  t.same([reader.wrong, beside.wrong], [[], []]);
  t.equal(beside.seen.refused, 0, 'others are served as ever');
  t.equal(await checkRound({ services, projectKey }, ledger), 0);
  t.same(ledger.faults, []);
  await project.settled();
  t.match(await verify(services, projectKey), { differences: [], isEqual: true });
});
