/** Optimistic concurrency: thirty writers update one order through two services. */
import { setTimeout } from 'node:timers/promises';
import { test } from '../support/tap.js';
import { keys } from '../../src/store/keys.js';
import { orderDraft, stateDraft, newKey } from '../support/drafts.js';
import { startOtherQuayside, startQuayside } from '../support/quayside.js';
import { matchWhole, valuesOf } from '../support/matchWhole.js';
import { startProject } from '../support/resourceApi.js';
import { expandResults } from '../../src/engine/references/expandReferences.js';
import { required } from '../../src/base/errors/ApiError.js';
import { updateResource } from '../../src/engine/commit/pipeline.js';
import { removeResource } from '../../src/engine/commit/removeResource.js';
import type { Engine } from '../../src/engine/Engine.js';
import { readResource } from '../../src/engine/query/queryResources.js';
import type { ResourceRequest } from '../../src/engine/ResourceRequest.js';
import { createGraphqlContext } from '../../src/graphql/createGraphqlEndpoint.js';
import { readStoredResource } from '../../src/http/request/readStored.js';
import type { RequestContext } from '../../src/http/request/RequestContext.js';
import { Router } from '../../src/http/routing/Router.js';
import { routes } from '../../src/http/routes/routes.js';
import type { DataStore } from '../../src/store/DataStore.js';

const writers = 30;
const updates = 120;
const waitMsMax = 40;
const servers = [await startQuayside(), await startOtherQuayside()];
const project = await servers[0]!.project();
const token = await servers[0]!.token(project);
const clients = servers.map(({ http }) => http.as(token));
const base = `/${project.projectKey}`;
type Order = { readonly id: string; readonly version: number; readonly customerEmail: string };

test('one update wins per version, none is lost, and messages have no gaps (GEN033, GEN064, GEN075)', async t => {
  const { id } = (await clients[0]!.send('POST', `${base}/orders/import`, { body: orderDraft() })).json as Order;
  const wonBy = new Map<number, string>();
  let left = updates;
  let conflicts = 0;

  const write = async (writer: number): Promise<void> => {
    const client = clients[writer % clients.length]!;
    let version = 1;
    for (let number = 0; left > 0; number++) {
      left--;
      const email = `writer-${writer}-${number}@example.com`;
      for (;;) {
        const { status, json } = await client.send('POST', `${base}/orders/${id}`, {
          body: { version, actions: [{ action: 'setCustomerEmail', email }] },
        });
        if (status === 200) {
          ({ version } = json as Order);
          if (wonBy.has(version)) t.fail(`two won version ${version}`);
          wonBy.set(version, email);
          break;
        }
        if (status !== 409) throw new Error(JSON.stringify(json));
        conflicts++;
        version = (json as { errors: [{ currentVersion: number }] }).errors[0].currentVersion;
        // Clients should also wait like this: without a random pause most updates of thirty writers end in conflicts.
        await setTimeout(Math.random() * waitMsMax);
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));

  const order = (await clients[1]!.send('GET', `${base}/orders/${id}`)).json as Order;
  t.equal(order.version, updates + 1);
  t.same(
    [...wonBy.keys()].sort((a, b) => a - b),
    Array.from({ length: updates }, (_, index) => index + 2),
  );
  t.equal(order.customerEmail, wonBy.get(updates + 1));
  t.ok(conflicts > 0, 'some updates met a conflict');

  const messages: { sequenceNumber: number; resourceVersion: number; email?: string }[] = [];
  for (let offset = 0; offset <= updates; offset += 500) {
    const query = new URLSearchParams({
      where: `resource(id = "${id}")`,
      sort: 'sequenceNumber asc',
      limit: '500',
      offset: String(offset),
    });
    messages.push(
      ...((await clients[0]!.send('GET', `${base}/messages?${query.toString()}`)).json as { results: typeof messages })
        .results,
    );
  }
  t.same(
    valuesOf(messages, 'sequenceNumber'),
    Array.from({ length: updates + 1 }, (_, index) => index + 1),
  );
  for (const { sequenceNumber, resourceVersion, email } of messages.slice(1))
    if (resourceVersion !== sequenceNumber || email !== wonBy.get(resourceVersion))
      t.fail(`message ${sequenceNumber} belongs to another update`);
});

test('refuses an update of a version that a failover has lost (GEN033)', async t => {
  const [client] = clients;
  const { id } = (await client!.send('POST', `${base}/orders/import`, { body: orderDraft() })).json as Order;
  const update = async (version: number, email: string) =>
    (
      await client!.send('POST', `${base}/orders/${id}`, {
        body: { version, actions: [{ action: 'setCustomerEmail', email }] },
      })
    ).json as Order;
  const lost = await update(1, 'lost@example.com');
  // After the failover, another server wrote a different second version.
  const stored = {
    ...lost,
    lastModifiedAt: new Date(Date.now() + 5_000).toISOString(),
    purchaseOrderNumber: 'of the other server',
  };
  await servers[0]!.services.redis.set(keys.body(project.projectKey, 'order', id), JSON.stringify(stored));
  matchWhole(t, await update(2, 'jo@example.com'), {
    version: 3,
    customerEmail: 'jo@example.com',
    purchaseOrderNumber: 'of the other server',
  });
});

// Expansion follows a limited number of places, and leaves the references after them unchanged (GEN061).
const { quayside, http: api, projectKey, http } = await startProject();
const { engine: sharedEngine } = quayside.services;
const state = (await api.send('POST', `/${projectKey}/states`, { body: stateDraft() })).json as { readonly id: string };
type Expanded = readonly { readonly state: { readonly obj?: { readonly id: string } } }[];
const places = Array.from({ length: 100_000 }, () => ({ to: 1 }));
const resource = { id: 'x', version: 1, places, state: { typeId: 'state', id: state.id } };
const results = [resource, { ...resource, places: [] }];

const expand = async (...paths: readonly string[]): Promise<Expanded> => {
  const texts = await expandResults(
    sharedEngine,
    {
      projectKey,
      resourceType: required(sharedEngine.resourceTypes.get('order'), 'the resource type of orders'),
      query: new URLSearchParams(paths.map((path): [string, string] => ['expand', path])),
      body: new Uint8Array(),
      client: { clientId: 'x' },
      scopes: new Set(['view_states']),
    },
    results.map(each => Buffer.from(JSON.stringify(each))),
  );
  return required(texts, 'the expanded resources').map(text => JSON.parse(text)) as Expanded;
};
const expandedIds = async (...paths: readonly string[]): Promise<(string | undefined)[]> =>
  (await expand(...paths)).map(each => each.state.obj?.id);

test('follows 300,000 places, and leaves references behind them without obj (GEN061)', async t => {
  t.strictSame(await expandedIds('state'), [state.id, state.id]);
  t.strictSame(await expandedIds('places[*].to', 'state'), [state.id, state.id]);
  // Each of the two equal paths follows 100,000 elements and 100,000 members of them.
  t.strictSame(await expandedIds('places[*].to', 'places[*].to', 'state'), [undefined, undefined]);
  t.strictSame(await expand('places[*].to'), results, 'the resources are as they were');
});

// If a key moves to another resource between its look-up and the read, the read returns the resource that has it now.
const { services } = quayside;
type Cart = { readonly id: string; readonly version: number; readonly key?: string };

const post = async (path: string, body: object): Promise<Cart> =>
  (await http.send('POST', `/${projectKey}/carts${path}`, { body })).json as Cart;
const setKey = ({ id, version }: Cart, key?: string): Promise<Cart> =>
  post(`/${id}`, { version, actions: [{ action: 'setKey', key }] });

/** Creates two carts; the key of the first moves to the second after its first look-up. */
const start = async () => {
  const key = newKey('cart');
  const [first, second] = [await post('', { currency: 'EUR', key }), await post('', { currency: 'EUR' })];
  let isMoved = false;
  const move = async (): Promise<void> => {
    if (isMoved) return;
    isMoved = true;
    await setKey(first);
    await setKey(second, key);
  };
  const store: DataStore = {
    ...services.store,
    findId: async (...given) => {
      const id = await services.store.findId(...given);
      await move();
      return id;
    },
    findIds: async (...given) => {
      const ids = await services.store.findIds(...given);
      await move();
      return ids;
    },
  };
  const engine: Engine = { ...services.engine, store };
  const request = (parts: Partial<ResourceRequest> = {}): ResourceRequest => ({
    projectKey,
    resourceType: services.engine.resourceTypes.get('cart')!,
    locator: { field: 'key', value: key },
    client: { clientId: 'x' },
    query: new URLSearchParams(),
    body: new Uint8Array(),
    ...parts,
  });
  return { key, first, second, engine, store, request };
};

const bodyOf = ({ body }: { readonly body?: unknown }): Cart => JSON.parse(String(body)) as Cart;
const stored = async ({ id }: Cart): Promise<Cart> =>
  (await http.send('GET', `/${projectKey}/carts/${id}`)).json as Cart;
const setCountry = (version: number): Uint8Array =>
  Buffer.from(JSON.stringify({ version, actions: [{ action: 'setCountry', country: 'DE' }] }));

test('a read by key returns the resource that has the key', async t => {
  const { key, second, engine, request } = await start();
  t.same(bodyOf(await readResource(engine, request())), { ...(await stored(second)), key });
});

test('a read by key without a worker returns the resource that has the key', async t => {
  const { key, second, store } = await start();
  const match = new Router(routes).match('GET', `/${projectKey}/carts/key=${key}`);
  const context = { store, reads: { runLarge: (_key, _bytes, run) => run() } as RequestContext['reads'] };
  const response = await readStoredResource(context, match as Parameters<typeof readStoredResource>[1]);
  t.same(bodyOf(response ?? {}), await stored(second));
});

test('GraphQL finds the resource that has the key', async t => {
  const { key, second, engine } = await start();
  const context = createGraphqlContext(
    { ...services, engine },
    { projectKey, client: { clientId: 'x' }, scope: `manage_project:${projectKey}`, correlationId: 'moved' },
  );
  t.equal((await context.loaders.find('cart', 'key', key))?.id, second.id);
});

test('an update by key changes the resource that has the key, and no other one', async t => {
  const { first, second, engine, request } = await start();
  // This is the version of the first cart without the key, and of the second one with the key.
  const updated = bodyOf(await updateResource(engine, request({ body: setCountry(2) })));
  t.match(updated, { id: second.id, version: 3, country: 'DE' });
  t.notOk('country' in (await stored(first)));
});

test('a deletion by key deletes the resource that has the key, and no other one', async t => {
  const { first, second, engine, request } = await start();
  const query = new URLSearchParams({ version: '2' });
  t.equal(bodyOf(await removeResource(engine, request({ query }))).id, second.id);
  t.equal((await stored(first)).id, first.id);
  t.equal((await http.send('GET', `/${projectKey}/carts/${second.id}`)).status, 404);
});

test('a key that a resource had before leads to none', async t => {
  const { key, first, engine, request } = await start();
  await setKey(first);
  const pointing: Engine = { ...engine, store: { ...services.store, findId: () => Promise.resolve(first.id) } };
  await t.rejects(readResource(pointing, request()), {
    status: 404,
    message: `The cart with key '${key}' was not found.`,
  });
});
