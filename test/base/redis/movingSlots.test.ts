/** Two servers on a Redis Cluster, and slots that are moved from node to node while requests run. */
import { test } from '../../support/tap.js';
import { checkRound } from '../../../faults/checkRound.js';
import { createClient } from '../../../faults/createClient.js';
import { Ledger } from '../../../faults/Ledger.js';
import { startLoad } from '../../../faults/startLoad.js';
import { verifySearchIndex } from '../../../src/jobs/verification/search/verifySearchIndex.js';
import { orderDraft, stateDraft } from '../../support/drafts.js';
import { addNode, moveSlot, startOwnCluster } from '../../support/startOwnCluster.js';
import { changeProject } from '../../support/resourceApi.js';
import { startQuayside } from '../../support/quayside.js';
import { readAlong } from './readAlong.js';
import { searchOf } from '../../support/search.js';
import { waitUntil } from '../../support/waitUntil.js';
import { matchWhole } from '../../support/matchWhole.js';

interface Json {
  readonly id: string;
  readonly version: number;
  readonly results?: readonly { readonly email?: string }[];
  readonly errors?: readonly { readonly code: string }[];
}
type SendRequest = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly json: Json }>;

// On a busy machine a node may be silent for seconds; the test accepts that.
const cluster = await startOwnCluster({ args: ['--cluster-node-timeout', '15000'] });
const quayside = await startQuayside({ REDIS_URL: cluster.url });
const other = await startQuayside({ REDIS_URL: cluster.url });
const { services } = quayside;
const orders = 12;
/** The limit is long, since the test is about lost and repeated changes and not about time. */
const answerMsMax = 60_000;

test('reads the changes of one server by another server of the same project', async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  // The other server accepts the token of the first.
  const token = await quayside.token(credentials);
  const [one, two] = [quayside, other].map(({ http }) => async (method: string, path: string, body?: object) => {
    const { status, json } = await http.as(token).send(method, `/${projectKey}/${path}`, { body });
    return { status, json: json as Json };
  }) as [SendRequest, SendRequest];
  const pairs = [
    [one, two],
    [two, one],
  ] as const;
  for (const [at, [writer, reader]] of pairs.entries()) {
    const where = `orders?${new URLSearchParams({ where: `orderNumber = "o-${at}"` }).toString()}`;
    t.equal((await reader('GET', `orders/order-number=o-${at}`)).status, 404);
    const { json: order } = await writer('POST', 'orders/import', orderDraft({ orderNumber: `o-${at}` }));
    for (const path of [`orders/${order.id}`, `orders/order-number=o-${at}`])
      t.same((await reader('GET', path)).json, order);
    t.same((await reader('GET', where)).json.results, [order]);
    const { json: state } = await writer('POST', 'states', stateDraft());
    const { json: moved } = await reader('POST', `orders/${order.id}`, {
      version: 1,
      actions: [{ action: 'transitionState', state: { typeId: 'state', id: state.id } }],
    });
    matchWhole(t, moved, { version: 2, state: { id: state.id } }, 'the other server refers to the new state');
    t.same((await writer('GET', `orders/${order.id}`)).json, moved, 'although its cache holds the former version');
    matchWhole(
      t,
      await writer('POST', `orders/${order.id}`, {
        version: 1,
        actions: [{ action: 'setCustomerEmail', email: 'a@example.com' }],
      }),
      { status: 409, json: { errors: [{ code: 'ConcurrentModification', currentVersion: 2 }] } },
    );
    t.equal((await writer('DELETE', `states/${state.id}?version=1`)).json.errors![0]!.code, 'ReferenceExists');
    t.equal((await reader('DELETE', `orders/${order.id}?version=2`)).status, 200);
    t.equal((await writer('GET', `orders/${order.id}`)).status, 404);
    t.same((await writer('GET', where)).json.results, []);
  }
});

test('makes each of many updates by two servers exactly once', async t => {
  const credentials = await quayside.project();
  const token = await quayside.token(credentials);
  const path = `/${credentials.projectKey}/orders`;
  const { id } = (await quayside.http.as(token).send('POST', `${path}/import`, { body: orderDraft() })).json as Json;
  const tries = 5;
  const writer = async ({ http }: typeof quayside, name: string): Promise<void> => {
    for (let at = 0; at < tries; ) {
      const { version } = (await http.as(token).send('GET', `${path}/${id}`)).json as Json;
      const { status } = await http.as(token).send('POST', `${path}/${id}`, {
        body: { version, actions: [{ action: 'setCustomerEmail', email: `${name}-${at}@example.com` }] },
      });
      if (status === 200) at++;
      else t.equal(status, 409);
    }
  };
  await Promise.all([writer(quayside, 'a'), writer(other, 'b'), writer(quayside, 'c'), writer(other, 'd')]);
  const messages = await other.http
    .as(token)
    .send(
      'GET',
      `/${credentials.projectKey}/messages?${new URLSearchParams({ where: `resource(id = "${id}")`, limit: '100' }).toString()}`,
    );
  const emails = (messages.json as Json).results!.flatMap(({ email }) => email ?? []).sort();
  t.same(
    emails,
    ['a', 'b', 'c', 'd'].flatMap(name => Array.from({ length: tries }, (_, at) => `${name}-${at}@example.com`)),
  );
  t.equal(((await quayside.http.as(token).send('GET', `${path}/${id}`)).json as Json).version, 1 + 4 * tries);
});

test('applies changed project settings in the other server, too', async t => {
  const credentials = await quayside.project();
  const token = await quayside.token(credentials);
  const days = async ({ http }: typeof quayside): Promise<unknown> =>
    (
      (await http.as(token).send('POST', `/${credentials.projectKey}/carts`, { body: { currency: 'EUR' } })).json as {
        readonly deleteDaysAfterLastModification: number;
      }
    ).deleteDaysAfterLastModification;
  t.same(await Promise.all([days(quayside), days(other)]), [90, 90]);
  await changeProject(quayside, credentials, {
    action: 'changeCartsConfiguration',
    cartsConfiguration: { deleteDaysAfterLastModification: 7 },
  });
  const read = async ({ http }: typeof quayside): Promise<unknown> =>
    (await http.as(token).send('GET', `/${credentials.projectKey}`)).json;
  t.same(await read(other), await read(quayside), 'both servers read the same project');
  await waitUntil(async () => (await days(other)) === 7 && (await days(quayside)) === 7);
});

/** Creates a project with active search and orders that no request changes. */
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
    credentials,
    projectKey,
    ids,
    token,
    get,
    post,
    settled: search.settled,
    oldest: `orders?${new URLSearchParams({ where: `id in (${ids.map(id => `"${id}"`).join(', ')})`, limit: '500' }).toString()}`,
    search: () =>
      post('orders/search', { query: { or: ids.map(value => ({ exact: { field: 'id', value } })) }, limit: 100 }),
  };
};

const halfOf = <T>(list: readonly T[]): T[] => list.filter((_, at) => at % 2 === 0);

test('follows the slot of a project to another node and back under load, with no change lost or repeated', async t => {
  const project = await start();
  const { projectKey, token } = project;
  const neighbour = await start();
  const old = await cluster.masterOf(`{${projectKey}}`);
  const added = await addNode(cluster);
  const ledger = new Ledger();
  const client = createClient({ address: quayside.address, token, ledger, allowed: [503], answerMsMax });
  const load = startLoad({ client, projectKey, ledger, writers: 2, random: Math.random, restMs: 10 });
  const reader = readAlong(project);
  const beside = readAlong(neighbour);
  const stop = () => Promise.all([load.stop(), reader.stop(), beside.stop()]);
  t.teardown(stop);
  const progress = async (): Promise<void> => {
    const { acknowledged } = ledger;
    const { orders: read, searches } = reader.seen;
    await waitUntil(
      () =>
        ledger.acknowledged > acknowledged + 10 && reader.seen.orders > read + 5 && reader.seen.searches > searches + 2,
    );
  };
  for (const [from, to] of [
    [old, added],
    [added, old],
  ] as const) {
    await progress();
    const move = await moveSlot(`{${projectKey}}`, from, to);
    await move.keys(halfOf(await move.left()));
    const { orders: before, lists } = reader.seen;
    await waitUntil(() => reader.seen.orders > before + 10 && reader.seen.lists > lists + 5);
    await move.end();
    await progress();
  }
  await stop();
  client.close();
  t.same([reader.wrong, beside.wrong], [[], []]);
  t.equal(beside.seen.refused, 0, 'another project is served without a refusal');
  t.equal(await checkRound({ services, projectKey }, ledger, { search: true }), 0);
  t.same(ledger.failures, []);
  await project.settled();
  matchWhole(t, await verifySearchIndex(services, projectKey), { differences: [], isEqual: true });
});

test('refuses a whole commit while its slot is being migrated, even when it creates no key', async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  const path = `/${projectKey}/states/key=Initial`;
  const rename = (version: number) =>
    http.send('POST', path, { body: { version, actions: [{ action: 'setName', name: { en: `after ${version}` } }] } });
  matchWhole(t, await rename(1), { status: 200, json: { version: 2 } });
  const from = await cluster.masterOf(`{${projectKey}}`);
  const move = await moveSlot(`{${projectKey}}`, from, cluster.nodes.find(node => node !== from)!);
  matchWhole(t, await rename(2), { status: 503, headers: { 'retry-after': /\d/ } });
  matchWhole(t, await http.send('GET', path), { status: 200, json: { version: 2 } });
  await move.end();
  matchWhole(t, await rename(2), { status: 200, json: { version: 3 } });
});

/** This is longer than the time limit of a search in the first module versions, and shorter than a wait for a slot. */
const moveMs = 600;

test('the time limit of a search does not include its wait for a moving slot', async t => {
  const project = await start();
  const old = await cluster.masterOf(`{${project.projectKey}}`);
  const move = await moveSlot(`{${project.projectKey}}`, old, cluster.nodes.find(node => node !== old)!);
  const startMs = performance.now();
  const searching = Promise.all([project.search(), project.search()]);
  await waitUntil(() => performance.now() - startMs > moveMs);
  await move.end();
  const statuses = (await searching).map(({ status }) => status);
  t.ok(
    statuses.every(status => status === 200 || status === 503),
    `${statuses.join()}`,
  );
  t.equal((await project.search()).status, 200);
});
