/** Searches find the values that referenced resources had when the order was indexed (SEARCH054, SEARCH055). */
import { test } from '../../support/tap.js';
import { unchangedValues, createFilledOrder } from './createFilledOrder.js';
import { searchIndexPresence, indexingStatusOf } from '../../../src/search/indexingControl.js';
import { createGraphqlClient } from '../../support/graphql.js';
import type { Resource } from '../../support/resourceApi.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';
import { waitUntil } from '../../support/waitUntil.js';
import { matchWhole } from '../../support/matchWhole.js';

const shop = await startOrderSearch();
const { quayside, credentials, base, http } = shop;
const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials), 'orders/indexer/graphql');
const { order } = await createFilledOrder(shop, unchangedValues);
await shop.activate();

const list = async (path: string): Promise<Resource[]> =>
  ((await http.send('GET', `${base}/${path}`)).json as { results: Resource[] }).results;
const change = async (
  path: string,
  pick: (each: Resource) => boolean,
  ...actions: readonly object[]
): Promise<void> => {
  await shop.resourcesAt(path).update((await list(path)).find(pick)!, ...actions);
};
const byKey =
  (key: string) =>
  (each: Resource): boolean =>
    each.key === key;

const reindexed = async (): Promise<void> => {
  const { data, errors } = await ask('mutation { reIndexAllOrders { indexingJobId } }');
  if (errors !== undefined || data.reIndexAllOrders.indexingJobId === null) throw new Error('no job was begun');
  await shop.ofProject.settled();
};

const named = (field: string, value: string) => ({ exact: { field, language: 'en', value } });
const valued = (field: string, value: string) => ({ exact: { field, value } });

/** The results before and after a change. */
const changes = [
  [named('state.name', 'Order-State Name'), named('state.name', 'Order Renamed')],
  [valued('state.key', 'Order-State'), valued('state.key', 'order-rekeyed')],
  [named('lineItems.state.state.name', 'Line-State Name'), named('lineItems.state.state.name', 'Line Renamed')],
  [valued('lineItems.state.state.key', 'Line-State'), valued('lineItems.state.state.key', 'line-rekeyed')],
  [
    named('customLineItems.state.state.name', 'Custom-State Name'),
    named('customLineItems.state.state.name', 'Custom Renamed'),
  ],
  [
    valued('customLineItems.state.state.key', 'Custom-State'),
    valued('customLineItems.state.state.key', 'custom-rekeyed'),
  ],
  [named('store.name', 'Shop Name'), named('store.name', 'Shop Renamed')],
  [valued('customerGroup.key', 'Group-Key'), valued('customerGroup.key', 'group-rekeyed')],
  [valued('customerGroup.name', 'Group Title'), valued('customerGroup.name', 'Group Renamed')],
  [
    valued('paymentInfo.payments.paymentMethodInfo.method', 'Credit Card'),
    valued('paymentInfo.payments.paymentMethodInfo.method', 'Invoice'),
  ],
  [
    valued('paymentInfo.payments.transactions.interactionId', 'Interaction-88'),
    valued('paymentInfo.payments.transactions.interactionId', 'interaction-changed'),
  ],
] as const;

test('finds old values of referenced resources until the orders are indexed again (SEARCH054, SEARCH055)', async t => {
  for (const [key, name] of [
    ['Order-State', 'order'],
    ['Line-State', 'line'],
    ['Custom-State', 'custom'],
  ] as const)
    await change(
      'states',
      byKey(key),
      { action: 'setName', name: { en: `${name[0]!.toUpperCase()}${name.slice(1)} Renamed` } },
      { action: 'changeKey', key: `${name}-rekeyed` },
    );
  await change('stores', byKey('Shop-Key'), { action: 'setName', name: { en: 'Shop Renamed' } });
  await change(
    'customer-groups',
    byKey('Group-Key'),
    { action: 'setKey', key: 'group-rekeyed' },
    { action: 'changeName', name: 'Group Renamed' },
  );
  const [payment] = (await list('payments')) as [Resource & { transactions: { id: string }[] }];
  await change(
    'payments',
    () => true,
    { action: 'setMethodInfoMethod', method: 'Invoice' },
    {
      action: 'changeTransactionInteractionId',
      transactionId: payment.transactions[0]!.id,
      interactionId: 'interaction-changed',
    },
  );
  await shop.ofProject.settled();
  for (const [before, after] of changes) {
    t.same(await shop.found(before), [order.id], JSON.stringify(before));
    t.same(await shop.found(after), [], JSON.stringify(after));
  }
  await reindexed();
  const [, last] = changes.at(-1)!;
  // A search may still use the previous index.
  await waitUntil(async () => (await shop.found(last)).length === 1);
  for (const [before, after] of changes) {
    t.same(await shop.found(after), [order.id], JSON.stringify(after));
    t.same(await shop.found(before), [], JSON.stringify(before));
  }
});

test("indexes the orders again after a change of the project's languages (SEARCH021)", async t => {
  const english = { exact: { field: 'lineItems.name', language: 'en', value: 'Line Name' } };
  const german = { exact: { field: 'lineItems.name', language: 'de', value: 'Line Bezeichnung' } };
  t.same([await shop.found(english), await shop.found(german)], [[order.id], [order.id]]);
  const changed = async (...languages: string[]) => {
    const project = (await http.send('GET', base)).json as { version: number };
    const { status, text } = await http.send('POST', base, {
      body: { version: project.version, actions: [{ action: 'changeLanguages', languages }] },
    });
    t.equal(status, 200, text);
    await shop.ofProject.settled();
  };
  await changed('en');
  await waitUntil(async () => (await shop.found(german)).length === 0);
  t.same(await shop.found(english), [order.id]);
  await changed('en', 'de');
  await waitUntil(async () => (await shop.found(german)).length === 1);
  t.same(await shop.found(english), [order.id]);
  const number = await shop.ofProject.current();
  await changed('de', 'en');
  t.equal(await shop.ofProject.current(), number, 'the order of the languages does not matter');
});

test('replaces a job that started with the previous languages (SEARCH021, INDEX003)', async t => {
  const { services } = quayside;
  const { projectKey } = credentials;
  // Both requests are sent together, so that no server can run the job in between.
  const [job] = await Promise.all([
    services.search.states.requestJob(projectKey, 'a-job'),
    services.search.rebuildIndex(projectKey),
  ]);
  t.equal(job, 'a-job');
  matchWhole(t, await indexingStatusOf(services, projectKey, 'a-job'), { completed: true, nbrOfIndexedDocuments: 0 });
  matchWhole(t, await searchIndexPresence(services, projectKey), { searchableIndexExists: true });
  await shop.ofProject.settled();
  t.same(await shop.found({ exists: { field: 'id' } }), [order.id]);
});
