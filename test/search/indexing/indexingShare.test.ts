/** The share of time that commits leave to an indexer with a backlog. */
import { randomUUID } from 'node:crypto';
import { t as root, test } from '../../support/tap.js';
import { IndexingShare, commitForIndexing } from '../../../src/search/indexing/commitForIndexing.js';
import { IndexLagNotifier } from '../../../src/search/indexing/IndexNotifier.js';
import type { ProjectSettings } from '../../../src/engine/define/ProjectSettings.js';
import type { ChangeSet } from '../../../src/store/ChangeSet.js';
import type { DataStore } from '../../../src/store/DataStore.js';
import { waitUntil } from '../../support/waitUntil.js';

const periodMs = 50;
const url = (): string => `redis://${randomUUID()}`;

const openShare = (percent: number) => {
  const redisUrl = url();
  const [share, notifier] = [new IndexingShare(redisUrl, percent), new IndexLagNotifier(redisUrl)];
  root.teardown(() => [share, notifier].forEach(each => each.close()));
  return {
    share,
    /** Returns the pauses at these moments of a period. */
    pauses: (...moments: number[]) =>
      moments.map(moment => share.pauseMs('behind', 'order', 1_000 * periodMs + moment)),
    reports: async (lagMs: number, marker = randomUUID()) => {
      notifier.notify({ projectKey: 'behind', typeId: 'order', lagMs });
      // Messages of a channel arrive in order.
      notifier.notify({ projectKey: marker, typeId: 'order', lagMs: 10_000 });
      await waitUntil(async () => percent === 0 || share.pauseMs(marker, 'order', 0) > 0);
    },
  };
};

test('pauses at the beginning of each period, the longer the more the index is behind', async t => {
  const { share, pauses, reports } = openShare(40);
  t.same(pauses(0, 19, 49), [0, 0, 0]);
  await reports(1_000);
  t.same(pauses(0, 4, 10, 49), [10, 6, 0, 0]);
  await reports(1_500);
  t.same(pauses(0, 19, 20, 49), [20, 1, 0, 0]);
  for (const lagMs of [3_000, 60_000]) {
    await reports(lagMs);
    t.same(pauses(0, 449, 450, 499), [450, 1, 0, 0], 'a tenth of the time is left');
  }
  t.equal(share.pauseMs('other', 'order', 0), 0);
  t.equal(share.pauseMs('behind', 'product', 0), 0, 'another search of the project');
  await reports(500);
  t.same(pauses(0), [0]);
  await reports(1_500);
  await reports(0);
  t.same(pauses(0), [0], 'the end of a long lag is told, too');
});

test('never pauses without a share', async t => {
  const { pauses, reports } = openShare(0);
  await reports(60_000);
  t.same(pauses(0, 10, 49), [0, 0, 0]);
});

test('lets only commits give way that the indexer will index', async t => {
  const steps: string[] = [];
  const inner = {
    commit: async ({ commitId }: ChangeSet) => void steps.push(commitId),
  } as Partial<DataStore> as DataStore;
  const share = {
    giveWay: (projectKey: string) => {
      steps.push(`pause of ${projectKey}`);
      return Promise.resolve();
    },
  };
  const settings = async () => ({ searchedTypeIds: ['order'] }) as Partial<ProjectSettings> as ProjectSettings;
  const notifier = { notify: (projectKey: string) => void steps.push(`notify ${projectKey}`) };
  const store = commitForIndexing(inner, { share, notifier, settings });
  const none = { added: [], removed: [] };
  const write = { typeId: 'order', id: 'an-id', createdAtMs: 0, unique: none, indexes: none };
  const changeSet = (commitId: string, markedForIndexing: boolean) =>
    ({ commitId, projectKey: 'p', writes: [{ ...write, markedForIndexing }] }) as Partial<ChangeSet> as ChangeSet;
  await store.commit(changeSet('a state', false));
  await store.commit(changeSet('an order', true));
  await waitUntil(async () => steps.length === 4);
  t.same(steps, ['a state', 'pause of p', 'an order', 'notify p']);
});
