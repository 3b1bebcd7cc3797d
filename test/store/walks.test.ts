import { randomUUID } from 'node:crypto';
import { test } from '../support/tap.js';
import type { IdList, ListBounds, ListWalk } from '../../src/store/DataStore.js';
import { timeOrderedId } from '../../src/store/timeOrderedId.js';
import { openStore, writeOf } from '../support/store.js';

const { store, changeSet, projectKey } = openStore();
const whole: ListBounds = { from: '-', to: '+' };
const indexes = { added: [{ path: 'kind', value: 'a' }], removed: [] };

/** Creates ten resources of a type; the fourth to the seventh have the same time. */
const createThings = async (typeId: string) => {
  const hasTimeOrderedId = typeId === 'note';
  const things = Array.from({ length: 10 }, (_, index) => {
    const timeMs = index < 3 || index > 6 ? 1_000 * (index + 1) : 5_000;
    const id = hasTimeOrderedId ? timeOrderedId(timeMs) : randomUUID();
    return writeOf(id, { typeId, createdAtMs: timeMs, lastModifiedAtMs: timeMs, hasTimeOrderedId, indexes });
  });
  for (const thing of things) await store.commit(changeSet([thing]));
  return {
    remove: async (id: string) => {
      const { body: _, ...thing } = things.find(each => each.id === id)!;
      const removed = { added: [], removed: indexes.added };
      await store.commit(changeSet([{ ...thing, expectedVersion: 1, indexes: removed }]));
    },
    modify: async (id: string, lastModifiedAtMs: number) => {
      const thing = things.find(each => each.id === id)!;
      const unchanged = { added: [], removed: [] };
      await store.commit(changeSet([{ ...thing, expectedVersion: 1, lastModifiedAtMs, indexes: unchanged }]));
    },
  };
};

const collect = async (chunks: AsyncIterable<string[]>, afterChunk = async (_chunk: string[]) => {}) => {
  const ids: string[] = [];
  for await (const chunk of chunks) {
    ids.push(...chunk);
    await afterChunk(chunk);
  }
  return ids;
};

const lists: readonly (readonly [typeId: string, list: IdList])[] = [
  ['thing', { by: 'id' }],
  ['thing', { by: 'createdAt' }],
  ['thing', { by: 'lastModifiedAt' }],
  ['thing', { by: 'value', path: 'kind', value: 'a' }],
  ['note', { by: 'createdAt', inIds: true }],
];

/** Reads all ids of a list between bounds at once. */
const idsOf = async (typeId: string, list: IdList, bounds: ListBounds, direction: ListWalk['direction']) => {
  const ranks = await store.rankRange(projectKey, typeId, list, bounds);
  const ids = await store.idsInRange(projectKey, typeId, list, ranks);
  return direction === 'asc' ? ids : ids.reverse();
};

await createThings('thing');
await createThings('note');

for (const [typeId, list] of lists)
  for (const direction of ['asc', 'desc'] as const)
    test(`walks the ids of ${typeId} by ${list.by} ${direction} in chunks of any size, within bounds`, async t => {
      const all = await idsOf(typeId, list, whole, 'asc');
      const bounds =
        list.by === 'id'
          ? [
              { from: all[2]!, to: `(${all[6]!}` },
              { from: `(${all[2]!}`, to: all[6]! },
            ]
          : [
              { from: '2000', to: '(5000' },
              { from: '(2000', to: '5000' },
              { from: '5000', to: '2000' },
            ];
      for (const span of [whole, ...bounds])
        for (const chunkSize of [1, 2, 3, 10, 11])
          t.same(
            await collect(store.walk(projectKey, typeId, list, span, { direction, chunkSize })),
            await idsOf(typeId, list, span, direction),
            `${span.from} to ${span.to}, ${chunkSize} at a time`,
          );
    });

test('walks past no id and gives none twice while the ids that it has passed are deleted', async t => {
  for (const [typeId, list] of lists)
    for (const direction of ['asc', 'desc'] as const) {
      const type = `${typeId}-${list.by}-${direction}`;
      const { remove } = await createThings(type);
      const plain: IdList = list.by === 'createdAt' ? { by: 'createdAt' } : list;
      const all = await idsOf(type, plain, whole, direction);
      const deleteAll = async (ids: string[]) => {
        for (const id of ids) await remove(id);
      };
      const walked = store.walk(projectKey, type, plain, whole, { direction, chunkSize: 3 });
      t.same(await collect(walked, deleteAll), all, type);
      t.same(await idsOf(type, plain, whole, direction), []);
    }
});

test('gives no id twice and reaches the end while each id that it has passed is changed', async t => {
  for (const direction of ['asc', 'desc'] as const) {
    const { modify } = await createThings(`changed-${direction}`);
    const list: IdList = { by: 'lastModifiedAt' };
    const all = await idsOf(`changed-${direction}`, list, whole, direction);
    let nowMs = 20_000;
    const modifyAll = async (ids: string[]) => {
      for (const id of ids) await modify(id, nowMs++);
    };
    const walked = store.walk(projectKey, `changed-${direction}`, list, whole, { direction, chunkSize: 3 });
    t.same(await collect(walked, modifyAll), all, direction);
  }
});

test('walks an empty list', async t => {
  for (const direction of ['asc', 'desc'] as const)
    for (const list of [{ by: 'id' }, { by: 'createdAt' }] as const)
      t.same(await collect(store.walk(projectKey, 'unused', list, whole, { direction, chunkSize: 3 })), []);
});
