/** Reports each difference in the stored data by its kind, and nothing where the data is correct. */
import { randomUUID } from 'node:crypto';
import { test } from '../../support/tap.js';
import { pino } from 'pino';
import { checkRound } from '../../../faults/checkRound.js';
import { Ledger } from '../../../faults/Ledger.js';
import { retentionJob } from '../../../src/jobs/retentionJob.js';
import { documentLayout } from '../../support/search/searchedOrder.js';
import { keys } from '../../../src/store/keys.js';
import { type Verification, verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import { changeProject } from '../../support/resourceApi.js';
import { startQuaysideAlone } from '../../support/quayside.js';
import { searchOf } from '../../support/search.js';
import { waitUntil } from '../../support/waitUntil.js';
import { breaks } from './breaks.js';
import { openBroken } from './project.js';
import { matchWhole } from '../../support/matchWhole.js';

const quayside = await startQuaysideAlone();
const { services } = quayside;
const {
  engine,
  redis,
  search: { states, indexes },
} = services;

const linesOf = ({ differences }: Pick<Verification, 'differences'>): string[] =>
  differences.map(({ kind, subject, detail }) => `${kind} ${subject}: ${detail}`).sort();

test('finds no difference in correct data, and counts the resources', async t => {
  const { api, projectKey, order, zone } = await openBroken();
  await order();
  await zone();
  await api.createIn('carts', { currency: 'EUR' });
  await api.createIn('customers', { email: `${randomUUID()}@example.com`, password: 'correct horse 7' });
  const found = await verifyStoredData(services, projectKey);
  matchWhole(t, found, {
    counts: {},
    differences: [],
    isEqual: true,
    resources: { order: 1, zone: 1, cart: 1, customer: 1, payment: 1, message: 4 },
  });
  t.same([found.counts, found.differences, found.search], [{}, [], undefined]);
});

test('reports each difference, and no other', async t => {
  const project = await openBroken();
  const expected: string[] = [];
  for (const breakIt of Object.values(breaks)) expected.push(...(await breakIt(project)));
  const found = await verifyStoredData(services, project.projectKey, { listedMax: 1_000 });
  t.same(linesOf(found), expected.sort());
  t.equal(
    Object.values(found.counts).reduce((sum, count) => sum + count, 0),
    expected.length,
  );
  t.equal(found.isEqual, false);
});

test('accepts missing messages that retention may have deleted, and no others (EVT030)', async t => {
  const { api, projectKey, order, paymentOf, messagesOf, removeMessages } = await openBroken();
  const later = { ...engine, now: () => new Date(Date.now() + 16 * 86_400_000) };
  const found = async () => linesOf(await verifyStoredData({ ...services, engine: later }, projectKey));
  const old = await order();
  await retentionJob({
    engine: later,
    log: pino({ level: 'silent' }),
    everyMinutes: 0,
    historyDays: 0,
    projectKeys: async () => [projectKey],
  }).run(new AbortController().signal);
  t.same(await messagesOf(old), []);
  t.same(await found(), [], 'the project keeps 15 days, and 16 have gone');
  await changeProject(quayside, api.credentials, {
    action: 'changeMessagesConfiguration',
    messagesConfiguration: { enabled: true, deleteDaysAfterCreation: 90 },
  });
  services.settings.delete(projectKey);
  await order();
  t.same(await found(), [], 'now it keeps 90');
  const young = await order();
  await removeMessages((await messagesOf(young))[0]!);
  t.same(
    await found(),
    [`messages order/${young.id}: messages begin with number 2`],
    'older messages than that are there',
  );
  t.same(
    linesOf(await verifyStoredData(services, projectKey)),
    [
      `messages order/${old.id}: there is no message, the resource counts 2`,
      `messages ${paymentOf(old)}: there is no message, the resource counts 1`,
      `messages order/${young.id}: messages begin with number 2`,
    ].sort(),
    'every project keeps messages for a day at least',
  );
});

test('compares the search index with the orders, and counts pending orders separately', async t => {
  const credentials = await quayside.project();
  const search = searchOf(quayside, credentials);
  const { projectKey } = search;
  const faultsOf = async (): Promise<readonly string[]> => {
    const ledger = new Ledger();
    await checkRound({ services, projectKey }, ledger, { search: true, searchMsMax: 0 });
    return ledger.failures;
  };
  const ids = (await search.orders(3)) as [string, string, string];
  t.same(await faultsOf(), ['search was not compared: the project has no index']);
  await search.activate();
  await search.holds(ids);
  await search.settled();
  const index = (await search.current())!;
  t.same(await verifyStoredData(services, projectKey).then(({ search: compared, isEqual }) => [compared, isEqual]), [
    { index, documents: 3, pending: 0 },
    true,
  ]);

  await redis.hset(keys.searchDocument(projectKey, 'order', index, ids[0]), 'v', 0);
  t.same(linesOf(await verifyStoredData(services, projectKey)), [
    `search order/${ids[0]}: outdated: its document is of version 0, the order has 1`,
  ]);
  matchWhole(t, await verifyStoredData(services, projectKey, { listedMax: 0 }), {
    counts: { search: 1 },
    isEqual: false,
  });

  const lease = states.lease(projectKey, 'another process', 60_000);
  await waitUntil(() => lease.take());
  const http = quayside.http.as(await quayside.token(credentials));
  for (const id of ids.slice(0, 2))
    await http.send('POST', `/${projectKey}/orders/${id}`, {
      body: { version: 1, actions: [{ action: 'setCustomerEmail', email: 'new@example.com' }] },
    });
  matchWhole(t, await verifyStoredData(services, projectKey, { searchWaitMs: 0 }), {
    counts: {},
    search: { pending: 2 },
    isEqual: true,
  });
  t.same(await faultsOf(), ['2 orders were not indexed within 0 ms']);
  await lease.release();
  matchWhole(t, await verifyStoredData(services, projectKey, { searchWaitMs: 20_000 }), {
    counts: {},
    search: { pending: 0 },
    isEqual: true,
  });
  t.same(await faultsOf(), []);

  // No job rebuilds the index during the test.
  await redis.hset(keys.searchState(projectKey, 'order'), 'stopped', documentLayout);
  await indexes.drop(projectKey, 'order', index);
  matchWhole(t, await verifyStoredData(services, projectKey), {
    counts: { search: 1 },
    differences: [{ kind: 'search', subject: `search index ${index}`, detail: /is gone/ }],
  });
});
