/** A key that moves to another resource between its look-up and the read of the resource leads to the one that has it. */
import { test } from '../support/tap.js';
import { updateResource } from '../../src/engine/commit/pipeline.js';
import { removeResource } from '../../src/engine/commit/removeResource.js';
import type { Engine } from '../../src/engine/Engine.js';
import { readResource } from '../../src/engine/query/readResource.js';
import type { ResourceRequest } from '../../src/engine/ResourceRequest.js';
import { createGraphqlContext } from '../../src/graphql/createGraphqlEndpoint.js';
import { readStoredResource } from '../../src/http/request/readStoredResource.js';
import type { RequestContext } from '../../src/http/request/RequestContext.js';
import { Router } from '../../src/http/routing/Router.js';
import { routes } from '../../src/http/routing/routes.js';
import type { Store } from '../../src/store/Store.js';
import { newKey } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const { services } = quayside;
const credentials = await quayside.project();
const { projectKey } = credentials;
const http = quayside.http.as(await quayside.token(credentials));

interface Cart {
  readonly id: string;
  readonly version: number;
  readonly key?: string;
}

const post = async (path: string, body: object): Promise<Cart> =>
  (await http.send('POST', `/${projectKey}/carts${path}`, { body })).json as Cart;
const setKey = ({ id, version }: Cart, key?: string): Promise<Cart> =>
  post(`/${id}`, { version, actions: [{ action: 'setKey', key }] });

/** Two carts; the key of the first moves to the second after it was looked up for the first time. */
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
  const store: Store = {
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
    address: { field: 'key', value: key },
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
  t.same(bodyOf(response), await stored(second));
});

test('GraphQL finds the resource that has the key', async t => {
  const { key, second, engine } = await start();
  const context = createGraphqlContext(
    { ...services, engine },
    {
      projectKey,
      client: { clientId: 'x' },
      scope: `manage_project:${projectKey}`,
      correlationId: 'moved',
    },
  );
  t.equal((await context.loaders.find('cart', 'key', key))?.id, second.id);
});

test('an update by key changes the resource that has the key, and no other one', async t => {
  const { first, second, engine, request } = await start();
  // The version of the first cart after it has lost the key, and of the second one with the key.
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
