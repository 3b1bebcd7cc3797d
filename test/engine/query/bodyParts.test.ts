import { randomUUID } from 'node:crypto';
import { type Test, test } from '../../support/tap.js';
import type { ResourceSchema } from '../../../src/engine/define/ResourceSchema.js';
import { bodyParts } from '../../../src/engine/query/pageBodies.js';
import { keys } from '../../../src/store/keys.js';
import type { DataStore } from '../../../src/store/DataStore.js';
import { openStore, writeOf } from '../../support/store.js';

const mebibyte = 1024 * 1024;
const resourceType = { typeId: 'thing' } as ResourceSchema;

/** Stores bodies of these lengths, and records the reads of the store, each with its number of ids. */
const storedBodies = async (t: Test, ...lengths: readonly number[]) => {
  const { redis, store, projectKey, changeSet } = openStore();
  const reads: [name: string, idCount: number][] = [];
  let [running, mostRunning] = [0, 0];
  const noted: DataStore = {
    ...store,
    bodyLengths: (key, typeId, ids) => {
      reads.push(['bodyLengths', ids.length]);
      return store.bodyLengths(key, typeId, ids);
    },
    bodies: async (key, typeId, ids) => {
      reads.push(['bodies', ids.length]);
      mostRunning = Math.max(mostRunning, ++running);
      return store.bodies(key, typeId, ids).finally(() => running--);
    },
  };
  const ids = lengths.map(() => randomUUID());
  const names = ids.map(id => keys.body(projectKey, 'thing', id));
  for (const [at, name] of names.entries()) {
    await redis.set(name, '{""');
    await redis.setrange(name, lengths[at]! - 1, '}');
  }
  t.teardown(() => Promise.all(names.map(name => redis.unlink(name))));
  /** Reads all bodies; returns their lengths, null for a deleted one. */
  const read = async (): Promise<(number | null)[]> => {
    const found: (number | null)[] = [];
    for await (const bodies of bodyParts({ store: noted, projectKey, resourceType }, ids))
      found.push(...bodies.map(body => body && body.length));
    return found;
  };
  return {
    ids,
    read,
    commit: (length: number) => store.commit(changeSet([writeOf(randomUUID(), { body: Buffer.alloc(length, 'x') })])),
    takeReads: () => reads.splice(0),
    mostRunning: () => mostRunning,
    delete: (id: string) => redis.unlink(keys.body(projectKey, 'thing', id)),
  };
};

test('reads at most 32 MiB of long bodies at once', async t => {
  const lengths = [15, 15, 15, 16, 16, 1].map(each => each * mebibyte);
  const stored = await storedBodies(t, ...lengths);
  for (const turn of ['first', 'second']) {
    t.same(await stored.read(), lengths, turn);
    t.same(stored.takeReads(), [
      ['bodyLengths', 6],
      ['bodies', 2],
      ['bodies', 2],
      ['bodies', 2],
    ]);
  }
});

test('reads short bodies a hundred at once, and asks for lengths only until it knows some', async t => {
  const lengths = Array.from({ length: 250 }, (_, at) => 100 + at);
  const stored = await storedBodies(t, ...lengths);
  const bodies = [
    ['bodies', 100],
    ['bodies', 100],
    ['bodies', 50],
  ];
  t.same(await stored.read(), lengths);
  t.same(stored.takeReads(), [['bodyLengths', 100], ...bodies]);
  t.same(await stored.read(), lengths);
  t.same(stored.takeReads(), bodies);
});

test('asks for lengths after this thread wrote a long body', async t => {
  const stored = await storedBodies(t, ...Array.from({ length: 40 }, () => 1_000));
  await stored.read();
  stored.takeReads();
  await stored.commit(60_000);
  await stored.read();
  t.same(stored.takeReads(), [['bodies', 40]]);
  await stored.commit(mebibyte);
  await stored.read();
  t.same(stored.takeReads(), [
    ['bodyLengths', 40],
    ['bodies', 40],
  ]);
});

test('a missing body is null, and tells nothing about the lengths of others', async t => {
  const stored = await storedBodies(t, 1_000);
  await stored.delete(stored.ids[0]!);
  for (const turn of ['first', 'second']) {
    t.same(await stored.read(), [null], turn);
    t.same(stored.takeReads(), [
      ['bodyLengths', 1],
      ['bodies', 1],
    ]);
  }
});

test('long reads of a thread follow one another', async t => {
  const lengths = Array.from({ length: 4 }, () => 10 * mebibyte);
  const stored = await storedBodies(t, ...lengths);
  t.same(await Promise.all([stored.read(), stored.read()]), [lengths, lengths]);
  t.equal(stored.mostRunning(), 1);
  t.equal(stored.takeReads().filter(([name]) => name === 'bodies').length, 4);
});
