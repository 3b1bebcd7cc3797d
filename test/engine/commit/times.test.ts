/** Readers that follow times, beside all kinds of writes on two processes whose clocks differ by seconds. */
import { verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import { newKey, orderDraft, stateDraft } from '../../support/drafts.js';
import { startExternalServer } from '../../support/externalServer.js';
import { follow, type Query } from '../../support/follow.js';
import { startQuayside } from '../../support/quayside.js';
import { createProjectApi, type Resource, type WireMessage } from '../../support/resourceApi.js';
import { isLong, rounds } from '../../support/rounds.js';
import { startShiftedServer } from '../../support/startPreloaded.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';

type Timed = Resource & { readonly createdAt: string; readonly lastModifiedAt: string };
const quayside = await startQuayside();
const credentials = await quayside.project();
const { projectKey } = credentials;
const api = await createProjectApi(quayside, credentials);
/** The long form also has a process whose clock is behind that of Redis. */
const shifted = await Promise.all((isLong ? [3_000, -3_000] : [3_000]).map(startShiftedServer));
const others = await Promise.all(shifted.map(http => createProjectApi({ ...quayside, http }, credentials)));
const apis = isLong ? others : [api, ...others];
type Api = typeof api;

const slow = await startExternalServer();
let calls = 0;
slow.behave(response => {
  setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'), 40 * (++calls % 4));
});
for (const resourceTypeId of ['order', 'customer', 'cart'])
  await api.createIn('extensions', {
    destination: { type: 'HTTP', url: slow.url },
    triggers: [{ resourceTypeId, actions: ['Create', 'Update'] }],
    timeoutInMs: 10_000,
  });
const productType = await api.createIn('product-types', { key: newKey(), name: 'a', description: '' });

const email = () => `${newKey()}@example.com`;
const setEmail = () => ({ action: 'setCustomerEmail', email: email() });

/** All kinds of writes; each is repeated on both servers at once. */
const writers: Readonly<Record<string, (api: Api) => Promise<unknown>>> = {
  registration: async ({ createIn, http, base }) => {
    const password = 'correct horse 7';
    const { customer } = await createIn<{ customer: Timed }>('customers', { email: email(), password });
    await http.send('POST', `${base}/customers/email-token`, { body: { id: customer.id, ttlMinutes: 5 } });
  },
  order: async ({ resourcesAt, createIn }) => {
    const order = await createIn('orders/import', orderDraft({ orderNumber: newKey() }));
    const changed = await resourcesAt('orders').update(order, setEmail(), setEmail());
    await resourcesAt('orders').update(changed, setEmail());
  },
  erasure: async ({ createIn, http, base }) => {
    const { customer } = await createIn<{ customer: Timed }>('customers', {
      email: email(),
      password: 'correct horse 7',
    });
    await http.send('DELETE', `${base}/customers/${customer.id}?version=1&dataErasure=true`);
  },
  'sign-in with carts': async ({ createIn, http, base }) => {
    const anonymousId = newKey();
    for (let count = 0; count < 2; count++) await createIn('carts', { currency: 'EUR', anonymousId });
    const { customer } = await createIn<{ customer: Timed & { email: string } }>('customers', {
      email: email(),
      password: 'correct horse 7',
    });
    await http.send('POST', `${base}/login`, {
      body: { email: customer.email, password: 'correct horse 7', anonymousId },
    });
  },
  cart: async ({ resourcesAt, createIn }) => {
    const cart = await createIn('carts', { currency: 'EUR', deleteDaysAfterLastModification: 3 });
    const changed = await resourcesAt('carts').update(cart, { action: 'setLocale', locale: 'en' });
    await resourcesAt('carts').remove(changed);
  },
  product: async ({ resourcesAt, createIn }) => {
    const draft = { productType: { id: productType.id }, name: { en: 'a' }, slug: { en: newKey() } };
    const product = await createIn('products', draft);
    await resourcesAt('products').update(product, { action: 'publish' });
  },
  state: async ({ resourcesAt, createIn }) => {
    let state = await createIn('states', stateDraft());
    // The updates run one after the other, some within a millisecond.
    for (let count = 0; count < 5; count++)
      state = await resourcesAt('states').update(state, { action: 'setName', name: { en: newKey() } });
  },
  'graphql, api client': async ({ http, base, createIn }) => {
    const query = 'mutation ($draft: CategoryDraft!) { createCategory(draft: $draft) { id } }';
    const draft = { name: [{ locale: 'en', value: 'a' }], slug: [{ locale: 'en', value: newKey() }] };
    await http.send('POST', `${base}/graphql`, { body: { query, variables: { draft } } });
    await createIn('api-clients', { name: 'a', scope: `view_orders:${projectKey}` });
  },
};

const collections = ['customers', 'orders', 'carts', 'products', 'categories', 'states', 'api-clients'];

class Stopped extends Error {}

type Send = (api: Api, collection: string, parameters: Readonly<Record<string, unknown>>) => Promise<readonly Timed[]>;

const overRest: Send = async ({ http, base }, collection, parameters) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const one of [value].flat()) search.append(name, String(one));
  const { status, json, text } = await http.send('GET', `${base}/${collection}?${search.toString()}`);
  if (status !== 200) throw new Error(text);
  return (json as { results: Timed[] }).results;
};

const overGraphql: Send = async ({ http, base }, collection, { where, sort, limit }) => {
  const fields = 'results { id version createdAt lastModifiedAt }';
  const query = `query ($where: String, $sort: [String!], $limit: Int) {
    ${collection}(where: $where, sort: $sort, limit: $limit) { ${fields} }
  }`;
  const { json, text } = await http.send('POST', `${base}/graphql`, {
    body: { query, variables: { where, sort, limit } },
  });
  const found = (json as { data?: Record<string, { results: Timed[] }> | null }).data?.[collection];
  if (found === undefined) throw new Error(text);
  return found.results;
};

/** Follows a collection; both processes answer in turn. `stop` waits until it has found nothing new twice. */
const startFollower = (collection: string, time: 'createdAt' | 'lastModifiedAt', send = overRest) => {
  const seen: Timed[] = [];
  let [asked, idle, isStopped] = [0, 0, false];
  const query: Query = async parameters => {
    if (isStopped) throw new Stopped();
    const results = await send(apis[asked++ % 2]!, collection, parameters);
    if (String(parameters.where).includes(' > ') && results.length === 0) idle++;
    return results;
  };
  const following = (async () => {
    for await (const one of follow(query, time, undefined, 10)) seen.push(one as Timed);
  })();
  following.catch(() => undefined);
  const stop = async (): Promise<readonly Timed[]> => {
    const idleThen = idle + 2;
    await Promise.race([waitUntil(() => idle >= idleThen), following]);
    isStopped = true;
    await following.catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error;
    });
    return seen;
  };
  return { collection, time, stop };
};

const allOf = async (collection: string): Promise<readonly Timed[]> => {
  const all: Timed[] = [];
  for (let page: readonly Timed[] | undefined; page === undefined || page.length === 500; all.push(...page)) {
    const path = `${api.base}/${collection}?limit=500&sort=id+asc&where=${encodeURIComponent(`id > "${all.at(-1)?.id ?? ''}"`)}`;
    page = ((await api.http.send('GET', path)).json as { results: Timed[] }).results;
  }
  return all;
};

const nameOf = ({ id, version }: Timed): string => `${id} ${version}`;

test('a reader of times misses nothing, whatever clocks, extensions and hashes do', async t => {
  const followers = [
    startFollower('messages', 'createdAt'),
    startFollower('messages', 'createdAt', overGraphql),
    startFollower('orders', 'lastModifiedAt', overGraphql),
    ...collections.map(collection => startFollower(collection, 'lastModifiedAt')),
  ];
  for (let round = 0; round < rounds(40, 2); round++)
    await Promise.all(Object.values(writers).flatMap(write => apis.map(write)));
  for (const follower of followers) {
    const seen = await follower.stop();
    const { collection, time } = follower;
    const times = seen.map(one => one[time] as string);
    t.same(times, [...times].sort(), `${collection} come in the order of their times`);
    const names = new Set(seen.map(nameOf));
    t.equal(names.size, seen.length, `${collection} come once`);
    const all = await allOf(collection);
    t.ok(all.length > 0);
    t.same(
      all.filter(one => !names.has(nameOf(one))),
      [],
      `none of the ${collection} is missed`,
    );
    if (collection !== 'messages' || seen[0]?.resource === undefined) continue;
    const last = new Map<string, number>();
    for (const { resource, sequenceNumber } of seen as unknown as (WireMessage & { resource: { id: string } })[]) {
      t.ok(sequenceNumber > (last.get(resource.id) ?? 0), 'messages about a resource come in their order');
      last.set(resource.id, sequenceNumber);
    }
  }
  t.same(
    (await verifyStoredData(quayside.services, projectKey)).differences,
    [],
    'lists and bodies have the same times',
  );
});

test('the response, the stored resource and the message of its creation have one time', async t => {
  const order = await apis[0]!.createIn<Timed>('orders/import', orderDraft({ orderNumber: newKey() }));
  t.same(await api.resourcesAt('orders').get(order), order);
  const [created] = (await api.messagesOf(order)) as unknown as (Timed & { order: Timed })[];
  t.same(
    [
      order.lastModifiedAt,
      created?.createdAt,
      created?.lastModifiedAt,
      created?.order.createdAt,
      created?.order.lastModifiedAt,
    ],
    Array.from({ length: 5 }, () => order.createdAt),
  );
  t.ok(Math.abs(Date.parse(order.createdAt) - Date.now()) < 2_000, 'by the clock of Redis, not of the process');
  const changed = (await apis[1]!.resourcesAt<Timed>('orders').update(order, setEmail())) as Timed;
  t.same(await api.resourcesAt('orders').get(order), changed);
  t.ok(changed.lastModifiedAt > order.lastModifiedAt);
  t.equal((await api.messagesOf(order))[1]?.createdAt, changed.lastModifiedAt);
});
