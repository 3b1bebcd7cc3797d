/** Differences in the indexes of custom fields. */
import { startQuaysideAlone } from '../../support/quayside.js';
import { test } from '../../support/tap.js';
import { keys } from '../../../src/store/keys.js';
import { repairStoredData, verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import { openFieldIndexes } from '../../support/fieldIndexes.js';
import { waitUntil } from '../../support/waitUntil.js';

await startQuaysideAlone();

test('reports and mends missing and surplus entries, and lists of no index', async t => {
  const { services, projectKey, createOrder, setIndexes, index, indexKeys, ordersWith } = await openFieldIndexes();
  const { redis } = services;
  const [first, second] = [await createOrder({ code: 'A' }), await createOrder({ code: 'B' })];
  await setIndexes('code');
  await waitUntil(async () => (await index('code'))?.isComplete === true);
  t.same((await verifyStoredData(services, projectKey)).differences, []);

  const score = async (list: string, id: string): Promise<string | null> => redis.zscore(list, id);
  const lists = await indexKeys();
  const listOfFirst = (await score(lists[0]!, first.id)) === null ? lists[1]! : lists[0]!;
  const listOfSecond = lists.find(list => list !== listOfFirst)!;
  const createdAtMs = await score(listOfFirst, first.id);
  await redis.zrem(listOfFirst, first.id);
  await redis.zadd(listOfFirst, 1, second.id);
  await redis.zadd(keys.index(projectKey, 'order', 'custom.fields.other', '1'), 1, second.id);
  const path = 'custom.fields.code';
  const [valueOfFirst, valueOfSecond] = [listOfFirst, listOfSecond].map(list => list.split(':').at(-1));
  t.not(valueOfFirst, valueOfSecond);
  const { differences } = await verifyStoredData(services, projectKey);
  t.same(
    differences.map(({ kind, subject, detail }) => `${kind} ${subject}: ${detail}`).sort(),
    [
      `index order/${first.id}: the index by ${path} has null for '${valueOfFirst}', not ${createdAtMs}`,
      `index order/${second.id}: is in the index by ${path} for '${valueOfFirst}', but has no such value`,
      `index order/${second.id}: is in the index by custom.fields.other for '1', but has no such value`,
      "index order: the index by custom.fields.other for '1' is no index of the project",
    ].sort(),
  );
  t.same(await ordersWith('code="A"'), [], 'a query misses the order');
  const { repaired, isEqual } = await repairStoredData(services, projectKey, { rebuildSearch: async () => false });
  // The members of the list without an index are removed with it.
  t.same([repaired.counts, isEqual], [{ index: { order: 3 } }, true]);
  t.same([await indexKeys(), await ordersWith('code="A"')], [lists, [first.id]]);
});
