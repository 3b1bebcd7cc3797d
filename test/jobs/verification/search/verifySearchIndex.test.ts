/** The verification finds all differences between orders and their index, and no others. */
import { setTimeout } from 'node:timers/promises';
import { test } from '../../../support/tap.js';
import { startReindexing } from '../../../../src/search/indexingControl.js';
import { packContent, unpackContent } from '../../../../src/search/document/contentOf.js';
import { documentsOf } from '../../../support/search/searchedOrder.js';
import {
  verifySearchIndex,
  type VerifySearchOptions,
} from '../../../../src/jobs/verification/search/verifySearchIndex.js';
import { importSampleOrders } from '../../../../src/server/sampleShop.js';
import { keys } from '../../../../src/store/keys.js';
import type { IndexEntry } from '../../../../src/search/SearchIndexes.js';
import { startQuaysideAlone } from '../../../support/quayside.js';
import { rounds } from '../../../support/rounds.js';
import { searchOf } from '../../../support/search.js';
import { sdkOf } from '../../../support/sdk.js';
import { waitUntil } from '../../../support/waitUntil.js';
import { matchWhole } from '../../../support/matchWhole.js';

const quayside = await startQuaysideAlone();
const { services } = quayside;
const {
  redis,
  search: { states, indexes },
} = services;

/** Creates a project with a number of indexed orders. */
const start = async (count: number) => {
  const credentials = await quayside.project();
  const search = searchOf(quayside, credentials);
  const { projectKey } = search;
  const ids = await search.orders(count);
  await search.activate();
  await search.holds(ids);
  await search.settled();
  const number = (await search.current())!;
  const document = (id: string): string => keys.searchDocument(projectKey, 'order', number, id);
  return {
    ...search,
    credentials,
    ids,
    number,
    document,
    sdk: sdkOf(quayside, credentials),
    verify: (options: VerifySearchOptions = {}) => verifySearchIndex(services, projectKey, { waitMs: 0, ...options }),
    /** Writes a wrong document of an order into the index. */
    falsify: async (
      id: string,
      change: (document: NonNullable<IndexEntry['document']>) => Partial<NonNullable<IndexEntry['document']>>,
    ): Promise<void> => {
      const [entry] = await documentsOf(services.engine, projectKey, [id]);
      await indexes.apply(projectKey, 'order', { current: number }, [
        { ...entry!, document: { ...entry!.document!, ...change(entry!.document!) } },
      ]);
    },
    /** Takes the lease, so that dirty marks stay until the lease is released. */
    blockIndexer: () => waitUntil(() => states.lease(projectKey, 'test', 60_000).take()),
    cure: async (): Promise<void> => {
      await startReindexing(services, projectKey);
      await search.settled();
    },
  };
};

test('reports no difference for a current or an empty index', async t => {
  const project = await start(30);
  t.same(await project.verify({ references: true }), {
    index: project.number,
    resources: 30,
    documents: 30,
    pending: 0,
    counts: {},
    differences: [],
    isEqual: true,
  });
  matchWhole(t, await (await start(0)).verify(), { resources: 0, documents: 0, isEqual: true });
});

test('finds an order without a document and its leftover hit', async t => {
  const project = await start(5);
  const [id] = project.ids as [string];
  await redis.del(project.document(id));
  const { counts, differences, isEqual } = await project.verify();
  t.equal(isEqual, false);
  t.same(
    differences.find(({ kind }) => kind === 'missing'),
    { kind: 'missing', id, detail: 'version 1 has no document' },
  );
  // RediSearch 2 and later notice the deletion of the document.
  t.ok(counts.ghost === 1 || counts.total === 1, JSON.stringify(counts));
  t.equal(counts.missing, 1);
  await project.cure();
  matchWhole(t, await project.verify(), { isEqual: true, counts: {} });
});

test('finds a document of another version unless its order has a dirty mark', async t => {
  const project = await start(4);
  const [old, young, marked] = project.ids as [string, string, string];
  await redis.hset(project.document(old), 'v', 0);
  await redis.hset(project.document(young), 'v', 7);
  t.same(
    await project.verify().then(({ differences }) => differences),
    [
      { kind: 'outdated', id: old, detail: 'its document is of version 0, the order has 1' },
      { kind: 'ahead', id: young, detail: 'its document is of version 7, the order has 1' },
    ].sort((one, other) => (one.id < other.id ? -1 : 1)),
  );
  await project.cure();
  await project.blockIndexer();
  await project.sdk
    .orders()
    .withId({ ID: marked })
    .post({ body: { version: 1, actions: [{ action: 'setCustomerEmail', email: 'new@example.com' }] } })
    .execute();
  matchWhole(t, await project.verify(), { pending: 1, counts: {}, isEqual: true });
  await states.lease(project.projectKey, 'test', 60_000).release();
  matchWhole(
    t,
    await project.verify({ waitMs: 20_000 }),
    { pending: 0, counts: {}, isEqual: true },
    'the verification waits for dirty marks',
  );
});

test('finds a document with other values than its order', async t => {
  const project = await start(3);
  const [, id] = project.ids as [string, string];
  await project.falsify(id, ({ content }) => ({
    content: packContent([...unpackContent(content)].map(each => (each === id ? 'another' : each))),
  }));
  matchWhole(t, await project.verify(), { counts: { content: 1 }, differences: [{ kind: 'content', id }] });
  await project.cure();
  matchWhole(t, await project.verify(), { counts: {}, isEqual: true });
});

test('reports older values of referenced resources only on request (SEARCH054)', async t => {
  const project = await start(2);
  const { body: state } = await project.sdk
    .states()
    .post({ body: { key: 'packed', type: 'OrderState', name: { en: 'Packed' } } })
    .execute();
  await project.sdk
    .orders()
    .withId({ ID: project.ids[0]! })
    .post({ body: { version: 1, actions: [{ action: 'transitionState', state: { typeId: 'state', id: state.id } }] } })
    .execute();
  await project.settled();
  await project.sdk
    .states()
    .withId({ ID: state.id })
    .post({ body: { version: 1, actions: [{ action: 'setName', name: { en: 'Wrapped' } }] } })
    .execute();
  matchWhole(t, await project.verify(), { counts: {}, isEqual: true });
  matchWhole(t, await project.verify({ references: true }), {
    counts: { content: 1 },
    differences: [{ id: project.ids[0] }],
    isEqual: false,
  });
  await project.cure();
  matchWhole(t, await project.verify({ references: true }), { isEqual: true });
});

test('finds a document that a search for its own terms or numbers misses', async t => {
  const project = await start(6);
  const [first, second, third] = project.ids as [string, string, string];
  const lost = 'wln__len__jacket';
  await project.falsify(first, ({ tags }) => ({ tags: tags.filter(tag => tag !== lost) }));
  await project.falsify(second, ({ numbers }) => ({ numbers: { ...numbers, cents: numbers.cents + 1 } }));
  await project.falsify(third, ({ tags }) => ({ tags: tags.filter(tag => !tag.startsWith('uxid__')) }));
  const { counts, differences } = await project.verify();
  t.same(counts, { unfound: 3 });
  matchWhole(
    t,
    differences.find(({ id }) => id === first),
    { detail: `it is not found by (@t:{${lost}})` },
  );
  matchWhole(
    t,
    differences.find(({ id }) => id === second),
    { detail: /@cents:\[2000 2000\.9+/ },
  );
  matchWhole(
    t,
    differences.find(({ id }) => id === third),
    { detail: /@t:\{uxid__/ },
  );
  await project.cure();
  matchWhole(t, await project.verify(), { counts: {}, isEqual: true });
});

test('finds a document without an order unless it has a dirty mark', async t => {
  const project = await start(4);
  const [gone, leaving] = project.ids as [string, string];
  await project.blockIndexer();
  await project.sdk
    .orders()
    .withId({ ID: leaving })
    .delete({ queryArgs: { version: 1 } })
    .execute();
  // As many waiting changes explain the difference of the totals, but not a larger one.
  matchWhole(t, await project.verify(), { resources: 3, documents: 4, pending: 1, counts: {}, isEqual: true });
  await redis.del(keys.body(project.projectKey, 'order', gone));
  await redis.zrem(keys.ids(project.projectKey, 'order'), gone);
  matchWhole(t, await project.verify(), {
    resources: 2,
    documents: 4,
    pending: 1,
    counts: { orphan: 1, total: 1 },
    differences: [{ kind: 'orphan', id: gone }, { kind: 'total' }],
  });
  await states.lease(project.projectKey, 'test', 60_000).release();
  matchWhole(t, await project.verify({ waitMs: 20_000 }), { counts: { orphan: 1, total: 1 } });
  await project.cure();
  matchWhole(t, await project.verify(), { counts: {}, isEqual: true });
});

test('compares many orders in steps, counts the differences and lists some', async t => {
  const credentials = await quayside.project();
  const search = searchOf(quayside, credentials);
  const { projectKey } = search;
  // The orders need more than two steps of 200.
  const orders = rounds(1_200, 410);
  await importSampleOrders(services, { projectKey, orders, seed: 7 });
  await search.activate();
  await search.settled();
  const progress: number[] = [];
  matchWhole(
    t,
    await verifySearchIndex(services, projectKey, { references: true, onProgress: done => progress.push(done) }),
    {
      resources: orders,
      documents: orders,
      counts: {},
      isEqual: true,
    },
  );
  t.equal(progress.at(-1), 2 * orders);
  const ids = (await search.ids()).slice(0, 40);
  const number = (await search.current())!;
  await Promise.all(ids.map(id => redis.hset(keys.searchDocument(projectKey, 'order', number, id), 'v', 0)));
  const { counts, differences } = await verifySearchIndex(services, projectKey, { waitMs: 0, listedMax: 10 });
  t.same(counts, { outdated: 40 });
  t.equal(differences.length, 10);
});

test('reports no difference while orders change and indexes are replaced', async t => {
  const project = await start(20);
  let isOver = false;
  // Changes happen all the time, but leave processor time to other tests.
  const pause = () => setTimeout(30);
  const change = async (id: string): Promise<void> => {
    for (let version = 1; !isOver; version++, await pause())
      await project.sdk
        .orders()
        .withId({ ID: id })
        .post({ body: { version, actions: [{ action: 'setCustomerEmail', email: `n${version}@example.com` }] } })
        .execute();
  };
  const coming = async (): Promise<void> => {
    while (!isOver) {
      const [id] = (await project.orders(1)) as [string];
      await project.sdk
        .orders()
        .withId({ ID: id })
        .delete({ queryArgs: { version: 1 } })
        .execute();
      await pause();
    }
  };
  const changing = Promise.all([...project.ids.slice(0, 5).map(change), coming()]);
  for (let round = 0; round < 5; round++) {
    if (round === 2) await startReindexing(services, project.projectKey);
    matchWhole(t, await project.verify({ waitMs: 1_000 }), { counts: {}, differences: [] });
  }
  isOver = true;
  await changing;
  // The document of a deleted order is counted until it is removed.
  await project.settled();
  matchWhole(t, await project.verify({ waitMs: 10_000 }), { resources: 20, documents: 20, pending: 0, isEqual: true });
});

test('refuses to verify a project without an index', async t => {
  const { projectKey } = await quayside.project();
  await t.rejects(verifySearchIndex(services, projectKey), {
    message: /has no search index: the search of orders is not active/,
  });
  await t.rejects(verifySearchIndex(services, 'no-such-project'), { message: /was not found/ });
});
