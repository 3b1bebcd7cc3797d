/** Finds entries without a resource by sums, and reads bodies again only if the sums differ. */
import { randomUUID } from 'node:crypto';
import { test } from '../../support/tap.js';
import { keys } from '../../../src/store/keys.js';
import type { DataStore } from '../../../src/store/DataStore.js';
import { EntryChecksums, type SummedKey } from '../../../src/jobs/verification/EntryChecksums.js';
import { verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import { startQuaysideAlone } from '../../support/quayside.js';
import { breaks } from './breaks.js';
import { openBroken } from './project.js';

const { services } = await startQuaysideAlone();

const ids: SummedKey = { kind: 'ids', typeId: 'zone' };
const indexOf = (value: string): SummedKey => ({ kind: 'index', typeId: 'order', path: 'orderState', value });

test('reports each difference that is the only one of its project', async t => {
  for (const [name, breakIt] of Object.entries(breaks)) {
    const project = await openBroken();
    const expected = await breakIt(project);
    const { differences } = await verifyStoredData(services, project.projectKey);
    t.same(
      differences.map(({ kind, subject, detail }) => `${kind} ${subject}: ${detail}`).sort(),
      expected.sort(),
      name,
    );
  }
});

test('reads a body once where no entry is left over, and otherwise again', async t => {
  const { projectKey, redis, zone } = await openBroken();
  const zones = [await zone(), await zone()].map(({ id }) => id).sort();
  const read = async (): Promise<string[]> => {
    const found: string[] = [];
    const bodies: DataStore['bodies'] = (key, typeId, wanted) => {
      if (typeId === 'zone') found.push(...wanted);
      return services.store.bodies(key, typeId, wanted);
    };
    await verifyStoredData({ ...services, store: { ...services.store, bodies } }, projectKey);
    return found.sort();
  };
  t.same(await read(), zones);
  const left = randomUUID();
  await redis.zadd(keys.time(projectKey, 'zone', 'lastModifiedAt'), 7, left);
  const withLeft = [...zones, ...zones];
  t.same(
    (await read()).filter(id => id !== left),
    withLeft.sort(),
  );
});

test('sums the entries of a group whatever their order', t => {
  const sums = new EntryChecksums();
  t.ok(sums.areBalanced);
  for (const id of ['a', 'b']) sums.addRequired(ids, id);
  for (const id of ['b', 'a']) sums.addStored(ids, id);
  t.ok(sums.isBalanced(ids));
  sums.addStored(indexOf('Open'), 'a');
  sums.addRequired(indexOf('Complete'), 'a');
  t.same([sums.isBalanced(ids), sums.isBalanced(indexOf('Other')), sums.areBalanced], [true, false, false]);
  sums.addStored(indexOf('Complete'), 'a');
  sums.addRequired(indexOf('Open'), 'a');
  t.ok(sums.areBalanced);
  sums.addStored(ids, 'a');
  sums.addStored(ids, 'a');
  sums.addRequired(ids, 'a');
  t.notOk(sums.isBalanced(ids), 'an entry that is listed twice');
  t.end();
});
